//! Reading and writing terrain products.
