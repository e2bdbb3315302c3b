//! Reads the tables of a database file of SQLite: <https://www.sqlite.org/fileformat2.html>.
//!
//! The readers among crates either need an SQL parser, or a newer compiler than this crate, or do not read rows; SQLite itself is a
//! megabyte of C. A scan of a table is all that shapes need: no indices, no tables `WITHOUT ROWID`, UTF-8 only.
//!
//! A scan visits each page at most once, and the cells of a page may not be larger than the page. So it takes no more time and memory
//! than a sound file of the same length, whatever the bytes.

use super::record::Record;
use crate::Problem;

/// The first bytes of every database.
pub(in crate::shapes) const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// The length of the header of a database, in front of the first page's own header.
const HEADER: usize = 100;

/// The page types of tables: inner pages refer to children, leaves have rows.
const INNER: u8 = 5;
const LEAF: u8 = 13;

/// A database in memory.
pub(super) struct Database<'a> {
    bytes: &'a [u8],
    page_size: usize,
    /// Bytes of a page without the part at its end that is reserved for extensions.
    usable: usize,
}

/// The pages that a scan has visited.
struct Visited(Vec<bool>);

impl<'a> Database<'a> {
    /// Reads the header.
    pub(super) fn new(bytes: &'a [u8]) -> Result<Self, Problem> {
        if !bytes.starts_with(MAGIC) {
            let help = "save the layer from QGIS: Export > Save Features As > GeoPackage";
            return Err(Problem::new("it is no GeoPackage: it does not begin as a database of SQLite", help));
        }
        let header = bytes.get(..HEADER).ok_or_else(|| damaged("its header is cut off"))?;
        let page_size = match u16::from_be_bytes([header[16], header[17]]) {
            1 => 65_536,
            size => usize::from(size),
        };
        let usable = page_size.saturating_sub(usize::from(header[20]));
        if page_size < 512 || !page_size.is_power_of_two() || usable < 480 {
            return Err(damaged("its pages have no valid size"));
        }
        // An empty database has no encoding yet.
        if !matches!(header[56..60], [0, 0, 0, 0 | 1]) {
            let message = "its text is UTF-16, and GeoPackages have UTF-8";
            return Err(Problem::new(message, "save the layer to a new GeoPackage"));
        }
        Ok(Self { bytes, page_size, usable })
    }

    /// Calls `row` with each row of the table whose tree begins at the page `root`, in the order of their ids.
    pub(super) fn scan(
        &self,
        root: u32,
        row: &mut dyn FnMut(i64, &Record<'_>) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let mut visited = Visited(vec![false; self.bytes.len().div_ceil(self.page_size)]);
        // Children wait in reverse, so that the first is the next.
        let mut open = vec![root];
        while let Some(number) = open.pop() {
            let page = self.page(number, &mut visited)?;
            match page.kind() {
                INNER => {
                    open.push(page.number_at(page.start + 8)?);
                    let children = page.cells()?.rev().map(|cell| page.number_at(cell?));
                    children.into_iter().try_for_each(|child| child.map(|child| open.push(child)))?;
                    if open.len() > visited.0.len() {
                        return Err(damaged("a page is used twice"));
                    }
                }
                LEAF => self.rows(&page, &mut visited, row)?,
                _ => return Err(damaged(&format!("page {number} is no page of a table"))),
            }
        }
        Ok(())
    }

    /// Calls `row` with each row of a leaf.
    fn rows(
        &self,
        page: &Page<'a>,
        visited: &mut Visited,
        row: &mut dyn FnMut(i64, &Record<'_>) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let mut free = self.usable;
        for cell in page.cells()? {
            let mut rest = page.bytes.get(cell?..).unwrap_or_default();
            let cut = || damaged("a row is cut off");
            let length = varint(&mut rest).ok_or_else(cut)?;
            let id = varint(&mut rest).ok_or_else(cut)? as i64;
            let length = usize::try_from(length).ok().filter(|&length| length <= self.bytes.len());
            let length = length.ok_or_else(|| damaged("a row is longer than the file"))?;
            let local = self.local(length);
            let (here, rest) = rest.split_at_checked(local).ok_or_else(cut)?;
            // Cells that overlap would make a small file cost much time.
            free = free.checked_sub(local.max(1)).ok_or_else(|| damaged("rows overlap"))?;
            if local == length {
                row(id, &Record::new(here)?)?;
            } else {
                row(id, &Record::new(&self.overflowing(here, rest, length, visited)?)?)?;
            }
        }
        Ok(())
    }

    /// The bytes of a row of this length that are in the leaf itself; section 1.6 of the format.
    fn local(&self, length: usize) -> usize {
        let most = self.usable - 35;
        if length <= most {
            return length;
        }
        let least = (self.usable - 12) * 32 / 255 - 23;
        let fitting = least + (length - least) % (self.usable - 4);
        if fitting <= most { fitting } else { least }
    }

    /// A row that continues on a chain of pages. `rest` begins with the number of the first.
    fn overflowing(
        &self,
        here: &[u8],
        rest: &[u8],
        length: usize,
        visited: &mut Visited,
    ) -> Result<Vec<u8>, Problem> {
        let cut = || damaged("a row is cut off");
        let mut next = number(rest).ok_or_else(cut)?;
        let mut row = here.to_vec();
        while row.len() < length {
            let page = self.bytes_of(next, visited)?;
            let (first, rest) = page.split_at_checked(4).ok_or_else(cut)?;
            next = number(first).ok_or_else(cut)?;
            let part = rest.get(..rest.len().min(length - row.len())).ok_or_else(cut)?;
            row.extend_from_slice(part);
        }
        Ok(row)
    }

    /// The usable bytes of a page, whose numbers begin at 1.
    fn bytes_of(&self, number: u32, visited: &mut Visited) -> Result<&'a [u8], Problem> {
        let index = (number as usize).wrapping_sub(1);
        match visited.0.get_mut(index) {
            Some(seen) if !*seen => *seen = true,
            Some(_) => return Err(damaged(&format!("page {number} is used twice"))),
            None => return Err(damaged(&format!("page {number} is missing"))),
        }
        let page = self.bytes.get(index * self.page_size..).and_then(|rest| rest.get(..self.usable));
        page.ok_or_else(|| damaged(&format!("page {number} is cut off")))
    }

    fn page(&self, number: u32, visited: &mut Visited) -> Result<Page<'a>, Problem> {
        let bytes = self.bytes_of(number, visited)?;
        Ok(Page { bytes, start: if number == 1 { HEADER } else { 0 } })
    }
}

/// A page of a tree.
struct Page<'a> {
    bytes: &'a [u8],
    /// Where its own header begins. A page has at least 480 bytes, so the header is complete.
    start: usize,
}

impl Page<'_> {
    fn kind(&self) -> u8 {
        self.bytes[self.start]
    }

    /// The places of its cells.
    fn cells(&self) -> Result<impl DoubleEndedIterator<Item = Result<usize, Problem>>, Problem> {
        let count = u16::from_be_bytes([self.bytes[self.start + 3], self.bytes[self.start + 4]]);
        let first = self.start + if self.kind() == INNER { 12 } else { 8 };
        let places = self.bytes.get(first..).and_then(|rest| rest.get(..2 * usize::from(count)));
        let places = places.ok_or_else(|| damaged("a page has more cells than fit in it"))?;
        let place = |pair: &[u8; 2]| Ok(usize::from(u16::from_be_bytes(*pair)));
        Ok(places.as_chunks().0.iter().map(place))
    }

    fn number_at(&self, place: usize) -> Result<u32, Problem> {
        self.bytes.get(place..).and_then(number).ok_or_else(|| damaged("a cell is outside of its page"))
    }
}

/// The number of a page.
fn number(bytes: &[u8]) -> Option<u32> {
    bytes.first_chunk().map(|bytes| u32::from_be_bytes(*bytes))
}

/// Takes a number of variable length: seven bits a byte, most significant first, and eight bits of a ninth byte.
pub(super) fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for index in 0..9 {
        let byte = u64::from(*bytes.get(index)?);
        if index == 8 || byte < 0x80 {
            *bytes = &bytes[index + 1..];
            return Some(if index == 8 { number << 8 | byte } else { number << 7 | byte });
        }
        number = number << 7 | byte & 0x7F;
    }
    None
}

/// The error of a file that is no sound database.
pub(super) fn damaged(why: &str) -> Problem {
    let help = "save the layer to a new GeoPackage, or convert it: `ogr2ogr OUT.gpkg IN.gpkg`";
    Problem::new(format!("it is a damaged GeoPackage: {why}"), help)
}
