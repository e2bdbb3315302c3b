//! The numbers of TIFF tags that are written and read: tags of OGC GeoTIFF 1.1 (2019) and of GDAL.

pub(crate) const MODEL_PIXEL_SCALE: u16 = 33_550;
pub(crate) const MODEL_TIEPOINT: u16 = 33_922;
pub(crate) const MODEL_TRANSFORMATION: u16 = 34_264;
pub(crate) const KEY_DIRECTORY: u16 = 34_735;
pub(crate) const KEY_DOUBLES: u16 = 34_736;
pub(crate) const KEY_TEXT: u16 = 34_737;
pub(crate) const GDAL_METADATA: u16 = 42_112;
pub(crate) const GDAL_NODATA: u16 = 42_113;
