//! A head as a safetensors file: `0.weight`, `0.bias`, and so on, and its classes in the metadata.

use std::collections::BTreeMap;

use candle_core::safetensors::SliceSafetensors;
use candle_core::{DType, Device};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Head, Layer};

/// Why a file is no head.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("head {file:?} cannot be used: {reason}")]
pub struct HeadError {
    file: String,
    reason: String,
}

/// The key of the metadata under which the classes stand, as a list in JSON.
const CLASSES: &str = "classes";

/// The safetensors format: the length of the header, the header, the numbers. Written here because
/// the library has no order for its metadata.
pub(super) fn written(classes: &[String], layers: &[Layer]) -> Vec<u8> {
    let mut header = Map::new();
    header.insert("__metadata__".to_owned(), json!({ CLASSES: json!(classes).to_string() }));
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
        read(file, bytes).map_err(|reason| HeadError { file: file.to_owned(), reason })
    }
}

fn read(name: &str, bytes: &[u8]) -> Result<Head, String> {
    let tensors = SliceSafetensors::new(bytes).map_err(|error| error.to_string())?;
    let classes = classes(bytes)?;
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
        Some(last) if last.outputs != classes.len() => {
            Err(format!("it has {} classes and {} outputs", classes.len(), last.outputs))
        }
        Some(_) => Ok(Head::made(name, classes, layers)),
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

/// The classes in the metadata of a file that is known to be well formed.
fn classes(bytes: &[u8]) -> Result<Vec<String>, String> {
    let (length, rest) = bytes.split_first_chunk::<8>().ok_or("header too small")?;
    let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|error| error.to_string())?;
    let header = rest.get(..length).ok_or("header too large")?;
    let header: Header = serde_json::from_slice(header).map_err(|error| error.to_string())?;
    let classes = header.metadata.get(CLASSES).ok_or("its metadata names no \"classes\"")?;
    serde_json::from_str(classes).map_err(|error| format!("\"classes\" is no list: {error}"))
}
