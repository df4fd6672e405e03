"""Classic Canasta for three players, each for himself."""

ID = "classic-3"
BASE = "classic"
TABLES = ((3, 1),)

VALUES = (
    ("sides", 3, "S0:L42"),
    ("seats", 1, "S0:L42"),
    ("dealt", 13, "S0:L42"),
    ("out_leave", "never", "S0:L28: there is no partner"),
)

BY_TABLE = ()
