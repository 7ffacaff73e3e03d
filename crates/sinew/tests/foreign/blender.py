"""animation.usda, cache/*.pc2 and animation.glb, by Blender. No test runs this (bpy is large): in a venv of its own
`pip install bpy`, then `python blender.py FOLDER` with the folder of a run of the scene in main.rs."""

from common import *
import bpy


def points(thing):
    """World positions as Blender evaluates them at the current frame."""
    thing = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
    if thing.type == "MESH":
        data, name = thing.to_mesh().vertices, "co"
    else:
        data, name = thing.data.points, "position"
    flat = np.empty(3 * len(data))
    data.foreach_get(name, flat)
    place = np.array(thing.matrix_world)
    return flat.reshape(-1, 3) @ place[:3, :3].T + place[:3, 3]


def worst(things):
    error = 0
    for k in range(len(times)):
        bpy.context.scene.frame_set(k)
        error = max([error] + [np.abs(points(thing) - positions[k, own]).max() for thing, own in things])
    return error


def named(name):
    return next(thing for thing in bpy.data.objects if thing.name.startswith(name))


def empty():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = 50


empty()
bpy.ops.wm.usd_import(filepath=str(folder / "animation.usda"))
judge("Blender, usda", worst([(named("jelly_block"), vertices_of(0)), (named("net"), frames["edges"].reshape(-1))]))

empty()
things = []
for body, name in enumerate(["jelly_block", "net"]):
    bpy.ops.wm.obj_import(filepath=str(folder / "cache" / f"{name}.obj"), forward_axis="Y", up_axis="Z")
    cache = named(name).modifiers.new("cache", "MESH_CACHE")
    cache.cache_format, cache.filepath = "PC2", str(folder / "cache" / f"{name}.pc2")
    cache.forward_axis, cache.up_axis, cache.frame_start = "POS_Y", "POS_Z", 0
    things.append((named(name), vertices_of(body)))
judge("Blender, pc2", worst(things))

empty()
bpy.ops.import_scene.gltf(filepath=str(folder / "animation.glb"))
judge("Blender, glb", worst([(named("jelly_block"), vertices_of(0)), (named("net"), vertices_of(1))]))
