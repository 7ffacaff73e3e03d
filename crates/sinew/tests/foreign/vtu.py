"""frames/*.vtu and frames.pvd, by meshio."""

from common import *
import meshio
import xml.etree.ElementTree as xml

sets = xml.parse(folder / "frames.pvd").getroot().findall(".//DataSet")
assert [float(s.get("timestep")) for s in sets] == times.tolist()
error = 0
for k, s in enumerate(sets):
    mesh = meshio.read(folder / s.get("file"))
    error = max(error, np.abs(mesh.points - positions[k, :simulated]).max())
    assert np.abs(mesh.point_data["velocity"] - velocities[k, :simulated]).max() < 1e-12 * speed
    assert {c.type: len(c.data) for c in mesh.cells} == {"tetra": len(frames["tets"]), "line": len(frames["edges"])}
    assert (mesh.cells_dict["tetra"] == frames["tets"]).all() and (mesh.cells_dict["line"] == frames["edges"]).all()
    for name in ["stress", "strain", "energy_density", "quality", "body"]:
        assert np.isfinite(np.concatenate(mesh.cell_data[name])).all(), name
    # A number per spring that can be checked: its strain.
    ends = positions[k][frames["edges"]]
    lengths = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    assert np.abs(mesh.cell_data["strain"][1].ravel() - (lengths / 0.1 - 1)).max() < 1e-12
    assert (np.concatenate(mesh.cell_data["quality"]) > 0).all()
judge("vtu", error)
