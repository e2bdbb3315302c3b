//! PNGs built byte by byte from the specification, without the crate under test.
//!
//! Rows are unfiltered and in stored deflate blocks; checksums are computed the slow way.

/// A picture to write. Rows are the packed samples as stored in the file.
pub(crate) struct Picture {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) bits: u8,
    /// 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGB and alpha.
    pub(crate) colour: u8,
    pub(crate) interlaced: bool,
    /// Chunks before the image data.
    pub(crate) chunks: Vec<(&'static [u8; 4], Vec<u8>)>,
    /// Rows, or the rows of all passes of an interlaced picture, each without its filter byte.
    pub(crate) rows: Vec<Vec<u8>>,
}

impl Picture {
    pub(crate) fn grey16(width: u32, height: u32, values: &[u16]) -> Self {
        let row = |row: &[u16]| row.iter().flat_map(|value| value.to_be_bytes()).collect();
        let rows = values.chunks(width as usize).map(row).collect();
        Self { width, height, bits: 16, colour: 0, interlaced: false, chunks: Vec::new(), rows }
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
        let mut header = [self.width.to_be_bytes(), self.height.to_be_bytes()].concat();
        header.extend([self.bits, self.colour, 0, 0, self.interlaced.into()]);
        chunk(&mut file, b"IHDR", &header);
        for (name, data) in &self.chunks {
            chunk(&mut file, name, data);
        }
        let raw: Vec<u8> = self.rows.iter().flat_map(|row| [&[0], row.as_slice()].concat()).collect();
        chunk(&mut file, b"IDAT", &stored(&raw));
        chunk(&mut file, b"IEND", &[]);
        file
    }
}

pub(crate) fn chunk(file: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) {
    let body = [name.as_slice(), data].concat();
    file.extend((data.len() as u32).to_be_bytes());
    file.extend(&body);
    file.extend(crc(&body).to_be_bytes());
}

/// CRC-32 of ISO 3309, bit by bit.
pub(crate) fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc: u32, _| (crc >> 1) ^ (0xedb8_8320 * (crc & 1)))
    })
}

fn stored(raw: &[u8]) -> Vec<u8> {
    let mut stream = vec![0x78, 0x01];
    let blocks: Vec<&[u8]> = raw.chunks(0xffff).collect();
    for (i, block) in blocks.iter().enumerate() {
        let length = block.len() as u16;
        stream.push(u8::from(i + 1 == blocks.len()));
        stream.extend([length.to_le_bytes(), (!length).to_le_bytes()].concat());
        stream.extend(*block);
    }
    let (a, b) = raw.iter().fold((1, 0), |(a, b): (u32, u32), &byte| {
        let a = (a + u32::from(byte)) % 65_521;
        (a, (b + a) % 65_521)
    });
    stream.extend(((b << 16) | a).to_be_bytes());
    stream
}
