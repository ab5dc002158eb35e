//! The heads that come with the program.
//!
//! Those of relations were trained on pairs of dev lives, on the vectors of all-MiniLM-L6-v2; `brainmem models
//! accuracy --part relations --split test --keep-heads assets/language` trains them anew, and
//! `docs/language.md` says how well they do. Probes were trained on hidden states of language models in
//! words to train and choose with; `brainmem models accuracy --part probes --model planner --keep-heads
//! assets/language` trains them anew.

use models::Sha256;

use super::{Head, HeadError, Recipe};

/// A head that comes with the program.
#[derive(Debug, Clone, Copy)]
pub struct Shipped {
    /// The file in the project.
    pub file: &'static str,
    /// What its bytes hash to.
    pub sha256: &'static str,
    bytes: &'static [u8],
}

/// How experiences are related (premise, causes, analogous, opposite, none), of pairs from which the
/// rules abstain.
pub const RELATIONS_LEFT_OPEN: Shipped = Shipped {
    file: "assets/language/head-brainmem.safetensors",
    sha256: "e919c8c2b0cb63c3259388f7b08d802fef0c89d0f2c8e803f985bc487bbd3ebb",
    bytes: include_bytes!("../../../../assets/language/head-brainmem.safetensors"),
};

/// The same with CompassMem's labels.
pub const TYPED_RELATIONS_LEFT_OPEN: Shipped = Shipped {
    file: "assets/language/head-compassmem.safetensors",
    sha256: "2a175e33028bf45ab0559492c851f4816c8a768c30873f66ddcd71810814c291",
    bytes: include_bytes!("../../../../assets/language/head-compassmem.safetensors"),
};

/// Probes that tell what kind of thing an observation tells of, and which act, by the hidden states of
/// one model.
#[derive(Debug, Clone, Copy)]
pub struct Probes {
    /// The model, by its name in the manifest.
    pub model: &'static str,
    /// After which layer, from 0.
    pub layer: usize,
    /// For the kind of event.
    pub event: Shipped,
    /// For what was done or tried.
    pub act: Shipped,
}

/// After which layer `planner` is probed: of every second of its 28 from the middle on, that at which
/// cross-validation by wording was best on dev.
pub const PROBED_LAYER: usize = 21;

/// How probes are trained: the numbers of a hidden state differ in size by orders of magnitude.
pub const PROBE: Recipe = Recipe {
    hidden: 0,
    epochs: 30,
    batch: 32,
    learning_rate: 1e-3,
    weight_decay: 0.1,
    seed: 0,
    standardized: true,
};

const PROBES: [Probes; 1] = [Probes {
    model: "planner",
    layer: PROBED_LAYER,
    event: Shipped {
        file: "assets/language/probe-planner-event.safetensors",
        sha256: "4a44603c02181be00432728cadb4fdc48a5d49806463114ec8156d6a54094b81",
        bytes: include_bytes!("../../../../assets/language/probe-planner-event.safetensors"),
    },
    act: Shipped {
        file: "assets/language/probe-planner-act.safetensors",
        sha256: "46bca9597d0d954be4d7f4b04a25e545ba5bea463a7051631bea47f100449158",
        bytes: include_bytes!("../../../../assets/language/probe-planner-act.safetensors"),
    },
}];

impl Probes {
    /// The probes of a model of the manifest, where some come with the program.
    pub fn of(model: &str) -> Option<Self> {
        PROBES.into_iter().find(|probes| probes.model == model)
    }
}

impl Shipped {
    /// Reads it.
    ///
    /// # Errors
    ///
    /// When the program was built with a file that is not the one with this digest.
    pub fn load(&self) -> Result<Head, HeadError> {
        let found = Sha256::of(self.bytes).to_string();
        if found != self.sha256 {
            return Err(HeadError::new(self.file, format!("its sha256 is {found}")));
        }
        Head::from_bytes(self.file, self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use models::Classify;

    use super::*;

    #[test]
    fn what_is_shipped_can_be_read_and_is_small() {
        for (shipped, classes) in [(RELATIONS_LEFT_OPEN, 5), (TYPED_RELATIONS_LEFT_OPEN, 6)] {
            let head = shipped.load().unwrap_or_else(|error| panic!("{error}"));
            assert_eq!((head.features(), head.classes().len()), (4 * 384, classes));
            assert!(shipped.bytes.len() < 500_000, "{} bytes", shipped.bytes.len());
        }
    }

    #[test]
    fn probes_are_for_the_states_of_one_model() {
        let probes = Probes::of("planner").expect("it has some");
        let [event, act] = [probes.event, probes.act]
            .map(|shipped| shipped.load().unwrap_or_else(|error| panic!("{error}")));
        assert_eq!((event.features(), event.classes().len()), (1536, 4));
        assert_eq!(act.trained_on(), event.trained_on());
        assert!(Probes::of("small").is_none());
    }

    #[test]
    fn another_file_is_refused() {
        let other = Shipped { bytes: b"something else", ..RELATIONS_LEFT_OPEN };
        let error = other.load().expect_err("its digest is another").to_string();
        assert!(error.contains(RELATIONS_LEFT_OPEN.file) && error.contains("sha256"), "{error}");
    }
}
