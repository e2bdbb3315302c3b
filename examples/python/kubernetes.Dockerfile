# The image of the scheduler and the workers. The versions of dask, distributed and orogen must be those of the client.
FROM python:3.12-slim
RUN pip install --no-cache-dir "orogen[bake]" s3fs
