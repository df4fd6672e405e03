"""Each safeguard of the log is taken away in turn, and a named test must notice.

A mutant is a copy of the firmware and the core with one piece of text replaced. A safeguard that
can be removed without a test failing is none; a mutant whose text is not found any more fails too,
so that this list follows the code.
"""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.micro import TREE_VARIABLE

_ROOT = Path(__file__).resolve().parents[2]
_LOG = "firmware/tablet/log.py"


@dataclass(frozen=True)
class Mutant:
    """`old` in `file` becomes `new`; `test` must fail then, and print `word`."""

    file: str
    old: str
    new: str
    test: str
    word: str


MUTANTS = {
    "no flush": Mutant(
        _LOG,
        """        with open(self._tail_path, mode) as file:
            if file.write(memoryview(buf)[:size]) != size:
                raise OSError(28)
""",
        """        self._open_file = file = open(self._tail_path, mode)
        if file.write(memoryview(buf)[:size]) != size:
            raise OSError(28)
""",
        "tests/power/test_cuts.py::test_power_cuts_twice_in_a_row",
        "AssertionError",
    ),
    "no CRC check": Mutant(
        "shared/canasta/records.py",
        """        if buf[at + n - 4 + i] != crc >> (8 * i) & 255:
            return E.BAD_RECORD
""",
        """        if buf[at + n - 4 + i] != crc >> (8 * i) & 255:
            break
""",
        "tests/firmware/test_store.py::test_damage",
        "AssertionError",
    ),
    "no sequence check": Mutant(
        _LOG,
        "if records.check(buf, at, size) or records.seq(buf, at) != expected:",
        "if records.check(buf, at, size):",
        "tests/firmware/test_store.py::test_damage",
        "AssertionError",
    ),
    "saved is said before it is": Mutant(
        "firmware/tablet/table.py",
        """                    self._store.append(self._writer.buf, self._writer.size)
                    self.fault = E.OK
                    self._app.flash(M.DEAL_HINT if first else M.SAVED)
""",
        """                    self._app.flash(M.DEAL_HINT if first else M.SAVED)
                    self._store.append(self._writer.buf, self._writer.size)
                    self.fault = E.OK
""",
        "tests/power/test_cuts.py::test_power_cuts_twice_in_a_row",
        "AssertionError: ('records'",
    ),
    "no repair of the tail": Mutant(
        _LOG,
        """            if first <= in_log:
                # The power went between the move and the next save, which writes a new tail.
                self._scan_moved(data, in_log)
                return
""",
        "",
        "tests/firmware/test_store.py::test_power_cuts_at_every_program_and_erase",
        "AssertionError",
    ),
    "the tail is begun anew before it has been moved": Mutant(
        _LOG,
        """        with open(self._segment_path(first), "ab") as file:
            if file.write(data) != len(data):
                raise OSError(28)
""",
        """        open(self._tail_path, "wb").close()
        with open(self._segment_path(first), "ab") as file:
            if file.write(data) != len(data):
                raise OSError(28)
""",
        "tests/firmware/test_store.py::test_power_cuts_at_every_program_and_erase",
        "AssertionError",
    ),
    "the number of the log stands once": Mutant(
        "firmware/tablet/store.py",
        "        for path in (self._meta_path, self._copy_path):\n",
        "        for path in (self._meta_path,):\n",
        "tests/firmware/test_store.py::test_damage",
        "AssertionError",
    ),
    "how far the log went is not noted": Mutant(
        _LOG,
        "            self._put_number(self._last_path, seq)\n",
        "            pass\n",
        "tests/firmware/test_store.py::test_damage",
        "AssertionError",
    ),
    "a log that was set back is written on": Mutant(
        _LOG,
        "return self.damaged > 0 or self.set_back",
        "return self.damaged > 0",
        "tests/firmware/test_store.py::test_damage",
        "AssertionError",
    ),
    "a log of a newer firmware is written on": Mutant(
        _LOG,
        "self.set_back or self.newer",
        "self.set_back",
        "tests/firmware/test_store.py::test_damage",
        "AssertionError",
    ),
    "the cache of a block that cannot be read is believed": Mutant(
        "firmware/tablet/pieces.py",
        """            self._file.close()
            self._file = open(self._path, "rb")
            raise
""",
        "            raise\n",
        "tests/power/test_failing.py::test_unreadable_blocks_of_long_segments",
        "AssertionError",
    ),
    "a fault leaves a deal that was saved to be saved again": Mutant(
        "firmware/tablet/app.py",
        """            # It was saved before the fault.
            self.draft.close()
""",
        "            pass\n",
        "tests/firmware/test_faults.py",
        "could be saved once more",
    ),
    "a match keeps what was not saved": Mutant(
        "firmware/tablet/table.py",
        "                        self.match.take_back()\n",
        "                        pass\n",
        "tests/power/test_cuts.py::test_power_cuts_twice_in_a_row",
        "AssertionError",
    ),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_mutant_is_caught(name: str, tmp_path: Path) -> None:
    mutant = MUTANTS[name]
    for folder in ("firmware", "shared"):
        shutil.copytree(
            _ROOT / folder,
            tmp_path / folder,
            ignore=shutil.ignore_patterns("__pycache__", "typings"),
        )
    file = tmp_path / mutant.file
    source = file.read_text(encoding="utf-8")
    assert source.count(mutant.old) == 1, "the mutant's text is not found"
    file.write_text(source.replace(mutant.old, mutant.new), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", mutant.test],
        cwd=_ROOT,
        env={**os.environ, TREE_VARIABLE: str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    # 1: the test failed; anything else would be a mistake of this test.
    assert done.returncode == 1, done.stdout + done.stderr
    assert mutant.word in done.stdout
    assert "SyntaxError" not in done.stdout
