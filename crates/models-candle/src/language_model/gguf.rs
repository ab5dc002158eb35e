//! A GGUF file: typed entries of its header, and tensors that are checked before they are read.
//!
//! The format: <https://github.com/ggml-org/ggml/blob/master/docs/gguf.md>. candle reads the header
//! and the blocks; what is added here is that every complaint is typed and names the entry or the
//! tensor.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};

use candle_core::Device;
use candle_core::quantized::QTensor;
use candle_core::quantized::gguf_file::{Content, TensorInfo, Value};

use super::error::GgufError;

/// An open GGUF file whose header was read and whose tensors all lie inside the file.
pub(super) struct Gguf {
    /// Its path, for messages.
    pub(super) name: String,
    /// Such as `"llama"`.
    pub(super) architecture: String,
    pub(super) content: Content,
    file: File,
}

impl Gguf {
    /// Reads the header of `file`, which is called `name` in messages.
    pub(super) fn read(mut file: File, name: String) -> Result<Self, GgufError> {
        let not_gguf =
            |reason: &str| GgufError::NotGguf { file: name.clone(), reason: reason.to_owned() };
        let mut magic = [0; 4];
        match file.read_exact(&mut magic) {
            Ok(()) if &magic == b"GGUF" => {}
            Ok(()) => return Err(not_gguf("it does not begin with \"GGUF\"")),
            Err(error) => return Err(not_gguf(&error.to_string())),
        }
        let length = file.seek(SeekFrom::End(0)).map_err(|error| not_gguf(&error.to_string()))?;
        file.rewind().map_err(|error| not_gguf(&error.to_string()))?;
        // The reader asks for a few bytes at a time.
        let mut buffered = io::BufReader::with_capacity(1 << 16, &file);
        let content = Content::read(&mut buffered).map_err(|error| {
            let reason = in_words(&error);
            let is_cut = reason.contains("remaining") || reason.contains("failed to fill");
            match is_cut {
                true => GgufError::CutOff {
                    file: name.clone(),
                    reason: format!("it ends inside its header, after {length} bytes"),
                },
                false => not_gguf(&reason),
            }
        })?;
        let mut gguf = Self { name, architecture: String::new(), content, file };
        gguf.check_ends(length)?;
        gguf.architecture = gguf.text("general.architecture")?.to_owned();
        Ok(gguf)
    }

    /// Whether every tensor lies inside the file.
    fn check_ends(&self, length: u64) -> Result<(), GgufError> {
        let end = |info: &TensorInfo| {
            // Nobody has checked these numbers, so their product may be beyond all bounds.
            let dims = info.shape.dims().iter();
            let count = dims.fold(1_u64, |count, dim| count.saturating_mul(*dim as u64));
            let (block, bytes) = (info.ggml_dtype.block_size(), info.ggml_dtype.type_size());
            let bytes = count.div_ceil(block as u64).saturating_mul(bytes as u64);
            self.content.tensor_data_offset.saturating_add(info.offset).saturating_add(bytes)
        };
        #[expect(clippy::disallowed_methods, reason = "the greatest is the same in any order")]
        let last = self.content.tensor_infos.values().map(end).max().unwrap_or_default();
        if last > length {
            let reason = format!("its tensors end after {last} bytes, the file after {length}");
            return Err(GgufError::CutOff { file: self.name.clone(), reason });
        }
        Ok(())
    }

    /// An entry of the header, if it is there.
    pub(super) fn entry(&self, key: &str) -> Option<&Value> {
        self.content.metadata.get(key)
    }

    fn needed(&self, key: &str) -> Result<&Value, GgufError> {
        self.entry(key).ok_or_else(|| self.wrong(key, "is missing"))
    }

    /// A complaint about an entry.
    pub(super) fn wrong(&self, key: &str, problem: impl Into<String>) -> GgufError {
        GgufError::Entry { file: self.name.clone(), key: key.to_owned(), problem: problem.into() }
    }

    /// An entry that is a text.
    pub(super) fn text(&self, key: &str) -> Result<&str, GgufError> {
        match self.needed(key)? {
            Value::String(text) => Ok(text),
            other => {
                Err(self.wrong(key, format!("should be a text, not {:?}", other.value_type())))
            }
        }
    }

    /// An entry that is a list of texts.
    pub(super) fn texts(&self, key: &str) -> Result<Vec<&str>, GgufError> {
        let wrong = || self.wrong(key, "should be a list of texts");
        let Value::Array(items) = self.needed(key)? else { return Err(wrong()) };
        let mut texts = Vec::with_capacity(items.len());
        for item in items {
            let Value::String(text) = item else { return Err(wrong()) };
            texts.push(text.as_str());
        }
        Ok(texts)
    }

    /// An entry of the architecture that is a whole number above zero: `count("block_count")` of a
    /// llama is `llama.block_count`.
    pub(super) fn count(&self, key: &str) -> Result<usize, GgufError> {
        let key = self.own_key(key);
        let value = self.needed(&key)?;
        match whole(value) {
            Some(count @ 1..) => Ok(count as usize),
            _ => Err(self.wrong(&key, "should be a whole number above zero")),
        }
    }

    /// As [`Gguf::count`], with a number for a header that does not say.
    pub(super) fn count_or(&self, key: &str, otherwise: usize) -> Result<usize, GgufError> {
        if self.entry(&self.own_key(key)).is_some() { self.count(key) } else { Ok(otherwise) }
    }

    /// An entry of the architecture that is a number above zero, or `otherwise`.
    pub(super) fn number_or(&self, key: &str, otherwise: Option<f32>) -> Result<f32, GgufError> {
        let key = self.own_key(key);
        match (self.entry(&key), otherwise) {
            (None, Some(otherwise)) => Ok(otherwise),
            (None, None) => Err(self.wrong(&key, "is missing")),
            (Some(&Value::F32(number)), _) if number > 0.0 && number.is_finite() => Ok(number),
            (Some(_), _) => Err(self.wrong(&key, "should be a number above zero")),
        }
    }

    /// The name of an entry of the architecture.
    pub(super) fn own_key(&self, key: &str) -> String {
        format!("{}.{key}", self.architecture)
    }

    /// How many rows a tensor has, as the file says.
    pub(super) fn rows(&self, tensor: &str) -> Result<usize, GgufError> {
        let info = self.info(tensor)?;
        Ok(info.shape.dims().first().copied().unwrap_or_default())
    }

    fn info(&self, tensor: &str) -> Result<&TensorInfo, GgufError> {
        self.content.tensor_infos.get(tensor).ok_or_else(|| GgufError::NoTensor {
            file: self.name.clone(),
            tensor: tensor.to_owned(),
            architecture: self.architecture.clone(),
        })
    }

    /// Whether the file has a tensor of that name.
    pub(super) fn has(&self, tensor: &str) -> bool {
        self.content.tensor_infos.contains_key(tensor)
    }

    /// Reads a tensor of that shape (rows first), as it is stored.
    pub(super) fn tensor(&self, tensor: &str, shape: &[usize]) -> Result<QTensor, GgufError> {
        let info = self.info(tensor)?;
        if info.shape.dims() != shape {
            return Err(GgufError::Shape {
                file: self.name.clone(),
                tensor: tensor.to_owned(),
                expected: shape.to_vec(),
                found: info.shape.dims().to_vec(),
            });
        }
        info.read(&mut &self.file, self.content.tensor_data_offset, &Device::Cpu)
            .map_err(|error| self.refused(tensor, &error))
    }

    /// A complaint of candle about a tensor.
    pub(super) fn refused(&self, tensor: &str, error: &candle_core::Error) -> GgufError {
        GgufError::Tensor {
            file: self.name.clone(),
            tensor: tensor.to_owned(),
            reason: in_words(error),
        }
    }
}

/// What candle says, without the calls that led there, which it adds on request.
pub(super) fn in_words(error: &candle_core::Error) -> String {
    error.to_string().lines().next().unwrap_or_default().to_owned()
}

/// A whole number of any width.
pub(super) fn whole(value: &Value) -> Option<u64> {
    match *value {
        Value::I8(number) => number.try_into().ok(),
        Value::I16(number) => number.try_into().ok(),
        Value::I32(number) => number.try_into().ok(),
        Value::I64(number) => number.try_into().ok(),
        Value::Bool(_) => None,
        ref other => other.to_u64().ok(),
    }
}
