"""The other half of mesh_meshio.rs: what meshio makes of lope's files, and files by meshio for lope.

usage: check.py read DIR    compare the files that lope wrote with the arrays beside them
       check.py write DIR   write the arrays of DIR in every format
"""

import sys
from pathlib import Path

import meshio
import numpy as np
from meshio.vtk import _vtk_42, _vtk_51


def arrays(folder):
    """Points, tetrahedra and triangles as lope wrote them."""
    points = np.fromfile(folder / "points.bin", "<f8").reshape(-1, 3)
    tets = np.fromfile(folder / "tets.bin", "<u4").reshape(-1, 4).astype(np.int64)
    triangles = np.fromfile(folder / "triangles.bin", "<u4").reshape(-1, 3).astype(np.int64)
    return points, tets, triangles


def same(name, what, ours, theirs):
    if ours.shape != theirs.shape or not np.array_equal(ours, theirs):
        sys.exit(f"{name}: {what} differ: {ours.shape} by lope, {theirs.shape} by meshio")


def cells(mesh, kind, corners):
    blocks = [block.data for block in mesh.cells if block.type == kind]
    return np.concatenate(blocks).astype(np.int64) if blocks else np.empty((0, corners), np.int64)


def read(folder):
    points, tets, triangles = arrays(folder)
    for path in sorted((folder / "ours").iterdir()):
        mesh = meshio.read(path)
        if path.suffix == ".stl":
            corners = mesh.points[cells(mesh, "triangle", 3)]
            same(path.name, "corners", points[triangles].astype(np.float32), corners.astype(np.float32))
            continue
        same(path.name, "points", points, mesh.points)
        same(path.name, "triangles", triangles, cells(mesh, "triangle", 3))
        if path.suffix in (".msh", ".vtu"):
            same(path.name, "tetrahedra", tets, cells(mesh, "tetra", 4))
        print(f"meshio reads {path.name}: equal")


def write(folder):
    points, tets, triangles = arrays(folder)
    out = folder / "theirs"
    solid = meshio.Mesh(points, [("tetra", tets)])
    surface = meshio.Mesh(points, [("triangle", triangles)])
    for binary in (False, True):
        kind = "binary" if binary else "text"
        for version in ("2.2", "4.1"):
            meshio.gmsh.write(out / f"solid-{version}-{kind}.msh", solid, version, binary=binary)
        for version, module in (("42", _vtk_42), ("51", _vtk_51)):
            module.write(out / f"solid-{version}-{kind}.vtk", solid, binary=binary)
        meshio.ply.write(out / f"surface-{kind}.ply", surface, binary=binary)
        meshio.stl.write(out / f"surface-{kind}.stl", surface, binary=binary)
    meshio.vtu.write(out / "solid-text.vtu", solid, binary=False, compression=None)
    for header in ("UInt32", "UInt64"):
        meshio.vtu.write(out / f"solid-base64-{header}.vtu", solid, compression=None, header_type=header)
        meshio.vtu.write(out / f"solid-zlib-{header}.vtu", solid, compression="zlib", header_type=header)
    meshio.medit.write(out / "solid.mesh", solid)
    meshio.tetgen.write(out / "solid.node", solid)
    meshio.obj.write(out / "surface.obj", surface)


if __name__ == "__main__":
    {"read": read, "write": write}[sys.argv[1]](Path(sys.argv[2]))
