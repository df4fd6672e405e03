"""Changes one byte of a file in a flash image. Arguments: image, path in it, place, exclusive or.

A place below 0 counts from the end of the file.
"""

import os
import sys

import vfs  # pyright: ignore[reportMissingImports]

from boards.pages import LITTLEFS
from boards.sim import Flash


def main():
    """See above."""
    image, path, place, flip = sys.argv[1:]
    vfs.mount(vfs.VfsLfs2(Flash(image), **LITTLEFS), "/flash")
    at = int(place)
    if at < 0:
        at += os.stat("/flash/" + path)[6]
    with open("/flash/" + path, "r+b") as file:
        file.seek(at)
        byte = file.read(1)[0]
        file.seek(at)
        file.write(bytes([byte ^ int(flip)]))
    print(sorted(os.listdir("/flash/log")))


main()
