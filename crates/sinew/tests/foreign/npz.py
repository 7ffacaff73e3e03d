"""frames.npz and trajectory.npz, by NumPy."""

from common import *

assert positions.dtype == np.float64 and velocities.shape == positions.shape
assert len(times) == len(positions) and np.allclose(np.diff(times), 1 / 50)
for name, corners in [("tets", 4), ("triangles", 3), ("edges", 2)]:
    cells = frames[name]
    assert cells.shape[1] == corners and cells.max() < positions.shape[1], name
assert len(frames["body"]) == positions.shape[1] > simulated
trajectory = np.load(folder / "trajectory.npz")
assert (trajectory["times"] == times).all()
assert (trajectory["positions"] == positions[:, :simulated]).all()
assert (trajectory["velocities"] == velocities[:, :simulated]).all()
# Positions and velocities belong together: the cubic through two frames meets the middle of three.
h = times[2] - times[0]
middle = (positions[:-2] + positions[2:]) / 2 + h / 8 * (velocities[:-2] - velocities[2:])
print("npz: two frames foretell the one between to", np.abs(middle - positions[1:-1]).max() / size)
assert np.abs(middle - positions[1:-1]).max() < 2e-2 * size
# No tet is inside out in this mild scene.
tets = positions[:, frames["tets"]]
edges = tets[:, :, 1:] - tets[:, :, :1]
assert np.linalg.det(edges).min() > 0
