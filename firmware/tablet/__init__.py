"""The tablet: app loop, screens, canvas, store and link. Knows no pins."""

VERSION = "0.1.0"
"""Version of the firmware, told to the PC in the handshake."""
