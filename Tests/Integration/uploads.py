"""Forms with files, as browsers send them to the page `/picture`."""

import random
import struct
import zlib

PAGE = "/picture"
BOUNDARY = "----EspalierTest"
MEGABYTE = 1 << 20


def png(width=3, height=2, size=0):
    """A PNG of this many pixels, and of at least `size` bytes."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + bytes(3 * width) for _ in range(height))
    head = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    rest = chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    padding = size - len(head) - len(rest) - 12
    return head + (chunk(b"teSt", random.Random(size).randbytes(padding)) if padding > 0 else b"") + rest


def form(content, name="photo.png", field="photo", **texts):
    parts = "".join(
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{text}"\r\n\r\n{value}\r\n' for text, value in texts.items())
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\nContent-Type: image/png\r\n\r\n'
    return (parts + head).encode() + content + f"\r\n--{BOUNDARY}--\r\n".encode()
