"""Bakes a terrain on Kubernetes, with the cluster of `kubernetes.yaml`.

helm install --repo https://helm.dask.org --create-namespace -n dask-operator --generate-name dask-kubernetes-operator
docker build -t REGISTRY/orogen-dask -f kubernetes.Dockerfile . && docker push REGISTRY/orogen-dask
kubectl apply -f kubernetes.yaml
pip install "./crates/python[bake]" dask-kubernetes s3fs
python bake_on_kubernetes.py alps s3://bucket/alps.zarr --spacing 4
kubectl delete -f kubernetes.yaml
"""

import argparse

import orogen
from dask.distributed import Client
from dask_kubernetes.operator import KubeCluster


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recipe")
    parser.add_argument("target", help="a URL that all pods reach, such as s3://bucket/alps.zarr")
    parser.add_argument("--spacing", type=float, help="metres between samples")
    parser.add_argument("--workers", type=int, default=8)
    parser.add_argument("--cluster", default="orogen", help="its name in kubernetes.yaml")
    parser.add_argument("--namespace", default="default")
    arguments = parser.parse_args()
    cluster = KubeCluster.from_name(arguments.cluster, namespace=arguments.namespace)
    cluster.scale(arguments.workers)
    with Client(cluster) as client:
        client.wait_for_workers(1)
        terrain = orogen.open(arguments.recipe)
        print(orogen.bake(terrain, arguments.target, spacing=arguments.spacing, client=client, progress=True).counts)


if __name__ == "__main__":
    main()
