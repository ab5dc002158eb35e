//! A transcript as bytes.
//!
//! ```text
//! magic     8 bytes   "BRAINTRN"
//! version   4 bytes   little endian
//! length    8 bytes   little endian: how many bytes the body has
//! body                postcard: embedders, language models, then answers, each sorted by key
//! checksum 32 bytes   blake3 of everything before it
//! ```
//!
//! Equal transcripts give equal bytes. A file that is cut off, changed or followed by anything is
//! an error and never a transcript with fewer answers: lost answers would look like a run that must
//! be recorded again.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};

use super::{Answer, QuestionDigest, Transcript};
use crate::fingerprint::Fingerprint;

const MAGIC: &[u8; 8] = b"BRAINTRN";
const VERSION: u32 = 2;
/// Files of this format hold no language models; they are still read.
const WITHOUT_WRITERS: u32 = 1;
const HEADER: usize = 8 + 4 + 8;
const CHECKSUM: usize = 32;

/// Why bytes are not a transcript.
#[derive(Debug, thiserror::Error)]
pub enum TranscriptError {
    /// The bytes could not be read.
    #[error("{name}: the transcript could not be read")]
    Read {
        /// Which transcript.
        name: String,
        /// What the outside says.
        source: io::Error,
    },
    /// The bytes could not be written.
    #[error("{name}: the transcript could not be written")]
    Write {
        /// Which transcript.
        name: String,
        /// What the outside says.
        source: io::Error,
    },
    /// The bytes begin differently.
    #[error("{name}: this is not a transcript: it does not begin with \"BRAINTRN\"")]
    NotATranscript {
        /// Which transcript.
        name: String,
    },
    /// Another version of the program wrote it.
    #[error(
        "{name}: the transcript has format {found}, this program reads format {VERSION}; record it again"
    )]
    Version {
        /// Which transcript.
        name: String,
        /// The format it has.
        found: u32,
    },
    /// There are fewer bytes than the header promises.
    #[error(
        "{name}: the transcript is cut off: {found} of {expected} bytes; restore it or record it again"
    )]
    CutOff {
        /// Which transcript.
        name: String,
        /// How many bytes there should be (at least, when the header itself is cut off).
        expected: u64,
        /// How many there are.
        found: u64,
    },
    /// There are more bytes than the header promises.
    #[error(
        "{name}: the transcript has {extra} bytes too many at its end; restore it or record it again"
    )]
    TooLong {
        /// Which transcript.
        name: String,
        /// How many bytes too many.
        extra: u64,
    },
    /// A byte has changed.
    #[error(
        "{name}: the checksum of the transcript differs, so bytes in it have changed; restore it or record it again"
    )]
    Damaged {
        /// Which transcript.
        name: String,
    },
    /// The checksum is right and the body is not: whoever wrote it did something wrong.
    #[error("{name}: the body of the transcript cannot be understood ({reason}); record it again")]
    Malformed {
        /// Which transcript.
        name: String,
        /// What is wrong.
        reason: String,
    },
}

#[derive(Serialize, Deserialize)]
struct Body {
    embedders: BTreeMap<Fingerprint, u32>,
    writers: BTreeMap<Fingerprint, u32>,
    answers: BTreeMap<QuestionDigest, Answer>,
}

/// The body of a file of format 1.
#[derive(Deserialize)]
struct OldBody {
    embedders: BTreeMap<Fingerprint, u32>,
    answers: BTreeMap<QuestionDigest, Answer>,
}

impl From<OldBody> for Body {
    fn from(OldBody { embedders, answers }: OldBody) -> Self {
        Self { embedders, writers: BTreeMap::new(), answers }
    }
}

impl Transcript {
    /// The transcript as bytes; equal transcripts give equal bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        // The maps are cloned cheaply: the numbers of a vector are shared.
        let body = Body {
            embedders: self.embedders.clone(),
            writers: self.writers.clone(),
            answers: self.answers.clone(),
        };
        let body = postcard::to_stdvec(&body)
            .expect("every map and vector in a transcript has a known length");
        let mut bytes = Vec::with_capacity(HEADER + body.len() + CHECKSUM);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&(body.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&body);
        let checksum = blake3::hash(&bytes);
        bytes.extend_from_slice(checksum.as_bytes());
        bytes
    }

    /// Writes the transcript; `name` is for error messages, usually the path.
    ///
    /// # Errors
    ///
    /// When writing fails.
    pub fn write_to(&self, mut to: impl Write, name: &str) -> Result<(), TranscriptError> {
        let written = to.write_all(&self.to_bytes()).and_then(|()| to.flush());
        written.map_err(|source| TranscriptError::Write { name: name.to_owned(), source })
    }

    /// Reads a transcript; `name` is for error messages, usually the path.
    ///
    /// # Errors
    ///
    /// When reading fails, or when the bytes are not a whole and undamaged transcript of this
    /// version.
    pub fn read_from(mut from: impl Read, name: &str) -> Result<Self, TranscriptError> {
        let mut bytes = Vec::new();
        match from.read_to_end(&mut bytes) {
            Ok(_) => Self::from_bytes(&bytes, name),
            Err(source) => Err(TranscriptError::Read { name: name.to_owned(), source }),
        }
    }

    /// Reads a transcript from bytes in memory; `name` is for error messages.
    ///
    /// # Errors
    ///
    /// When the bytes are not a whole and undamaged transcript of this version.
    pub fn from_bytes(bytes: &[u8], name: &str) -> Result<Self, TranscriptError> {
        let (version, body) = checked_body(bytes, name)?;
        let malformed =
            |reason: String| TranscriptError::Malformed { name: name.to_owned(), reason };
        let read = if version == WITHOUT_WRITERS {
            postcard::take_from_bytes::<OldBody>(body).map(|(body, rest)| (body.into(), rest))
        } else {
            postcard::take_from_bytes::<Body>(body)
        };
        let (body, rest) = read.map_err(|error| malformed(error.to_string()))?;
        if !rest.is_empty() {
            return Err(malformed(format!("{} bytes follow the answers", rest.len())));
        }
        Ok(Self { embedders: body.embedders, writers: body.writers, answers: body.answers })
    }
}

/// The format, and the body between a right header and a right checksum.
fn checked_body<'a>(bytes: &'a [u8], name: &str) -> Result<(u32, &'a [u8]), TranscriptError> {
    let name = || name.to_owned();
    let found = bytes.len() as u64;
    let start = &bytes[..bytes.len().min(MAGIC.len())];
    if !MAGIC.starts_with(start) {
        return Err(TranscriptError::NotATranscript { name: name() });
    }
    let Some((header, _)) = bytes.split_first_chunk::<HEADER>() else {
        return Err(TranscriptError::CutOff {
            name: name(),
            expected: (HEADER + CHECKSUM) as u64,
            found,
        });
    };
    let version = u32::from_le_bytes(header[8..12].try_into().expect("four bytes"));
    if !(WITHOUT_WRITERS..=VERSION).contains(&version) {
        return Err(TranscriptError::Version { name: name(), found: version });
    }
    let length = u64::from_le_bytes(header[12..20].try_into().expect("eight bytes"));
    let expected = length.saturating_add((HEADER + CHECKSUM) as u64);
    if found < expected {
        return Err(TranscriptError::CutOff { name: name(), expected, found });
    }
    if found > expected {
        return Err(TranscriptError::TooLong { name: name(), extra: found - expected });
    }
    let (before, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
    if blake3::hash(before).as_bytes() != checksum {
        return Err(TranscriptError::Damaged { name: name() });
    }
    Ok((version, &before[HEADER..]))
}

#[cfg(test)]
mod tests {
    use super::super::Question;
    use super::*;
    use crate::vector::Vector;

    fn example(texts: &[&str]) -> Transcript {
        let fingerprint = Fingerprint::of(&[("weights", "aa")]);
        let mut transcript = Transcript::new();
        transcript.note_embedder(fingerprint, 3);
        for text in texts {
            let question = Question { fingerprint: &fingerprint, prompt_version: "embed 1", text };
            let vector = Vector::unit(vec![text.len() as f32, 1.0, -0.25]).expect("a direction");
            transcript.record(question.digest(), Answer::Vector(vector)).expect("each text once");
        }
        transcript
    }

    fn read(bytes: &[u8]) -> Result<Transcript, String> {
        Transcript::from_bytes(bytes, "run.transcript").map_err(|error| error.to_string())
    }

    #[test]
    fn it_comes_back_whole() {
        let transcript = example(&["cup", "kettle", "knife"]);
        let mut bytes = Vec::new();
        transcript.write_to(&mut bytes, "run.transcript").expect("memory can be written");
        assert_eq!(
            Transcript::read_from(bytes.as_slice(), "run.transcript").expect("its own bytes"),
            transcript
        );
        assert_eq!(read(&Transcript::new().to_bytes()), Ok(Transcript::new()));
    }

    #[test]
    fn the_order_of_recording_does_not_show() {
        assert_eq!(
            example(&["cup", "kettle", "knife"]).to_bytes(),
            example(&["knife", "cup", "kettle"]).to_bytes()
        );
    }

    /// Committed transcripts must stay readable, so the format may not change without a new
    /// version.
    #[test]
    fn the_format_is_fixed() {
        let digest = blake3::hash(&example(&["cup", "kettle"]).to_bytes()).to_string();
        expect_test::expect!["f60b83825c5656a44f587c0aac3277f9fad26204e1d950e4f474d9148f1a10e8"]
            .assert_eq(&digest);
    }

    #[test]
    fn files_of_the_first_format_are_still_read() {
        let transcript = example(&["cup", "kettle"]);
        let body = (&transcript.embedders, &transcript.answers);
        let body = postcard::to_stdvec(&body).expect("maps of known length");
        let mut bytes = [MAGIC.as_slice(), &1_u32.to_le_bytes()].concat();
        bytes.extend_from_slice(&(body.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&body);
        let checksum = blake3::hash(&bytes);
        bytes.extend_from_slice(checksum.as_bytes());
        assert_eq!(read(&bytes), Ok(transcript));
    }

    #[test]
    fn every_cut_is_noticed() {
        let bytes = example(&["cup", "kettle"]).to_bytes();
        for length in 0..bytes.len() {
            let error = read(&bytes[..length]).expect_err("bytes are missing");
            assert!(error.contains("cut off"), "{length} bytes: {error}");
        }
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        let bytes = example(&["cup", "kettle"]).to_bytes();
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0x10;
            read(&changed).expect_err("a byte has changed");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let good = example(&["cup"]).to_bytes();
        let is = |bytes: &[u8], expected: expect_test::Expect| {
            expected.assert_eq(&read(bytes).expect_err("something is wrong"));
        };
        is(
            b"PK\x03\x04 a zip file",
            expect_test::expect![[
                r#"run.transcript: this is not a transcript: it does not begin with "BRAINTRN""#
            ]],
        );
        is(
            &good[..30],
            expect_test::expect![
                "run.transcript: the transcript is cut off: 30 of 134 bytes; restore it or record it again"
            ],
        );
        is(
            &[good.as_slice(), b"more"].concat(),
            expect_test::expect![
                "run.transcript: the transcript has 4 bytes too many at its end; restore it or record it again"
            ],
        );
        let mut newer = good.clone();
        newer[8] = 9;
        is(
            &newer,
            expect_test::expect![
                "run.transcript: the transcript has format 9, this program reads format 2; record it again"
            ],
        );
        let mut damaged = good;
        damaged[40] ^= 1;
        is(
            &damaged,
            expect_test::expect![
                "run.transcript: the checksum of the transcript differs, so bytes in it have changed; restore it or record it again"
            ],
        );
    }

    #[test]
    fn a_right_checksum_does_not_excuse_a_wrong_body() {
        let mut bytes = Vec::new();
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&4_u64.to_le_bytes());
        bytes.extend_from_slice(&[0, 0, 0, 0]);
        let checksum = blake3::hash(&bytes);
        bytes.extend_from_slice(checksum.as_bytes());
        let error = read(&bytes).expect_err("a byte follows the answers");
        assert!(error.contains("1 bytes follow"), "{error}");
    }
}
