"""UF2 files: one that holds MicroPython becomes one that also holds the firmware's file system.

UF2 is Microsoft's format for dragging onto a board in its USB drive mode: blocks of 512 bytes,
each with 256 bytes of flash and their address. What an image is and where MicroPython keeps its
files is in the image's binary info (pico-sdk, `pico/binary_info/structure.h`).
"""

import struct
from dataclasses import dataclass

from meldpad.deploy.image import BLOCK

_BLOCK = 512
_DATA = 256
_HEAD = struct.Struct("<8I")
_MAGIC = (0x0A324655, 0x9E5D5157)
_MAGIC_END = 0x0AB16F30
_NOT_FOR_FLASH = 0x1
_FAMILY_GIVEN = 0x2000

FAMILIES = {0xE48BFF56: "RP2040 (Pico)", 0xE48BFF59: "RP2350 (Pico 2)"}
"""The chips whose MicroPython can be used, by their family number in UF2 files."""

_FLASH = 0x10000000
_FLASH_END = 0x11000000
"""As far as a chip sees its flash, however large it is."""
_INFO_START = 0x7188EBF2
_INFO_END = 0xE71AA390
_INFO_WITHIN = 0x1000
_BLOCK_DEVICE = 7
_ID_AND_STRING = 6
_ID_AND_NUMBER = 5
_PICO = 0x5052
_VERSION = 0x11A9BC3A
_PROGRAM_END = 0x68F465DE
_MICROPYTHON = 0x504D


class Uf2Error(ValueError):
    """A file that is no UF2 file of MicroPython, with the reason."""


@dataclass(frozen=True)
class Image:
    """A UF2 file of MicroPython: its blocks as (address, data), and what they say of themselves.

    `files` is the part of the flash (address, bytes) that MicroPython keeps its files in.
    """

    family: int
    blocks: list[tuple[int, bytes]]
    version: str
    files: tuple[int, int]


def read(data: bytes) -> Image:
    """Read a UF2 file with MicroPython for a Pico. Raises Uf2Error with the reason."""
    if len(data) < _BLOCK or _HEAD.unpack_from(data)[:2] != _MAGIC:
        raise Uf2Error("is no UF2 file")
    if len(data) % _BLOCK:
        raise Uf2Error(f"ends within a block, at byte {len(data)}")
    blocks: list[tuple[int, bytes]] = []
    families = set()
    numbers: list[int] = []
    totals = set()
    for at in range(0, len(data), _BLOCK):
        *magic, flags, address, size, number, total, family = _HEAD.unpack_from(data, at)
        (end,) = struct.unpack_from("<I", data, at + _BLOCK - 4)
        if (*magic, end) != (*_MAGIC, _MAGIC_END) or size > _BLOCK - _HEAD.size - 4:
            raise Uf2Error(f"is damaged in block {at // _BLOCK}")
        # Some tools put a block for a chip's boot ROM in front, of another family.
        if flags & _FAMILY_GIVEN and family not in FAMILIES:
            continue
        numbers.append(number)
        totals.add(total)
        if flags & _NOT_FOR_FLASH:
            continue
        if not _FLASH <= address <= _FLASH_END - size:
            raise Uf2Error("is not for flash")
        families.add(family if flags & _FAMILY_GIVEN else 0)
        blocks.append((address, data[at + _HEAD.size : at + _HEAD.size + size]))
    if len(families) != 1 or 0 in families:
        raise Uf2Error("is for no Pico")
    if totals != {len(numbers)} or sorted(numbers) != list(range(len(numbers))):
        raise Uf2Error(f"is not whole: {len(set(numbers))} blocks of {max(totals)}")
    version, files = _about(blocks)
    return Image(families.pop(), blocks, version, files)


def _about(blocks: list[tuple[int, bytes]]) -> tuple[str, tuple[int, int]]:
    """MicroPython's version, and where it keeps its files."""
    memory = bytearray(max(address + len(data) for address, data in blocks) - _FLASH)
    for address, data in blocks:
        memory[address - _FLASH : address - _FLASH + len(data)] = data
    version = ""
    program_end = 0
    files = None
    for entry in _entries(memory):
        kind, tag = struct.unpack_from("<HH", memory, entry)
        if kind == _BLOCK_DEVICE and tag == _MICROPYTHON:
            files = struct.unpack_from("<II", memory, entry + 8)
        elif kind == _ID_AND_STRING:
            id, text = struct.unpack_from("<II", memory, entry + 4)
            if id == _VERSION and 0 <= text - _FLASH < len(memory):
                start = text - _FLASH
                version, ended, _ = memory[start:].partition(b"\0")
                if not ended:
                    raise Uf2Error("is damaged where its version stands")
                version = version.decode(errors="replace")
        elif kind == _ID_AND_NUMBER and tag == _PICO:
            id, number = struct.unpack_from("<II", memory, entry + 4)
            if id == _PROGRAM_END:
                program_end = number
    if files is None:
        raise Uf2Error("holds no MicroPython")
    _check_files(files, program_end, blocks)
    return version, files


def _check_files(files: tuple[int, int], program_end: int, blocks: list[tuple[int, bytes]]) -> None:
    """Raise Uf2Error for a part for files that cannot be one."""
    start, size = files
    end = start + size
    if start % BLOCK or size % BLOCK or not size or start < _FLASH or end > _FLASH_END:
        raise Uf2Error("says of its files that they are where they cannot be")
    # A file that was made here has a file system already, the whole of it.
    within = sum(start <= address < end for address, _ in blocks)
    if start < program_end or within not in (0, size // _DATA):
        raise Uf2Error("has its files where its program is")


def _entries(memory: bytearray) -> list[int]:
    """Where the entries of the binary info are."""
    for at in range(0, min(_INFO_WITHIN, len(memory) - 20), 4):
        start, first, last, _, end = struct.unpack_from("<5I", memory, at)
        if start == _INFO_START and end == _INFO_END:
            places = range(first - _FLASH, last - _FLASH, 4)
            if first > last or not 0 <= places.start <= places.stop <= len(memory):
                break
            found = [struct.unpack_from("<I", memory, place)[0] - _FLASH for place in places]
            return [entry for entry in found if 0 <= entry <= len(memory) - 24]
    raise Uf2Error("holds no program for a Pico")


def write(image: Image, files: bytes) -> bytes:
    """MicroPython and a file system, as one UF2 file.

    `files` is as long as the image's part for files. All of it is in the result, blank or not:
    what was on a used board before must not be taken for part of the new file system.
    """
    start, size = image.files
    if len(files) != size:
        raise ValueError(f"a file system of {len(files)} bytes for a place of {size}")
    blocks = [block for block in image.blocks if not start <= block[0] < start + size]
    blocks += [(start + at, files[at : at + _DATA]) for at in range(0, size, _DATA)]
    parts = []
    for number, (address, data) in enumerate(blocks):
        head = _HEAD.pack(
            *_MAGIC, _FAMILY_GIVEN, address, len(data), number, len(blocks), image.family
        )
        parts.append(head + data.ljust(_BLOCK - _HEAD.size - 4, b"\0"))
        parts.append(struct.pack("<I", _MAGIC_END))
    return b"".join(parts)
