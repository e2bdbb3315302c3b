"""Bakes a terrain on machines that are reached by SSH.

    pip install "./crates/python[bake]" asyncssh
    python bake_on_ssh.py alps /shared/alps.zarr --hosts head node1 node2

The first host runs the scheduler, the others run workers. You must be able to log in to all of them without a password, all
need the same Python packages, and all must reach the target.
"""

import argparse

import orogen
from dask.distributed import Client, SSHCluster


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recipe")
    parser.add_argument("target", help="a path that all hosts share, or a URL such as s3://bucket/alps.zarr")
    parser.add_argument("--hosts", nargs="+", required=True)
    parser.add_argument("--port", type=int, default=22, help="of the SSH servers")
    parser.add_argument("--spacing", type=float, help="metres between samples")
    parser.add_argument("--workers", type=int, default=8, help="worker processes on each host; one for each core")
    parser.add_argument("--python", help="Python on the hosts, if it differs from the one here")
    arguments = parser.parse_args()
    with (
        SSHCluster(
            arguments.hosts,
            connect_options={"port": arguments.port},
            worker_options={"nthreads": 1, "n_workers": arguments.workers},
            remote_python=arguments.python,
        ) as cluster,
        Client(cluster) as client,
    ):
        terrain = orogen.open(arguments.recipe)
        print(orogen.bake(terrain, arguments.target, spacing=arguments.spacing, client=client, progress=True).counts)


if __name__ == "__main__":
    main()
