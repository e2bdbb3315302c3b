# The image of the scheduler and the workers. The versions of dask, distributed and orogen must be those of the client.
FROM python:3.12-slim
# The wheel of `maturin build --manifest-path crates/python/Cargo.toml --out .`, beside this file.
COPY orogen-*.whl /tmp/
RUN pip install --no-cache-dir "$(ls /tmp/orogen-*.whl)[bake]" s3fs
