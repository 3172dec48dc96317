//! Reading and writing record files.

use super::{GameRecord, SCHEMA};
use std::io::{self, BufRead, BufReader, Read, Write};

/// What a reader found beside the good records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadReport {
    /// Good records.
    pub good: u64,
    /// Bad lines: line number and what is wrong.
    pub bad: Vec<(u64, String)>,
}

/// Reads records, compressed or not, and hands each to `each` with its line
/// number. A bad line is reported and the rest is used.
pub fn read_records(
    source: impl Read,
    mut each: impl FnMut(u64, GameRecord),
) -> io::Result<ReadReport> {
    let mut source = BufReader::new(source);
    let packed = source.fill_buf()?.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]);
    let mut lines: Box<dyn BufRead> = if packed {
        Box::new(BufReader::new(zstd::stream::read::Decoder::with_buffer(source)?))
    } else {
        Box::new(source)
    };
    let mut report = ReadReport::default();
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        match lines.read_until(b'\n', &mut line) {
            Ok(0) => break,
            Ok(_) => {}
            // A torn compressed file: what came before it stands.
            Err(e) => {
                report.bad.push((number, format!("unreadable from here on: {e}")));
                break;
            }
        }
        let text = String::from_utf8_lossy(&line);
        if text.trim().is_empty() {
            continue;
        }
        match serde_json::from_str::<GameRecord>(&text) {
            Ok(r) if r.schema == SCHEMA => {
                report.good += 1;
                each(number, r);
            }
            Ok(r) => {
                report.bad.push((number, format!("found schema {}; expected {SCHEMA}", r.schema)))
            }
            Err(e) => report.bad.push((number, format!("column {}: {e}", e.column()))),
        }
    }
    Ok(report)
}

/// Writes one record as one line.
pub fn write_record(out: &mut dyn Write, record: &GameRecord) -> io::Result<()> {
    serde_json::to_writer(&mut *out, record)?;
    out.write_all(b"\n")
}
