"""Run by MicroPython: brings a flash into a state of trouble. Arguments: flash file, state.

damaged: a byte of the log is another; misfit: its last record names a player that there is not;
newer: that one is of a newer program; lost, restored: both copies of the log's number are gone, or
the first; behind: a PC has more than the log; full: nearly no room is left.
"""

import os
import sys
from binascii import crc32

import vfs  # pyright: ignore[reportMissingImports]

from boards.pages import LITTLEFS
from boards.sim import Flash
from canasta import records

_ROOM = 12000


def _read(path):
    with open(path, "rb") as file:
        return bytearray(file.read())


def _write(path, data):
    with open(path, "wb") as file:
        file.write(data)


def damaged():
    data = _read("/flash/tail")
    data[-10] ^= 4
    _write("/flash/tail", data)


def misfit():
    _change_last(records.HEADER, 99)


def newer():
    _change_last(3, 99)


def _change_last(place, value):
    """Another byte in the last record, with a checksum that fits."""
    data = _read("/flash/tail")
    at = 0
    while at + records.size(data, at) < len(data):
        at += records.size(data, at)
    data[at + place] = value
    data[-4:] = crc32(data[at:-4]).to_bytes(4, "little")
    _write("/flash/tail", data)


def lost():
    restored()
    os.remove("/flash/log/meta")


def restored():
    os.remove("/flash/meta")


def behind():
    _write("/flash/accepted", b"\x63\0\0\0")


def full():
    with open("/flash/junk", "wb") as file:
        while _free() > _ROOM:
            file.write(bytes(2048))
            file.flush()


def _free():
    stat = os.statvfs("/flash")
    return stat[0] * stat[3]


def main():
    """See above."""
    vfs.mount(vfs.VfsLfs2(Flash(sys.argv[1]), **LITTLEFS), "/flash")
    globals()[sys.argv[2]]()
    vfs.umount("/flash")


main()
