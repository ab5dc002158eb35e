//! The log: everything that a memory was told, in order. The source of record.
//!
//! Units, feedback and rests are appended and never changed; everything else that a memory holds
//! (links, strengths, indexes) follows from them and can be rebuilt with [`Log::replay`]. The one
//! exception is erasure, which takes the unit out of the past and leaves a mark that something was
//! erased.
//!
//! As bytes a log is a heading and then frames, each with its length, its checksum and one record
//! (postcard). What a crash or a faulty disk did to the bytes is found when they are read: whole
//! records before and after the damage are read, the damaged bytes are kept and counted, and what
//! does not begin as a log is an error and never an empty log.
//!
//! Files are opened by the caller, who hands in a [`Read`] or a [`Write`].

use std::io::{self, Read, Write};
use std::sync::Arc;

use base::{Digest, SimTime, UnitId};
use serde::{Deserialize, Serialize};

use crate::system::{Feedback, MemoryError, MemorySystem};
use crate::unit::MemoryUnit;

/// The first bytes of every log. The number is the version of the format.
const HEADING: &[u8] = b"brainmem log 2\n";
/// Bytes before the payload of a frame: its length (4, little end first) and its checksum (8).
const FRAME_HEAD: usize = 12;
/// The longest payload that is taken for one: a damaged length must not swallow what follows.
const LONGEST_PAYLOAD: usize = 1 << 24;

/// One thing that a memory was told.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Record {
    /// An experience, as it was recorded.
    Unit(Arc<MemoryUnit>),
    /// What came of a plan.
    Feedback(Feedback),
    /// A rest at that time.
    Rest(SimTime),
    /// There was a unit here, and it was erased. Nothing of it is left but its id, which is a
    /// digest and does not give its words away.
    Erased(UnitId),
}

/// Everything that a memory was told, in order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Log {
    records: Vec<Record>,
    /// In the order of `before`.
    unread: Vec<Unread>,
}

/// Bytes that no record could be read from. They are kept as they are and written out again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// The number of records that come before it.
    pub before: usize,
    /// The bytes, with their frame if there was one.
    pub bytes: Vec<u8>,
    /// What is wrong with them.
    pub why: Damage,
}

/// What is wrong with bytes that no record could be read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Damage {
    /// The bytes end in the middle of a frame: a write was cut off.
    CutOff,
    /// The checksum does not fit.
    Changed,
    /// The frame is whole, but holds no record that this version knows.
    Unknown,
}

/// What was found when a log was read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reading {
    /// Whole records.
    pub records: usize,
    /// Bytes at the end that were cut off within a frame.
    pub cut_off_bytes: usize,
    /// Stretches of bytes that were changed since they were written.
    pub changed: usize,
    /// Whole frames that hold no record which this version knows.
    pub unknown: usize,
}

impl Reading {
    /// Whether every byte was read.
    pub fn is_whole(&self) -> bool {
        self.cut_off_bytes == 0 && self.changed == 0 && self.unknown == 0
    }
}

/// A log could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The bytes are not a log.
    #[error(
        "these {bytes} bytes are not a memory log: they do not begin with \"brainmem log 2\"; \
         nothing was read and nothing was changed"
    )]
    NotALog {
        /// How many bytes there are.
        bytes: usize,
    },
    /// Reading or writing failed.
    #[error("a memory log could not be read or written")]
    Io(#[from] io::Error),
}

impl Log {
    /// Adds a record at the end.
    pub fn push(&mut self, record: Record) {
        self.records.push(record);
    }

    /// Every record, oldest first.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Every unit that was recorded and not erased, in the order of recording.
    pub fn units(&self) -> impl Iterator<Item = &Arc<MemoryUnit>> {
        self.records.iter().filter_map(|record| match record {
            Record::Unit(unit) => Some(unit),
            Record::Feedback(_) | Record::Rest(_) | Record::Erased(_) => None,
        })
    }

    /// The bytes that no record could be read from.
    pub fn unread(&self) -> &[Unread] {
        &self.unread
    }

    /// Takes a unit out of the past: its record becomes [`Record::Erased`], feedback no longer
    /// names it, and unread bytes in which its words stand are dropped.
    pub fn erase(&mut self, id: UnitId, unit: &MemoryUnit) {
        for record in &mut self.records {
            match record {
                // Comparing words first spares the digest of nearly every record.
                Record::Unit(held) if held.words == unit.words && held.content_id() == id => {
                    *record = Record::Erased(id);
                }
                Record::Feedback(feedback) => feedback.used.retain(|used| *used != id),
                Record::Unit(_) | Record::Rest(_) | Record::Erased(_) => {}
            }
        }
        let words = unit.words.as_bytes();
        self.unread.retain(|unread| words.is_empty() || !contains(&unread.bytes, words));
    }

    /// Tells everything in this log to `memory`, each unit recorded and then associated.
    ///
    /// # Errors
    ///
    /// Whatever the memory cannot do; it then holds what came before.
    pub fn replay(&self, memory: &mut dyn MemorySystem) -> Result<(), MemoryError> {
        for record in &self.records {
            match record {
                Record::Unit(unit) => {
                    let id = memory.record(MemoryUnit::clone(unit))?;
                    memory.associate(id)?;
                }
                Record::Feedback(feedback) => memory.feedback(feedback),
                Record::Rest(now) => memory.consolidate(*now),
                Record::Erased(_) => {}
            }
        }
        Ok(())
    }

    /// Writes the whole log.
    ///
    /// # Errors
    ///
    /// When writing fails. What was written until then reads back as far as it goes.
    pub fn write_to(&self, mut into: impl Write) -> Result<(), LogError> {
        write_heading(&mut into)?;
        let mut unread = self.unread.iter().peekable();
        for (index, record) in self.records.iter().enumerate() {
            while let Some(bytes) = unread.next_if(|unread| unread.before <= index) {
                into.write_all(&bytes.bytes)?;
            }
            write_record(&mut into, record)?;
        }
        for bytes in unread {
            into.write_all(&bytes.bytes)?;
        }
        Ok(into.flush()?)
    }

    /// The whole log as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write_to(&mut bytes).expect("writing to memory does not fail");
        bytes
    }

    /// Reads a log to the end of `from`, and says what was found.
    ///
    /// # Errors
    ///
    /// When reading fails, or the bytes do not begin as a log: also no bytes at all are not a log,
    /// because whoever asks for one that is there must not get an empty one.
    pub fn read_from(mut from: impl Read) -> Result<(Self, Reading), LogError> {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes)?;
        Self::from_bytes(&bytes)
    }

    /// Reads a log from its bytes, as [`Log::read_from`] does.
    ///
    /// # Errors
    ///
    /// When the bytes do not begin as a log.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Self, Reading), LogError> {
        let Some(mut rest) = bytes.strip_prefix(HEADING) else {
            return Err(LogError::NotALog { bytes: bytes.len() });
        };
        let mut log = Self::default();
        while !rest.is_empty() {
            let (taken, why) = match whole_frame(rest) {
                Some(payload) => {
                    let end = FRAME_HEAD + payload.len();
                    match postcard::take_from_bytes::<Record>(payload) {
                        Ok((record, [])) => {
                            log.records.push(record);
                            rest = &rest[end..];
                            continue;
                        }
                        Ok(_) | Err(_) => (end, Damage::Unknown),
                    }
                }
                None => match next_whole_frame(rest) {
                    Some(start) => (start, Damage::Changed),
                    None => (rest.len(), tail_damage(rest)),
                },
            };
            let before = log.records.len();
            log.unread.push(Unread { before, bytes: rest[..taken].to_vec(), why });
            rest = &rest[taken..];
        }
        let reading = log.reading();
        Ok((log, reading))
    }

    fn reading(&self) -> Reading {
        let mut reading = Reading { records: self.records.len(), ..Reading::default() };
        for unread in &self.unread {
            match unread.why {
                Damage::CutOff => reading.cut_off_bytes += unread.bytes.len(),
                Damage::Changed => reading.changed += 1,
                Damage::Unknown => reading.unknown += 1,
            }
        }
        reading
    }
}

/// Writes what every log begins with. For those who append record by record.
///
/// # Errors
///
/// When writing fails.
pub fn write_heading(mut into: impl Write) -> Result<(), LogError> {
    Ok(into.write_all(HEADING)?)
}

/// Writes one record as a frame, in a single write.
///
/// # Errors
///
/// When writing fails.
pub fn write_record(mut into: impl Write, record: &Record) -> Result<(), LogError> {
    let payload = postcard::to_stdvec(record).expect("a record holds nothing postcard cannot");
    let length = u32::try_from(payload.len()).expect("a record is far shorter than 4 GiB");
    let mut frame = Vec::with_capacity(FRAME_HEAD + payload.len());
    frame.extend(length.to_le_bytes());
    frame.extend(checksum(&payload).to_le_bytes());
    frame.extend(payload);
    Ok(into.write_all(&frame)?)
}

fn checksum(payload: &[u8]) -> u64 {
    Digest::of(payload).first_u64()
}

/// The payload of the frame with which `bytes` begin, if it is there whole and unchanged.
fn whole_frame(bytes: &[u8]) -> Option<&[u8]> {
    let (length, rest) = bytes.split_first_chunk()?;
    let (sum, rest) = rest.split_first_chunk()?;
    let length = u32::from_le_bytes(*length) as usize;
    let payload = rest.get(..length).filter(|_| length <= LONGEST_PAYLOAD)?;
    (checksum(payload) == u64::from_le_bytes(*sum)).then_some(payload)
}

/// Where the next whole frame begins, after damage.
fn next_whole_frame(bytes: &[u8]) -> Option<usize> {
    (1..bytes.len()).find(|&start| whole_frame(&bytes[start..]).is_some())
}

/// Whether damage at the very end looks like a write that was cut off.
fn tail_damage(bytes: &[u8]) -> Damage {
    let claimed = bytes.first_chunk().map(|length| u32::from_le_bytes(*length) as usize);
    match claimed {
        Some(length) if bytes.len() >= FRAME_HEAD + length => Damage::Changed,
        Some(_) | None => Damage::CutOff,
    }
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing;

    fn a_log() -> Log {
        let mut log = Log::default();
        for unit in testing::life(12) {
            log.push(Record::Unit(Arc::new(unit)));
        }
        let used = log.units().take(2).map(|unit| unit.content_id()).collect();
        log.push(Record::Feedback(Feedback { used, credit: 0.5, now: SimTime(9) }));
        log.push(Record::Rest(SimTime(10)));
        log
    }

    #[test]
    fn a_log_reads_back_as_it_was_written() {
        let log = a_log();
        let (read, reading) = Log::from_bytes(&log.to_bytes()).expect("its own bytes");
        assert_eq!(read, log);
        assert!(reading.is_whole());
        assert_eq!(reading.records, 14);
    }

    #[test]
    fn what_is_no_log_is_an_error_and_never_an_empty_log() {
        let cut_heading = &HEADING[..4];
        for bytes in [&b""[..], b"{\"units\": []}", cut_heading] {
            assert!(matches!(Log::from_bytes(bytes), Err(LogError::NotALog { .. })));
        }
    }

    #[test]
    fn a_record_of_a_later_version_is_kept_and_written_out_again() {
        let mut bytes = a_log().to_bytes();
        let payload = [99, 1, 2, 3];
        bytes.extend((payload.len() as u32).to_le_bytes());
        bytes.extend(checksum(&payload).to_le_bytes());
        bytes.extend(payload);
        write_record(&mut bytes, &Record::Rest(SimTime(11))).expect("to memory");
        let (log, reading) = Log::from_bytes(&bytes).expect("a log");
        assert_eq!((reading.records, reading.unknown), (15, 1));
        assert_eq!(log.to_bytes(), bytes);
    }

    #[test]
    fn records_after_a_changed_byte_are_still_read() {
        let log = a_log();
        let mut bytes = log.to_bytes();
        let middle = HEADING.len() + FRAME_HEAD + 20;
        bytes[middle] ^= 0x40;
        let (read, reading) = Log::from_bytes(&bytes).expect("a log");
        assert_eq!(read.records(), &log.records()[1..]);
        assert_eq!((reading.changed, read.unread().len()), (1, 1));
        assert_eq!(read.to_bytes(), bytes, "the damaged bytes are kept");
    }

    #[test]
    fn an_erased_unit_leaves_no_words_in_the_bytes() {
        let mut log = a_log();
        let unit = Arc::clone(log.units().next().expect("a unit"));
        log.unread.push(Unread {
            before: 3,
            bytes: unit.words.as_bytes().to_vec(),
            why: Damage::Changed,
        });
        let id = unit.content_id();
        log.erase(id, &unit);
        assert!(!contains(&log.to_bytes(), unit.words.as_bytes()));
        assert_eq!(log.records()[0], Record::Erased(id));
        assert!(log.records().iter().all(
            |record| !matches!(record, Record::Feedback(feedback) if feedback.used.contains(&id))
        ));
    }

    proptest! {
        /// Storage that stops at any byte, then goes on: the records written whole are there.
        #[test]
        fn a_log_cut_off_anywhere_keeps_every_whole_record(cut in 0.0..1.0f64) {
            let log = a_log();
            let bytes = log.to_bytes();
            let end = HEADING.len() + ((bytes.len() - HEADING.len()) as f64 * cut) as usize;
            let (mut read, reading) = Log::from_bytes(&bytes[..end]).expect("the heading is there");
            prop_assert_eq!(read.records(), &log.records()[..reading.records]);
            let whole: usize = read.to_bytes().len();
            prop_assert_eq!(whole, end, "no byte is dropped");

            // The next writer appends behind the torn frame, and nothing of its own is lost.
            read.push(Record::Rest(SimTime(77)));
            let mut appended = bytes[..end].to_vec();
            write_record(&mut appended, &Record::Rest(SimTime(77))).expect("to memory");
            let (again, _) = Log::from_bytes(&appended).expect("a log");
            prop_assert_eq!(again.records(), read.records());
        }

        #[test]
        fn any_bytes_after_the_heading_are_read_without_panic(bytes: Vec<u8>) {
            let mut all = HEADING.to_vec();
            all.extend(&bytes);
            let (log, _) = Log::from_bytes(&all).expect("the heading is there");
            prop_assert_eq!(log.to_bytes(), all);
        }
    }
}
