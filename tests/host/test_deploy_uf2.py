"""Reading and writing UF2 files. The image is made here by the format's definition."""

import struct
from pathlib import Path

import pytest
from littlefs import LittleFS

from meldpad.deploy import image, uf2
from meldpad.deploy.uf2 import Uf2Error

_FLASH = 0x10000000
_FILES = 0x100A0000
_SIZE = 16 * 4096
_RP2040 = 0xE48BFF56
_RP2350 = 0xE48BFF59


def _program() -> bytes:
    """1 KB of flash with binary info: a block device of MicroPython, and its version."""
    memory = bytearray(1024)
    struct.pack_into("<5I", memory, 0x1D4, 0x7188EBF2, _FLASH + 512, _FLASH + 520, 0, 0xE71AA390)
    struct.pack_into("<2I", memory, 512, _FLASH + 600, _FLASH + 640)
    struct.pack_into("<2H4IH", memory, 600, 7, 0x504D, 0, _FILES, _SIZE, 0, 3)
    struct.pack_into("<2H2I", memory, 640, 6, 0x5052, 0x11A9BC3A, _FLASH + 700)
    memory[700:708] = b"v1.26.1\0"
    return bytes(memory)


def _block(address: int, data: bytes, family: int = _RP2040, flags: int = 0x2000) -> bytes:
    head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, flags, address, len(data), 0, 1, family)
    return (head + data).ljust(508, b"\0") + struct.pack("<I", 0x0AB16F30)


def _file(memory: bytes, family: int = _RP2040) -> bytes:
    return b"".join(
        _block(_FLASH + at, memory[at : at + 256], family) for at in range(0, len(memory), 256)
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
