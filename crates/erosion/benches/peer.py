"""Times a step of fastscapelib, for comparison with the example `steps`:

    cargo run --release -p orogen-erosion --example steps
    pip install fastscapelib numpy
    python crates/erosion/benches/peer.py

Its steps route water (single receivers, sinks resolved by a minimum spanning tree; and multiple receivers, sinks flooded first), sum
the drained areas, and cut by the stream power law. Orogen's do that with multiple receivers, and also deposit sediment, slide
slopes, widen valleys and fill hollows.
"""

import time

import fastscapelib as fs
import numpy as np

SIDE, SPACING, STEPS = 1024, 32.0, 8


def seconds_a_step(routers):
    grid = fs.RasterGrid([SIDE, SIDE], [SPACING, SPACING], fs.NodeStatus.FIXED_VALUE)
    graph = fs.FlowGraph(grid, routers)
    eroder = fs.SPLEroder(graph, 1.2e-5, 0.42, 1.0, 1e-3)
    height = np.random.default_rng(1).uniform(0.0, 1.0, (SIDE, SIDE))
    area = np.empty_like(height)
    uplift = np.full_like(height, 100.0)
    uplift[[0, -1], :] = 0.0
    uplift[:, [0, -1]] = 0.0
    times = []
    for _ in range(STEPS):
        begin = time.perf_counter()
        raised = height + uplift
        graph.update_routes(raised)
        graph.accumulate(area, 1.0)
        height = raised - eroder.erode(raised, area, 1e5)
        times.append(time.perf_counter() - begin)
    return float(np.median(times))


for name, routers in [
    ("single receivers", [fs.SingleFlowRouter(), fs.MSTSinkResolver()]),
    ("multiple receivers", [fs.PFloodSinkResolver(), fs.MultiFlowRouter(1.5)]),
]:
    print(f"{name}: {1000 * seconds_a_step(routers):.0f} ms a step of {SIDE}² cells")
