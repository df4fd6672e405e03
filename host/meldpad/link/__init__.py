"""The PC's end of the cable (docs/protocol.md).

`ports` finds what a tablet could be at, `client` talks to one.
"""
