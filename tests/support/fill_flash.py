"""Run by MicroPython: makes a tablet's flash with a log, by the firmware's own store.

Arguments: flash file, hardware number and epoch in hex, file of records one after the other.
"""

import os
import sys

import vfs  # pyright: ignore[reportMissingImports]

from boards.pages import LITTLEFS
from boards.sim import Flash
from canasta import records
from tablet.store import Store


class _Board:
    root = "/flash/"


def main():
    """See above."""
    flash = Flash(sys.argv[1])
    vfs.VfsLfs2.mkfs(flash, **LITTLEFS)
    flash.keep()
    vfs.mount(vfs.VfsLfs2(flash, **LITTLEFS), "/flash")
    store = Store(_Board())
    store.id = bytes.fromhex(sys.argv[2])
    store.epoch = bytes.fromhex(sys.argv[3])
    store.name = b"Oak"
    os.mkdir("/flash/log")
    store._settle_meta()
    store.open()
    with open(sys.argv[4], "rb") as file:
        data = file.read()
    at = 0
    while at < len(data):
        size = records.size(data, at)
        store.append(memoryview(data)[at:], size)
        at += size
    vfs.umount("/flash")


main()
