"""frames/*.msh, by meshio."""

from common import *
import meshio

error = 0
files = sorted((folder / "frames").glob("*.msh"))
assert len(files) == len(times)
for k, path in enumerate(files):
    mesh = meshio.read(path)
    error = max(error, np.abs(mesh.points - positions[k, :simulated]).max())
    assert (mesh.cells_dict["tetra"] == frames["tets"]).all() and (mesh.cells_dict["line"] == frames["edges"]).all()
judge("msh", error)
