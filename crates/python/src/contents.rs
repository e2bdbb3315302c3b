//! What a raster has at each sample, and how it is stored in an array.

use numpy::ndarray::{ArrayViewMutD, Axis, Ix1, Ix3};
use orogen::{Band, Raster};

/// What a raster has at each sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contents {
    /// The height.
    Height,
    /// The slopes along the rows and across them.
    Slopes,
    /// The height and both slopes.
    Raster,
    /// The unit normal.
    Normals,
}

impl Contents {
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        match name {
            "height" => Some(Self::Height),
            "slopes" => Some(Self::Slopes),
            "raster" => Some(Self::Raster),
            "normals" => Some(Self::Normals),
            _ => None,
        }
    }

    /// The shape of the array.
    pub(crate) fn shape(self, rows: usize, columns: usize) -> Vec<usize> {
        match self {
            Self::Height => vec![rows, columns],
            Self::Slopes => vec![2, rows, columns],
            Self::Raster => vec![3, rows, columns],
            Self::Normals => vec![rows, columns, 3],
        }
    }

    pub(crate) fn needs_slopes(self) -> bool {
        self != Self::Height
    }

    /// Writes a band into the array.
    pub(crate) fn store<T: From<f32>>(self, band: &Band, array: &mut ArrayViewMutD<'_, T>) {
        match self {
            Self::Height => store_rows(&band.height, band, array),
            Self::Slopes => store_planes(&[&band.dx, &band.dy], band, array),
            Self::Raster => store_planes(&[&band.height, &band.dx, &band.dy], band, array),
            Self::Normals => store_normals(band, array),
        }
    }
}

fn store_planes<T: From<f32>>(planes: &[&[f32]], band: &Band, array: &mut ArrayViewMutD<'_, T>) {
    for (plane, mut target) in planes.iter().zip(array.axis_iter_mut(Axis(0))) {
        store_rows(plane, band, &mut target);
    }
}

fn store_rows<T: From<f32>>(plane: &[f32], band: &Band, array: &mut ArrayViewMutD<'_, T>) {
    let rows = array.axis_iter_mut(Axis(0)).skip(band.first_row);
    for (row, values) in rows.zip(plane.chunks_exact(band.columns)) {
        // Known to have one axis, the row is copied many times faster.
        let mut row = row.into_dimensionality::<Ix1>().unwrap_or_else(|_| unreachable!("a row has one axis"));
        row.iter_mut().zip(values).for_each(|(to, &value)| *to = value.into());
    }
}

fn store_normals<T: From<f32>>(band: &Band, array: &mut ArrayViewMutD<'_, T>) {
    let mut array = array
        .view_mut()
        .into_dimensionality::<Ix3>()
        .unwrap_or_else(|_| unreachable!("normals have three axes"));
    for (index, (&dx, &dy)) in band.dx.iter().zip(&band.dy).enumerate() {
        let (row, column) = (band.first_row + index / band.columns, index % band.columns);
        for (axis, part) in Raster::normal([dx, dy]).into_iter().enumerate() {
            array[[row, column, axis]] = part.into();
        }
    }
}
