# %% [markdown]
# # A first terrain
#
# A recipe becomes an array of heights, with exact slopes. This page is a script that ran when the site was built.

# %%
import matplotlib.pyplot as plt
import numpy as np
import orogen

alps = orogen.open("alps")
height, dx, dy = alps.raster(512)
print(alps)
print(f"{height.shape}, {height.dtype}, {height.min():.0f} to {height.max():.0f} m")

# %% [markdown]
# ## Hill shade
#
# The slopes are the exact derivatives of the height, in metres per metre. No differences between samples are needed, so the
# shade has no seams and no loss at the border. `x` grows to the right and `y` grows down, like columns and rows.

# %%
def hill_shade(dx, dy, azimuth=315, altitude=35):
    """The cosine of the angle between the ground's normal and the light, 0 in shade."""
    azimuth, altitude = np.radians([azimuth, altitude])
    level, up = np.cos(altitude), np.sin(altitude)
    east, south = np.sin(azimuth) * level, -np.cos(azimuth) * level
    light = (-dx * east - dy * south + up) / np.sqrt(dx**2 + dy**2 + 1)
    return np.clip(light, 0, 1)


kilometres = alps.size / 1000
figure, axes = plt.subplots(figsize=(7, 7))
axes.imshow(hill_shade(dx, dy), cmap="gray", extent=(0, kilometres, kilometres, 0))
axes.set(xlabel="x in km", ylabel="y in km", title="Hill shade")
plt.show()

# %% [markdown]
# ## A closer look
#
# A terrain has no fixed resolution. The same valley at 4 m per sample has details that were too small for the samples above.

# %%
near = alps.raster(spacing=4, region=(6000, 6000, 8000, 8000))
figure, axes = plt.subplots(figsize=(7, 7))
axes.imshow(hill_shade(near.dx, near.dy), cmap="gray", extent=(6, 8, 8, 6))
along = np.linspace(6, 8, 501)
axes.contour(along, along, near.height, levels=15, colors="tab:red", linewidths=0.5)
axes.set(xlabel="x in km", ylabel="y in km", title="2 km at 4 m per sample, with contours")
plt.show()

# %% [markdown]
# ## Another seed, other numbers
#
# `with_` returns a changed terrain. The seed gives another terrain of the same kind; parameters of the recipe and numbers of its
# fields have names.

# %%
ridges = orogen.open("ridges")
variants = {
    "the preset": ridges,
    "seed=3": ridges.with_(seed=3),
    "crests_gain=0.3": ridges.with_(crests_gain=0.3),
}
figure, all_axes = plt.subplots(1, 3, figsize=(10, 3.6))
for axes, (title, terrain) in zip(all_axes, variants.items()):
    slopes = terrain.slopes(256)
    axes.imshow(hill_shade(*slopes), cmap="gray")
    axes.set(title=title, xticks=[], yticks=[])
figure.tight_layout()
plt.show()

# %% [markdown]
# ## Exact slopes
#
# How exact? Central differences of heights in float64 around a point come closer and closer to the gradient.

# %%
x, y = 7000.0, 7000.0
exact = ridges.sample([[x, y]]).gradient[0, 0]
for step in [10, 1, 0.1, 0.01]:
    (left, right), _ = ridges.sample([[x - step, y], [x + step, y]])
    print(f"step {step:5} m: difference {(right - left) / (2 * step):+.8f}, exact {exact:+.8f}")
