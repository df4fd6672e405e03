"""The database of the match history.

`models` are the tables, `engine` opens a database and brings its schema up to date, `fold` turns
a match's records into numbers with the tablet's own core, `ingest` takes new records in,
`derive` keeps the tables that follow from the records, `dating` finds out when records were
written, `query` reads.
"""
