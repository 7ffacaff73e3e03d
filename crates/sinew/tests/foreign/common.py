"""What all readers share: the frames as NumPy reads them, and the judgement."""

import sys
from pathlib import Path

import numpy as np

folder = Path(sys.argv[1])
frames = np.load(folder / "frames.npz")
times, positions, velocities = frames["times"], frames["positions"], frames["velocities"]
simulated = int(frames["simulated"])
# From corner to corner of all that ever moves.
size = float(np.linalg.norm(positions.max(axis=(0, 1)) - positions.min(axis=(0, 1))))
speed = float(np.abs(velocities).max())


def vertices_of(body):
    """Drawn vertices that show a body: those of its skin, or all it has."""
    own = np.flatnonzero(frames["body"] == body)
    skin = own[own >= simulated]
    return skin if len(skin) else own


def judge(what, error):
    """Every format must be right to a millionth of the scene; f32 is good for a tenth of that."""
    print(f"{what}: largest error {error / size:.1e} of the scene")
    assert error < 1e-6 * size, f"{what}: {error} of {size}"
