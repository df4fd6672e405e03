"""Changes one byte of a file in a flash image. Arguments: image, path in it, place, exclusive or.

A place below 0 counts from the end of the file. The path `log` means all segments, one after the
other. Prints which file was changed, and the newest segment.
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
    names = sorted("log/" + name for name in os.listdir("/flash/log") if name.isdigit())
    newest = names[-1] if names else ""
    if path == "log":
        while at >= os.stat("/flash/" + names[0])[6]:
            at -= os.stat("/flash/" + names.pop(0))[6]
        path = names[0]
    if at < 0:
        at += os.stat("/flash/" + path)[6]
    with open("/flash/" + path, "r+b") as file:
        file.seek(at)
        byte = file.read(1)[0]
        file.seek(at)
        file.write(bytes([byte ^ int(flip)]))
    print(path, newest)


main()
