"""Reading and writing UF2 files. The image is made here by the format's definition."""

import errno
import os
import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from littlefs import LittleFS
from support.command import Done

from meldpad import wholefile
from meldpad.deploy import build as builds
from meldpad.deploy import image, uf2
from meldpad.deploy.build import Build
from meldpad.deploy.uf2 import Uf2Error

_FLASH = 0x10000000
_FILES = 0x100A0000
_SIZE = 16 * 4096
_RP2040 = 0xE48BFF56
_RP2350 = 0xE48BFF59


def _program(start: int = _FILES, size: int = _SIZE, end: int = _FLASH + 1024) -> bytes:
    """1 KB of flash with binary info: a block device of MicroPython, its version, and where the
    program ends.
    """
    memory = bytearray(1024)
    struct.pack_into("<5I", memory, 0x1D4, 0x7188EBF2, _FLASH + 512, _FLASH + 524, 0, 0xE71AA390)
    struct.pack_into("<3I", memory, 512, _FLASH + 600, _FLASH + 640, _FLASH + 670)
    struct.pack_into("<2H4IH", memory, 600, 7, 0x504D, 0, start, size, 0, 3)
    struct.pack_into("<2H2I", memory, 640, 6, 0x5052, 0x11A9BC3A, _FLASH + 700)
    struct.pack_into("<2H2I", memory, 670, 5, 0x5052, 0x68F465DE, end)
    memory[700:708] = b"v1.26.1\0"
    return bytes(memory)


def _block(
    address: int,
    data: bytes,
    family: int = _RP2040,
    flags: int = 0x2000,
    number: int = 0,
    total: int = 1,
) -> bytes:
    head = struct.pack(
        "<8I", 0x0A324655, 0x9E5D5157, flags, address, len(data), number, total, family
    )
    return (head + data).ljust(508, b"\0") + struct.pack("<I", 0x0AB16F30)


def _file(memory: bytes, family: int = _RP2040) -> bytes:
    return b"".join(
        _block(
            _FLASH + at, memory[at : at + 256], family, number=at // 256, total=len(memory) // 256
        )
        for at in range(0, len(memory), 256)
    )


def test_reads_what_an_image_says_of_itself() -> None:
    read = uf2.read(_file(_program()))
    assert (read.family, read.version, read.files) == (_RP2040, "v1.26.1", (_FILES, _SIZE))


def test_a_block_for_the_boot_rom_is_left_out() -> None:
    extra = _block(0x10FFFF00, bytes(256), family=0xE48BFF57)
    read = uf2.read(extra + _file(_program(), _RP2350))
    assert read.family == _RP2350
    assert [address for address, _ in read.blocks] == [_FLASH + at for at in (0, 256, 512, 768)]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is no UF2 file"),
        (b"hello" * 200, "is no UF2 file"),
        (_file(_program())[:-1], "ends within a block, at byte 2047"),
        (_file(_program())[:-4] + b"oops", "is damaged in block 3"),
        (_file(bytes(1024)), "holds no program for a Pico"),
        (_file(_program().replace(struct.pack("<2H", 7, 0x504D), bytes(4))), "no MicroPython"),
        (_file(_program(), family=0x12345678), "is for no Pico"),
        (_block(_FLASH, _program()[:256], flags=0), "is for no Pico"),
        (_file(_program())[:-512], "is not whole: 3 blocks of 4"),
        (_file(_program())[512:], "is not whole: 3 blocks of 4"),
        (_file(_program())[:512] + _file(_program())[1024:], "is not whole: 3 blocks of 4"),
        (_file(_program())[:512] * 2 + _file(_program())[1024:], "is not whole: 3 blocks of 4"),
        (_block(_FLASH - 4096, bytes(256)), "is not for flash"),
        (_block(0x20000000, bytes(256)), "is not for flash"),
        (_block(0xFFFFFF00, bytes(256)), "is not for flash"),
        # The version is the last that has a byte, without its end.
        (_file(_program()[:700] + b"v" * 324), "damaged where its version stands"),
        (_file(_program(size=0)), "where they cannot be"),
        (_file(_program(size=4000)), "where they cannot be"),
        (_file(_program(size=0xFFFFF000)), "where they cannot be"),
        (_file(_program(size=0x00F61000)), "where they cannot be"),
        (_file(_program(start=0)), "where they cannot be"),
        (_file(_program(start=_FILES + 4)), "where they cannot be"),
        (_file(_program(start=0xFFFFF000)), "where they cannot be"),
        (_file(_program(start=_FLASH, end=0)), "its files where its program is"),
        (_file(_program(end=_FILES + 1)), "its files where its program is"),
    ],
)
def test_anything_else_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(Uf2Error, match=reason):
        uf2.read(data)


def test_the_result_holds_micropython_and_every_byte_of_the_file_system() -> None:
    system = image.make({"main.py": b"print(1)\n", "lib/canasta/a.mpy": b"M" * 5000}, _SIZE)
    assert len(system) == _SIZE
    data = uf2.write(uf2.read(_file(_program())), system)
    flash = {}
    for number, at in enumerate(range(0, len(data), 512)):
        head = struct.unpack_from("<8I", data, at)
        assert head[5:7] == (number, len(data) // 512)
        assert head[7] == _RP2040
        assert head[3] not in flash
        flash[head[3]] = data[at + 32 : at + 32 + head[4]]
    assert b"".join(flash[_FLASH + at] for at in range(0, 1024, 256)) == _program()
    assert b"".join(flash[_FILES + at] for at in range(0, _SIZE, 256)) == system
    assert len(flash) == 4 + _SIZE // 256
    # What was written can be read again, and replaced.
    again = uf2.write(uf2.read(data), bytes(_SIZE))
    assert len(again) == len(data)


def test_a_file_system_of_another_size_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="of 4096 bytes"):
        uf2.write(uf2.read(_file(_program())), bytes(4096))


def test_the_file_system_is_littlefs_with_its_files(tmp_path: Path) -> None:
    files = {"main.py": b"print(1)\n", "tablet/screens/a.mpy": b"M" * 5000, "empty": b""}
    system = LittleFS(block_size=4096, block_count=16, mount=False)
    system.context.buffer = bytearray(image.make(files, _SIZE))
    system.mount()
    found = {}
    for folder, _, names in system.walk("/"):
        for name in names:
            path = f"{folder}/{name}".replace("//", "/")
            with system.open(path, "rb") as file:
                found[path.lstrip("/")] = file.read()
    assert found == files


# The command


@pytest.fixture
def pico(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An image of MicroPython. The firmware is small."""
    built = Build("pico-display", {"main.py": b"main", "tablet/app.mpy": b"app" * 5000}, "digest")
    monkeypatch.setattr(builds, "build", lambda board: built)
    monkeypatch.chdir(tmp_path)
    image = tmp_path / "pico.uf2"
    image.write_bytes(_file(_program()))
    return image


def _command(meldpad: Callable[..., Done], image: Path, *rest: str) -> Done:
    return meldpad("uf2", "--board", "pico-display", "--image", str(image), *rest)


def test_the_command_says_what_the_file_is_and_what_it_erases(
    pico: Path, meldpad: Callable[..., Done]
) -> None:
    done = _command(meldpad, pico)
    assert (done.returncode, done.stderr) == (0, "")
    assert "meldpad.uf2: MicroPython v1.26.1 and Meldpad digest for pico-display" in done.stdout
    assert "replaces everything on the Pico" in done.stdout
    assert "its history is gone" in done.stdout
    # 4 blocks of a program of 1 KB and 256 of the files, 512 bytes each.
    assert Path("meldpad.uf2").stat().st_size == (4 + 256) * 512
    assert sorted(path.name for path in pico.parent.iterdir()) == ["meldpad.uf2", "pico.uf2"]


def test_an_old_micropython_is_refused(pico: Path, meldpad: Callable[..., Done]) -> None:
    """1.23 is the first that loads the firmware."""
    for version, code in ((b"v1.22.9", 2), (b"v1.23.0", 0)):
        pico.write_bytes(_file(_program().replace(b"v1.26.1", version)))
        done = _command(meldpad, pico)
        assert done.returncode == code
        if code:
            assert "is MicroPython v1.22.9; Meldpad needs 1.23 or newer" in done.stderr
            assert not Path("meldpad.uf2").exists()


@pytest.mark.parametrize("blocks", [1, 2, 5])
def test_a_part_for_files_that_is_too_small(
    pico: Path, meldpad: Callable[..., Done], blocks: int
) -> None:
    """A root of two blocks, a folder of two and a file of four do not go into five."""
    pico.write_bytes(_file(_program(size=blocks * 4096)))
    done = _command(meldpad, pico)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert f"keeps {blocks * 4} KB for files, and the firmware needs more" in done.stderr
    assert not Path("meldpad.uf2").exists()


@pytest.mark.parametrize("image", [b"", _file(_program())[:-512], _block(0, bytes(256))])
def test_an_odd_image_is_one_line(pico: Path, meldpad: Callable[..., Done], image: bytes) -> None:
    pico.write_bytes(image)
    done = _command(meldpad, pico)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "micropython.org/download" in done.stderr
    assert not Path("meldpad.uf2").exists()


def _full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("before", [None, b"an older one"])
def test_a_full_disk_leaves_no_half_file(
    pico: Path, meldpad: Callable[..., Done], monkeypatch: pytest.MonkeyPatch, before: bytes | None
) -> None:
    """It is full when the system is asked to keep what was written."""
    out = Path("out.uf2")
    if before:
        out.write_bytes(before)
    monkeypatch.setattr(wholefile.os, "fsync", _full)
    done = _command(meldpad, pico, "-o", str(out))
    assert done.returncode == 3
    assert done.stderr == (
        "meldpad: out.uf2 cannot be written: No space left on device; nothing was changed\n"
    )
    names = sorted(path.name for path in pico.parent.iterdir())
    assert names == (["out.uf2", "pico.uf2"] if before else ["pico.uf2"])
    assert before is None or out.read_bytes() == before


def test_a_device_that_is_full_is_left_a_device(pico: Path, meldpad: Callable[..., Done]) -> None:
    full = Path("/dev/full")
    if not full.exists():
        reason = "there is no device here that is always full"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    done = _command(meldpad, pico, "-o", str(full))
    assert done.returncode == 3
    assert "cannot be written" in done.stderr
    assert full.is_char_device()


def test_a_link_stays_a_link(pico: Path, meldpad: Callable[..., Done]) -> None:
    Path("link.uf2").symlink_to("real.uf2")
    assert _command(meldpad, pico, "-o", "link.uf2").returncode == 0
    assert Path("link.uf2").is_symlink()
    assert Path("real.uf2").stat().st_size == (4 + 256) * 512


def test_a_place_that_cannot_be_is_bad_input(pico: Path, meldpad: Callable[..., Done]) -> None:
    for place in ("no/folder/out.uf2", str(pico.parent), str(pico / "out.uf2"), "x" * 300):
        done = _command(meldpad, pico, "-o", place)
        assert done.returncode == 2, place
        assert done.stderr.startswith(f"meldpad: {place}: ")
        assert len(done.stderr.splitlines()) == 1
