"""frames/*.ply, by meshio; it knows no edges, so they are cut off first."""

from common import *
import io
import meshio

error = 0
files = sorted((folder / "frames").glob("*.ply"))
assert len(files) == len(times)
for k, path in enumerate(files):
    data = path.read_bytes()
    head, rest = data.split(b"end_header\n", 1)
    edges = len(frames["edges"])
    cut = f"element edge {edges}\nproperty uint vertex1\nproperty uint vertex2\n".encode()
    assert cut in head
    pairs = np.frombuffer(rest[-8 * edges:], "<u4").reshape(-1, 2)
    assert (pairs == frames["edges"]).all()
    plain = folder / "plain.ply"
    plain.write_bytes(head.replace(cut, b"") + b"end_header\n" + rest[: -8 * edges])
    mesh = meshio.read(plain)
    error = max(error, np.abs(mesh.points - positions[k]).max())
    assert (mesh.cells_dict["triangle"] == frames["triangles"]).all()
judge("ply", error)
