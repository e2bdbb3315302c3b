# %% [markdown]
# # Noise and masks for machine learning
#
# Training needs many different examples with exact labels. A recipe makes both, without files.

# %%
import time

import matplotlib.pyplot as plt
import numpy as np
import orogen
from orogen import noise

# %% [markdown]
# ## Noise alone
#
# `orogen.noise` evaluates fractals without a recipe. `gradient=True` adds the exact derivatives.

# %%
fbm = noise.Fbm("hermite", octaves=8, wavelength=200.0, seed=7)
start = time.perf_counter()
values = fbm.grid((1024, 1024))
seconds = time.perf_counter() - start
print(f"{values.size} values with 8 octaves, {seconds / values.size * 1e9:.1f} ns each")

kinds = [noise.Fbm, noise.Ridged, noise.Billow, noise.Swiss]
figure, all_axes = plt.subplots(1, 4, figsize=(10, 2.9))
for axes, kind in zip(all_axes, kinds):
    axes.imshow(kind(wavelength=120.0, seed=3).grid((256, 256)), cmap="gray")
    axes.set(title=kind.__name__, xticks=[], yticks=[])
figure.tight_layout()
plt.show()

# %% [markdown]
# ## A mask as a label
#
# Any field of a recipe can be a label. This recipe buries hills under dunes. The field `sand` says where the sand is,
# from 0 to 1.

# %%
recipe = """
orogen = 1
[domain]
size = "4 km"
[fields.hills]
type = "fbm"
wavelength = "1.4 km"
[fields.waves]
type = "dunes"
wavelength = "220 m"
height = "14 m"
[fields.sand]
type = "smoothstep"
input = "hills"
low = 0.05
high = -0.1
[height]
field = "300 * hills + waves * sand"
"""
desert = orogen.open(recipe)
dx, dy = desert.slopes(256)
sand = desert.field("sand", 256)
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4.6))
left.imshow((1 - dx - dy) / np.sqrt(dx**2 + dy**2 + 1), cmap="gray")
left.set(title="input: a hill shade", xticks=[], yticks=[])
right.imshow(sand, cmap="viridis")
right.set(title="label: `sand`", xticks=[], yticks=[])
figure.tight_layout()
plt.show()

# %% [markdown]
# ## A small model
#
# Each example is a window of another seed, so the examples for training and those for the test have nothing in common.
# The model is linear: it estimates the share of sand in a window from statistics of its slopes.

# %%
def example(index, size=48):
    """Statistics of a window, and the mean of its mask."""
    terrain = desert.with_(seed=index)
    row, column = np.random.default_rng(index).integers(0, 400, 2)
    window = (row, column, size, size, 8.0)
    dx, dy = terrain.window(*window, contents="slopes")
    slope = np.hypot(dx, dy)
    bends = [np.abs(np.diff(dx, axis=1)), np.abs(np.diff(dy, axis=0))]
    statistics = [1, slope.mean(), slope.std(), dx.std(), dy.std()]
    statistics += [*map(np.mean, bends), *map(np.median, bends)]
    statistics += [*np.quantile(dx, [0.02, 0.98]), *np.quantile(dy, [0.02, 0.98])]
    return statistics, terrain.window(*window, field="sand").mean()


def examples(indices):
    statistics, labels = zip(*map(example, indices))
    return np.array(statistics), np.array(labels)


statistics, labels = examples(range(200))
weights, *_ = np.linalg.lstsq(statistics, labels, rcond=None)
statistics, labels = examples(range(200, 280))
estimates = statistics @ weights
error = np.abs(estimates - labels).mean()
blind = np.abs(labels - labels.mean()).mean()
print(f"mean error {error:.3f}; of a model that always answers the mean, {blind:.3f}")
assert error < blind / 2

# %%
figure, axes = plt.subplots(figsize=(5, 5))
axes.plot([0, 1], [0, 1], color="lightgray")
axes.plot(labels, estimates, ".")
axes.set(xlabel="sand in the window", ylabel="estimate")
plt.show()
