# %% [markdown]
# # A planet
#
# A planet is a terrain on a sphere. Places are latitudes and longitudes in degrees.

# %%
import matplotlib.pyplot as plt
import numpy as np
import orogen

luna = orogen.open("luna")
print(luna, f"radius {luna.radius / 1000:.0f} km")

# %% [markdown]
# ## The whole planet
#
# A map of the whole planet has `n` rows and `2 n` columns: the north pole is at the top, and longitude 0 is in the middle.

# %%
world = luna.heights((256, 512))
figure, axes = plt.subplots(figsize=(9, 4.8))
picture = axes.imshow(world / 1000, cmap="gray", extent=(-180, 180, -90, 90))
figure.colorbar(picture, label="height in km", shrink=0.8)
axes.set(xlabel="longitude", ylabel="latitude")
plt.show()

# %% [markdown]
# ## A region
#
# A region is given by its south, west, north and east. The slopes of a map are along its rows and columns.

# %%
south, west, north, east = 0, 20, 12, 38
place = luna.raster((400, 600), region=(south, west, north, east))
light = np.array([-0.75, -0.35, 0.55])
figure, axes = plt.subplots(figsize=(9, 6.2))
shade = np.clip(place.normals() @ light, 0, 1)
axes.imshow(shade, cmap="gray", extent=(west, east, south, north))
axes.set(xlabel="longitude", ylabel="latitude", title="Low sun in the north-west")
plt.show()

# %% [markdown]
# ## Points
#
# Points have heights in float64. On a planet the gradient is a vector in space, along the ground.

# %%
height, gradient = luna.sample([[0.67, 23.47], [-43.3, -11.2]])
slope = np.degrees(np.arctan(np.linalg.norm(gradient, axis=1)))
print(f"0.67 N, 23.47 E: {height[0]:.1f} m, slope {slope[0]:.1f} degrees")
print(f"43.3 S, 11.2 W: {height[1]:.1f} m, slope {slope[1]:.1f} degrees")

# %% [markdown]
# ## Tiles for a globe
#
# Tiles divide the six faces of a cube. A tile has positions and normals in space, which is all that a renderer needs.

# %%
tile = luna.tile("px/3/4/4", samples=65)
local = (tile.positions - tile.positions[32, 32]) / 1000
figure = plt.figure(figsize=(7, 6))
axes = figure.add_subplot(projection="3d")
x, y, z = np.moveaxis(local, -1, 0)
axes.plot_surface(y, z, x, cmap="gray", rcount=65, ccount=65)
axes.set(xlabel="y in km", ylabel="z in km", zlabel="x in km")
plt.show()
