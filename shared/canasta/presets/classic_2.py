"""Classic Canasta for two players."""

ID = "classic-2"
BASE = "classic"
TABLES = ((2, 1),)

VALUES = (
    ("sides", 2, "S0:L39"),
    ("seats", 1, "S0:L39"),
    ("dealt", 15, "S0:L39"),
    ("draw", 2, "S0:L40"),
    ("out_canastas", 2, "S0:L41"),
    ("out_leave", "never", "S0:L28: there is no partner"),
)

BY_TABLE = ()
