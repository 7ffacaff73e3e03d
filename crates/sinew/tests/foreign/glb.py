"""animation.glb, by pygltflib: the weights applied by NumPy give every frame; ranges and alignment are as glTF asks."""

from common import *
from pygltflib import GLTF2

file = GLTF2().load(str(folder / "animation.glb"))
blob = file.binary_blob()
whole = (folder / "animation.glb").read_bytes()
assert int.from_bytes(whole[8:12], "little") == len(whole) and len(whole) % 4 == 0
assert file.buffers[0].byteLength == len(blob)
types = {5126: np.float32, 5125: np.uint32}
columns = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}


def values(k):
    accessor = file.accessors[k]
    view = file.bufferViews[accessor.bufferView]
    assert view.byteOffset % 4 == 0 and view.byteOffset + view.byteLength <= len(blob)
    n = columns[accessor.type]
    assert view.byteLength == 4 * n * accessor.count
    data = np.frombuffer(blob, types[accessor.componentType], n * accessor.count, view.byteOffset)
    data = data.reshape(accessor.count, n)
    if accessor.min:
        assert (data.min(axis=0) == accessor.min).all() and (data.max(axis=0) == accessor.max).all(), k
    return data


animation = file.animations[0]
samplers = {c.target.path: animation.samplers[c.sampler] for c in animation.channels if c.target.node in (0, 1)}
assert list(samplers) == ["weights"] and samplers["weights"].interpolation == "LINEAR"
key_times = values(samplers["weights"].input)[:, 0]
weights = values(samplers["weights"].output).reshape(len(key_times), -1)
assert np.abs(key_times - times).max() < 1e-6 and (np.diff(key_times) > 0).all()
error = 0
for body, mode, cells in [(0, 4, frames["triangles"]), (1, 1, frames["edges"])]:
    primitive = file.meshes[file.nodes[body].mesh].primitives[0]
    assert primitive.mode == mode
    own = vertices_of(body)
    assert (own[values(primitive.indices)[:, 0]] == cells.reshape(-1)).all()
    assert all(len(file.accessors[t["POSITION"]].min) == 3 for t in [{"POSITION": primitive.attributes.POSITION}] + primitive.targets)
    base = values(primitive.attributes.POSITION).astype(np.float64)
    targets = np.array([values(t["POSITION"] if isinstance(t, dict) else t.POSITION) for t in primitive.targets])
    assert len(file.meshes[file.nodes[body].mesh].weights) == len(targets) == weights.shape[1]
    for k in range(len(times)):
        moved = base + np.tensordot(weights[k].astype(np.float64), targets.astype(np.float64), axes=1)
        error = max(error, np.abs(moved - positions[k, own]).max())
judge("glb", error)

# The ball follows its script, and the root turns z into y.
node = next(i for i, n in enumerate(file.nodes) if n.name == "obstacle_1")
shift = next(animation.samplers[c.sampler] for c in animation.channels if c.target.node == node and c.target.path == "translation")
assert np.abs(values(shift.output)[:, 0] - 0.5 * times).max() < 1e-6
x, y, z, w = file.nodes[file.scenes[0].nodes[0]].rotation
turned = np.array([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)])
assert np.abs(turned - [0, 1, 0]).max() < 1e-6
