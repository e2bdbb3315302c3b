"""Bakes a terrain on a Slurm cluster.

    pip install "./crates/python[bake]" dask-jobqueue
    python bake_on_slurm.py alps /scratch/alps.zarr --jobs 32 --partition cpu

Run it on a login node, or in a job of its own. It starts the scheduler in this process and submits jobs of one core, each with
one worker. Jobs that end early, or that Slurm preempts, cost the chunks that they are working on.
"""

import argparse
import os
import shlex

import orogen
from dask.distributed import Client
from dask_jobqueue import SLURMCluster


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recipe")
    parser.add_argument("target", help="a path that all nodes share, or a URL such as s3://bucket/alps.zarr")
    parser.add_argument("--spacing", type=float, help="metres between samples")
    parser.add_argument("--jobs", type=int, default=16)
    parser.add_argument("--partition", help="Slurm's queue; without it, the default one")
    parser.add_argument("--time", default="04:00:00", help="of a job")
    parser.add_argument("--memory", default="2GB", help="of a job")
    parser.add_argument("--solutions", help="a folder for solutions of erosion that all nodes share")
    arguments = parser.parse_args()
    if arguments.solutions:
        # Here for the solver, and below for the workers, which read what it keeps.
        os.environ["OROGEN_CACHE"] = arguments.solutions
    with (
        SLURMCluster(
            cores=1,
            processes=1,
            memory=arguments.memory,
            walltime=arguments.time,
            queue=arguments.partition,
            job_script_prologue=[f"export OROGEN_CACHE={shlex.quote(os.path.abspath(arguments.solutions))}"] if arguments.solutions else [],
        ) as cluster,
        Client(cluster) as client,
    ):
        cluster.scale(jobs=arguments.jobs)
        client.wait_for_workers(1)
        terrain = orogen.open(arguments.recipe)
        print(orogen.bake(terrain, arguments.target, spacing=arguments.spacing, client=client, progress=True).counts)


if __name__ == "__main__":
    main()
