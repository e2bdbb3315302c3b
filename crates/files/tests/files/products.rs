//! Properties of every product, whatever its encoding.

use std::path::Path;

use orogen_engine::raster::Band;

use crate::terrain::{MAKERS, band, write};

#[test]
fn bytes_do_not_depend_on_the_bands() {
    let folder = tempfile::tempdir().unwrap();
    for (name, make) in MAKERS {
        let path = folder.path().join(name);
        let files = [&[23][..], &[1; 23], &[7, 0, 13, 3], &[22, 1]].map(|cuts| {
            write(make, &path, cuts);
            std::fs::read(&path).unwrap()
        });
        assert!(files.iter().all(|file| *file == files[0]), "{name}");
    }
}

#[test]
fn a_product_that_is_dropped_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for (name, make) in MAKERS {
        let path = folder.path().join(name);
        let mut product = make(&path).unwrap();
        product.write(&band(0, 20)).unwrap();
        assert!(!path.exists());
        drop(product);
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "{name}");
    }
}

#[test]
fn missing_rows_are_an_error_and_leave_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for (name, make) in MAKERS {
        let mut product = make(&folder.path().join(name)).unwrap();
        product.write(&band(0, 22)).unwrap();
        let error = product.finish().unwrap_err();
        assert!(error.message.contains("22 of 23 rows"), "{error}");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "{name}");
    }
}

#[test]
fn bands_out_of_order_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    for (name, make) in MAKERS {
        let mut product = make(&folder.path().join(name)).unwrap();
        product.write(&band(0, 5)).unwrap();
        let mut narrow = Band { columns: 36, ..band(5, 1) };
        for plane in [&mut narrow.height, &mut narrow.dx, &mut narrow.dy] {
            plane.truncate(36);
        }
        let mut torn = band(5, 1);
        torn.height.pop();
        for wrong in [band(0, 5), band(6, 1), narrow, torn] {
            let error = product.write(&wrong).unwrap_err();
            assert!(error.message.contains("row 5 of 37 samples"), "{error}");
        }
        product.write(&band(5, 18)).unwrap();
        let beyond = Band { first_row: 23, ..band(0, 1) };
        assert!(product.write(&beyond).is_err());
    }
}

#[test]
fn samples_that_are_not_finite_are_named_and_end_the_product() {
    let folder = tempfile::tempdir().unwrap();
    for (name, make) in MAKERS {
        for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let mut product = make(&folder.path().join(name)).unwrap();
            product.write(&band(0, 4)).unwrap();
            let mut wrong = band(4, 19);
            let plane = if name == "normal.png" { &mut wrong.dy } else { &mut wrong.height };
            plane[37 * 2 + 5] = value;
            let error = product.write(&wrong).unwrap_err();
            assert!(error.message.contains(&format!("{value} at column 5, row 6")), "{error}");
            assert!(product.finish().is_err());
        }
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn a_missing_folder_is_reported_at_once() {
    for (name, make) in MAKERS {
        let path = Path::new("no/such/folder").join(name);
        let error = make(&path).err().unwrap();
        assert_eq!(error.path, path);
        assert!(error.message.contains("no such file or folder"), "{error}");
    }
}

#[test]
fn a_complete_product_waits_for_its_commit() {
    let folder = tempfile::tempdir().unwrap();
    for (name, make) in MAKERS {
        let path = folder.path().join(name);
        let complete = || {
            let mut product = make(&path).unwrap();
            product.write(&band(0, 23)).unwrap();
            product.complete().unwrap()
        };
        drop(complete());
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "{name}");
        let output = complete();
        assert_eq!(output.path(), path);
        assert!(!path.exists(), "{name}");
        assert_eq!(output.commit().unwrap(), path);
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn the_digest_is_that_of_the_bytes_on_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    for (name, make) in MAKERS {
        let mut product = make(&folder.path().join(name)).unwrap();
        product.write(&band(0, 23)).unwrap();
        let output = product.complete().unwrap();
        let digest = output.files()[0].1.clone();
        let bytes = std::fs::read(output.commit().unwrap()).unwrap();
        assert_eq!(digest.bytes, bytes.len() as u64, "{name}");
        assert_eq!(digest.blake3, blake3::hash(&bytes).to_hex().as_str(), "{name}");
    }
}
