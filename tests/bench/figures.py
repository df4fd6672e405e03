"""A table of measured figures beside their budgets."""

from dataclasses import dataclass

from rich.console import Console
from rich.table import Table


@dataclass
class Figure:
    """One measured figure. `most` tells whether the limit is the most or the least allowed."""

    what: str
    value: float
    limit: float
    unit: str
    most: bool

    @property
    def good(self) -> bool:
        """Whether the budget is kept."""
        return self.value <= self.limit if self.most else self.value >= self.limit


def show(rows: list[Figure], title: str) -> None:
    """Print figures beside their limits."""
    table = Table("what", "measured", "limit", "", title=title)
    for row in rows:
        sign = "at most" if row.most else "at least"
        digits = 0 if row.limit >= 100 else 3
        table.add_row(
            row.what,
            f"{row.value:,.{digits}f} {row.unit}",
            f"{sign} {row.limit:,g} {row.unit}",
            "ok" if row.good else "MISSED",
        )
    Console().print(table)
