"""cache/*.obj and *.pc2, by a plain parser of each."""

from common import *
import struct

error = 0
for body, name, cells in [(0, "jelly_block", frames["triangles"]), (1, "net", frames["edges"])]:
    data = (folder / "cache" / f"{name}.pc2").read_bytes()
    magic, version, points, start, rate, samples = struct.unpack("<12siiffi", data[:32])
    assert (magic, version, start, rate) == (b"POINTCACHE2\0", 1, 0.0, 1.0)
    own = vertices_of(body)
    assert (points, samples) == (len(own), len(times)) and len(data) == 32 + 12 * points * samples
    cache = np.frombuffer(data, "<f4", offset=32).reshape(samples, points, 3)
    error = max(error, np.abs(cache - positions[:, own]).max())
    rows = [line.split() for line in (folder / "cache" / f"{name}.obj").read_text().splitlines()]
    rest = np.array([[float(x) for x in row[1:]] for row in rows if row[0] == "v"])
    corners = np.array([[int(i) - 1 for i in row[1:]] for row in rows if row[0] in "fl"])
    assert (own[corners] == cells).all()
    error = max(error, np.abs(rest - positions[0, own]).max())
judge("pc2", error)
