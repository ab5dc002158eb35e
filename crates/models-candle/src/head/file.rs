//! A head as a safetensors file: `0.weight`, `0.bias`, and so on; in the metadata its classes and the
//! fingerprint of the model on whose numbers it was trained.

use std::collections::BTreeMap;

use candle_core::safetensors::SliceSafetensors;
use candle_core::{DType, Device};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{About, Head, Layer};

/// Why a file is no head.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("head {file:?} cannot be used: {reason}")]
pub struct HeadError {
    file: String,
    reason: String,
}

impl HeadError {
    pub(super) fn new(file: &str, reason: String) -> Self {
        Self { file: file.to_owned(), reason }
    }
}

/// The key of the metadata under which the classes stand, as a list in JSON.
const CLASSES: &str = "classes";
/// The key under which the fingerprint of the model stands on whose numbers it was trained.
const TRAINED_ON: &str = "trained_on";

/// The safetensors format: the length of the header, the header, the numbers. Written here because
/// the library has no order for its metadata.
pub(super) fn written(about: &About, layers: &[Layer]) -> Vec<u8> {
    let mut header = Map::new();
    let classes = json!(about.classes).to_string();
    let trained_on = about.trained_on.to_string();
    let metadata = json!({ CLASSES: classes, TRAINED_ON: trained_on });
    header.insert("__metadata__".to_owned(), metadata);
    let mut numbers: Vec<u8> = Vec::new();
    for (at, layer) in layers.iter().enumerate() {
        let weight = (vec![layer.outputs, layer.inputs], &layer.weight);
        let bias = (vec![layer.outputs], &layer.bias);
        for (part, (shape, values)) in [("weight", weight), ("bias", bias)] {
            let start = numbers.len();
            numbers.extend(values.iter().flat_map(|value| value.to_le_bytes()));
            let described =
                json!({ "dtype": "F32", "shape": shape, "data_offsets": [start, numbers.len()] });
            header.insert(format!("{at}.{part}"), described);
        }
    }
    let mut header = Value::Object(header).to_string();
    // The numbers begin at a multiple of eight.
    header.push_str(&" ".repeat(header.len().next_multiple_of(8) - header.len()));
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend_from_slice(header.as_bytes());
    file.extend_from_slice(&numbers);
    file
}

#[derive(Deserialize)]
struct Header {
    #[serde(rename = "__metadata__", default)]
    metadata: BTreeMap<String, String>,
}

impl Head {
    /// Reads a head; `file` is what messages call it.
    ///
    /// # Errors
    ///
    /// When the bytes are no safetensors file, name no classes, or their shapes do not fit together.
    pub fn from_bytes(file: &str, bytes: &[u8]) -> Result<Self, HeadError> {
        read(file, bytes).map_err(|reason| HeadError::new(file, reason))
    }
}

fn read(name: &str, bytes: &[u8]) -> Result<Head, String> {
    let tensors = SliceSafetensors::new(bytes).map_err(|error| error.to_string())?;
    let about = about(bytes)?;
    let mut layers: Vec<Layer> = Vec::new();
    loop {
        let at = layers.len();
        let Ok(view) = tensors.get(&format!("{at}.weight")) else { break };
        let &[outputs, inputs] = view.shape() else {
            return Err(format!("{at}.weight has shape {:?}, a layer has two sides", view.shape()));
        };
        if outputs == 0 || inputs == 0 {
            return Err(format!("{at}.weight has shape {:?}, which holds nothing", view.shape()));
        }
        if layers.last().is_some_and(|before| before.outputs != inputs) {
            return Err(format!(
                "{at}.weight takes {inputs} numbers, the layer before gives {}",
                layers[at - 1].outputs
            ));
        }
        let weight = numbers(&tensors, &format!("{at}.weight"), inputs * outputs)?;
        let bias = numbers(&tensors, &format!("{at}.bias"), outputs)?;
        layers.push(Layer::new(inputs, outputs, weight, bias));
    }
    match layers.last() {
        None => Err("there is no tensor \"0.weight\"".to_owned()),
        Some(last) if last.outputs != about.classes.len() => {
            Err(format!("it has {} classes and {} outputs", about.classes.len(), last.outputs))
        }
        Some(_) => Ok(Head::made(name, about, layers)),
    }
}

fn numbers(file: &SliceSafetensors<'_>, name: &str, count: usize) -> Result<Vec<f32>, String> {
    let in_words = |error: candle_core::Error| error.to_string();
    let tensor = file.load(name, &Device::Cpu).map_err(in_words)?;
    if tensor.dtype() != DType::F32 || tensor.elem_count() != count {
        let (dtype, shape) = (tensor.dtype(), tensor.dims());
        return Err(format!("tensor {name:?} has {dtype:?} {shape:?}, {count} F32 are wanted"));
    }
    let values: Vec<f32> =
        tensor.flatten_all().and_then(|flat| flat.to_vec1()).map_err(in_words)?;
    match values.iter().position(|value| !value.is_finite()) {
        Some(at) => Err(format!("number {at} of tensor {name:?} is not finite")),
        None => Ok(values),
    }
}

/// The metadata of a file that is known to be well formed.
fn about(bytes: &[u8]) -> Result<About, String> {
    let (length, rest) = bytes.split_first_chunk::<8>().ok_or("header too small")?;
    let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|error| error.to_string())?;
    let header = rest.get(..length).ok_or("header too large")?;
    let header: Header = serde_json::from_slice(header).map_err(|error| error.to_string())?;
    let named = |key: &str| {
        header.metadata.get(key).ok_or_else(|| format!("its metadata names no {key:?}"))
    };
    let wrong = |key: &str, reason: String| format!("{key:?} of its metadata: {reason}");
    let classes =
        serde_json::from_str(named(CLASSES)?).map_err(|error| wrong(CLASSES, error.to_string()))?;
    let trained_on =
        named(TRAINED_ON)?.parse().map_err(|error| wrong(TRAINED_ON, format!("{error}")))?;
    Ok(About { classes, trained_on })
}
