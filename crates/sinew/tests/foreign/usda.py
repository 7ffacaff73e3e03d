"""animation.usda, by OpenUSD: geometry at all time codes, metadata, and its own validator."""

from common import *
from pxr import Usd, UsdGeom

stage = Usd.Stage.Open(str(folder / "animation.usda"))
root = stage.GetDefaultPrim()
assert root and root.GetName() == "Scene"
assert stage.GetTimeCodesPerSecond() == stage.GetFramesPerSecond() == 50
assert (stage.GetStartTimeCode(), stage.GetEndTimeCode()) == (0, len(times) - 1)
assert UsdGeom.GetStageUpAxis(stage) == "Z" and UsdGeom.GetStageMetersPerUnit(stage) == 1

kinds = {p.GetName(): p.GetTypeName() for p in root.GetChildren()}
assert kinds == {"jelly_block": "Mesh", "net": "BasisCurves", "obstacle_0": "Mesh", "obstacle_1": "Sphere"}, kinds


def worst(points, own, reference):
    assert points.GetNumTimeSamples() == len(times)
    return max(np.abs(np.array(points.Get(k)) - reference[k, own]).max() for k in range(len(times)))


mesh = UsdGeom.Mesh(root.GetChild("jelly_block"))
own = vertices_of(0)
judge("usda skin", worst(mesh.GetPointsAttr(), own, positions))
assert worst(mesh.GetVelocitiesAttr(), own, velocities) < 1e-6 * speed
counts, corners = np.array(mesh.GetFaceVertexCountsAttr().Get()), np.array(mesh.GetFaceVertexIndicesAttr().Get())
assert (counts == 3).all() and (own[corners.reshape(-1, 3)] == frames["triangles"]).all()

curves = UsdGeom.BasisCurves(root.GetChild("net"))
own = vertices_of(1)[np.array(UsdGeom.PrimvarsAPI(curves).GetPrimvar("vertex").Get())]
judge("usda curves", worst(curves.GetPointsAttr(), own, positions))
assert worst(curves.GetVelocitiesAttr(), own, velocities) < 1e-6 * speed
assert curves.GetTypeAttr().Get() == "linear" and (own.reshape(-1, 2) == frames["edges"]).all()

# The plane lies at z = 0 and looks up; the ball follows its script along x.
plane = UsdGeom.Mesh(root.GetChild("obstacle_0"))
place = np.array(UsdGeom.Xformable(plane).ComputeLocalToWorldTransform(0))
corners = np.c_[np.array(plane.GetPointsAttr().Get()), np.ones(4)] @ place
assert np.abs(corners[:, 2]).max() < 1e-12
for k, t in enumerate(times):
    ball = np.array(UsdGeom.Xformable(root.GetChild("obstacle_1")).ComputeLocalToWorldTransform(k))
    assert np.abs(ball[3, :3] - [0.6 + 0.5 * t, 0.1, 0.1]).max() < 1e-9, (t, ball)
assert UsdGeom.Sphere(root.GetChild("obstacle_1")).GetRadiusAttr().Get() == 0.1

# Extents must hold the points at every time code.
for prim in (mesh, curves):
    for k in range(len(times)):
        low, high = np.array(prim.GetExtentAttr().Get(k))
        points = np.array(prim.GetPointsAttr().Get(k))
        assert (points >= low).all() and (points <= high).all()

# OpenUSD's own validators.
from pxr import UsdValidation

validators = UsdValidation.ValidationRegistry().GetOrLoadAllValidators()
errors = UsdValidation.ValidationContext(validators).Validate(stage)
assert not errors, [(e.GetName(), e.GetMessage()) for e in errors]
assert len(validators) > 10
print("usda:", len(validators), "validators have nothing to say")
