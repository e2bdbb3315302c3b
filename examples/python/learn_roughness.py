"""Trains a small network on endless patches: how rough is this ground?

    pip install ./crates/python scikit-learn
    python learn_roughness.py

The recipe has a parameter `roughness`, the gain of its octaves. Each patch has a value of its own, and carries it as a label.
The network sees how much heights vary at five scales, and estimates the label.
"""

import itertools
import time

import numpy as np
import orogen
from orogen.patches import ENDLESS, Patches
from sklearn.neural_network import MLPRegressor

RECIPE = """
orogen = 1
name = "Ground"
[domain]
size = "16 km"
[parameters]
roughness = { value = 0.5, range = [0.3, 0.7] }
[fields.ground]
type = "ridged"
wavelength = "800 m"
octaves = 7
gain = "roughness"
[height]
field = "ground"
scale = 300.0
"""

BATCH, BATCHES, TEST = 64, 40, 512


def features(patch):
    """How much heights vary from sample to sample, at five scales, as logarithms."""
    heights = patch["height"].astype(np.float64)
    found = []
    for _ in range(5):
        found.append(np.log(np.std(np.diff(heights, axis=0)) + np.std(np.diff(heights, axis=1))))
        heights = (heights[0::2, 0::2] + heights[1::2, 0::2] + heights[0::2, 1::2] + heights[1::2, 1::2]) / 4
    return np.array(found) - found[0], patch["parameters"]["roughness"]


def batch(patches, count):
    inputs, labels = zip(*(features(patch) for patch in itertools.islice(patches, count)))
    return np.array(inputs), np.array(labels)


def main():
    patches = Patches(
        orogen.open(RECIPE),
        size=64,
        spacing=4,
        parameters={"roughness": (0.3, 0.7)},
        region=ENDLESS,
        new_seeds=True,
        slopes=False,
    )
    start = time.perf_counter()
    # Patches from 1,000,000 on are for the test: training never sees them.
    test = batch(patches.stream(1_000_000), TEST)
    network = MLPRegressor(hidden_layer_sizes=(32, 32), learning_rate_init=0.01, random_state=0)
    stream = patches.stream()
    for number in range(1, BATCHES + 1):
        inputs, labels = batch(stream, BATCH)
        for _ in range(30):
            network.partial_fit(inputs, labels)
        if number % 10 == 0:
            error = np.abs(network.predict(test[0]) - test[1]).mean()
            print(f"{number * BATCH:5} patches: mean error {error:.4f}, score {network.score(*test):.3f}")
    print(f"{time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
