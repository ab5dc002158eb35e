//! Probes: what kind of thing an observation tells of, and which act, read from a model's hidden state.
//!
//! A small model knows more than it says. Asked to go on with `did`, `failed`, `happened` or `saw` it
//! takes many a change for a deed; a linear classifier on the state in which it is about to answer
//! tells them apart (Alain and Bengio 2017, "Understanding intermediate layers using linear classifier
//! probes"; Burns et al. 2023, "Discovering latent knowledge in language models without supervision").
//! `docs/language.md` says by how much, in words from which it has not learned.

use models::{
    Chosen, Classify, Complete, Continuation, Embed, Example, Fingerprint, ModelError, Prompt,
    Vector,
};

use super::prompted::{ACT, CLOSED, EVENT, PROMPTS, asked, filled, opened};
use crate::acts::Act;
use crate::heads::{WrongHead, check};
use crate::lines::one_line;
use crate::reading::{Event, Reading};

/// What stands before every observation whose hidden state is asked for.
pub const BEGINNING: &str = PROMPTS[0];

/// A slot of the form that a probe can fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// What kind of thing it tells of.
    Event,
    /// What was done or tried; it is asked after the event.
    Act,
}

impl Slot {
    /// All, in the order in which they are filled.
    pub const ALL: [Self; 2] = [Self::Event, Self::Act];

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Event => EVENT,
            Self::Act => ACT,
        }
    }

    /// The names of its classes.
    pub fn classes(self) -> Vec<String> {
        match self {
            Self::Event => Event::ALL.map(|event| event.word().to_owned()).to_vec(),
            Self::Act => Act::all().map(Act::words).collect(),
        }
    }

    /// The class of what is true; none where the slot is not asked for.
    pub fn class(self, truth: &Reading) -> Option<usize> {
        match self {
            Self::Event => Event::ALL.iter().position(|event| *event == truth.event),
            Self::Act => Act::all().position(|act| Some(act) == truth.act),
        }
    }

    /// What stands after the beginning where the slot is to be filled in. Its last token is the one
    /// whose hidden state counts.
    pub fn asked(self, words: &str, event: Event) -> String {
        let before = match self {
            Self::Event => String::new(),
            Self::Act => filled(EVENT, event.word()),
        };
        asked(&one_line(words), &(before + &opened(self.name())))
    }

    /// What a probe learns from an observation with what is true of it; none where the slot is not
    /// asked for. `states` gives hidden states after [`BEGINNING`].
    ///
    /// # Errors
    ///
    /// When the model fails.
    pub fn example(
        self,
        states: &dyn Embed,
        words: &str,
        truth: &Reading,
    ) -> Result<Option<Example>, ModelError> {
        let Some(class) = self.class(truth) else { return Ok(None) };
        let state = states.embed_one(&self.asked(words, truth.event))?;
        Ok(Some(Example { features: features(&state), class }))
    }
}

/// The numbers of a vector of length one are small, the more of them the smaller: they are scaled so
/// that each is about 1 in size.
fn features(state: &Vector) -> Vec<f32> {
    let scale = (state.dimension() as f32).sqrt();
    state.as_slice().iter().map(|number| number * scale).collect()
}

/// A language model that fills some slots by probes on its hidden states, and is asked everything else
/// as it is.
#[derive(Debug, Clone)]
pub struct Probed<C, E, H> {
    model: C,
    states: E,
    probes: Vec<(Slot, H)>,
    fingerprint: Fingerprint,
}

impl<C: Complete, E: Embed, H: Classify> Probed<C, E, H> {
    /// The model with these probes; `states` gives its hidden states after [`BEGINNING`].
    ///
    /// # Errors
    ///
    /// When a probe was trained for other classes, or on other states.
    pub fn new(model: C, states: E, probes: Vec<(Slot, H)>) -> Result<Self, WrongHead> {
        let mut parts = vec![("model", model.fingerprint().to_string())];
        for (slot, probe) in &probes {
            check(probe, &states, 1, &slot.classes())?;
            parts.push((slot.name(), probe.fingerprint().to_string()));
        }
        let parts: Vec<(&str, &str)> = parts.iter().map(|(name, of)| (*name, &**of)).collect();
        let fingerprint = Fingerprint::of(&parts);
        Ok(Self { model, states, probes, fingerprint })
    }

    /// The model as it is.
    pub const fn inner(&self) -> &C {
        &self.model
    }

    /// How likely each of these is in a slot that a probe fills; none where something else is asked.
    fn by_probe(
        &self,
        prompt: &Prompt,
        continuations: &[&str],
    ) -> Result<Option<Vec<Continuation>>, ModelError> {
        let is_asked = |(slot, _): &&(Slot, H)| prompt.own.ends_with(&opened(slot.name()));
        let Some((_, probe)) = self.probes.iter().find(is_asked) else { return Ok(None) };
        if !PROMPTS.contains(&prompt.shared.as_str()) {
            return Ok(None);
        }
        let class = |continuation: &&str| {
            let word = continuation.strip_suffix(CLOSED)?;
            probe.classes().iter().position(|class| class == word)
        };
        let Some(asked): Option<Vec<usize>> = continuations.iter().map(class).collect() else {
            return Ok(None);
        };
        let shares = probe.classify(&features(&self.states.embed_one(&prompt.own)?))?;
        let score = |(class, continuation): (usize, &&str)| {
            Ok(Continuation {
                log_likelihood: libm::log(shares[class].max(f64::MIN_POSITIVE)),
                tokens: self.model.count_tokens(continuation)? as u32,
            })
        };
        asked.into_iter().zip(continuations).map(score).collect::<Result<_, _>>().map(Some)
    }
}

impl<C: Complete, E: Embed, H: Classify> Complete for Probed<C, E, H> {
    models::complete_through!(Self::inner, but fingerprint, score, choose);

    fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    fn score(
        &self,
        prompt: &Prompt,
        continuations: &[&str],
    ) -> Result<Vec<Continuation>, ModelError> {
        match self.by_probe(prompt, continuations)? {
            Some(scores) => Ok(scores),
            None => self.model.score(prompt, continuations),
        }
    }

    fn choose(&self, prompt: &Prompt, continuations: &[&str]) -> Result<Chosen, ModelError> {
        match self.by_probe(prompt, continuations)? {
            Some(scores) => Chosen::among(&scores)
                .ok_or_else(|| ModelError::NothingToChoose { text: prompt.own.clone() }),
            None => self.model.choose(prompt, continuations),
        }
    }
}

#[cfg(test)]
mod tests {
    use models::testing::HashedWords;

    use super::super::told::Told;
    use super::super::{Extract, Prompted, RulesThenPrompted};
    use super::*;

    /// Is sure of one class, whatever the state is.
    struct Sure {
        class: usize,
        classes: Vec<String>,
        fingerprint: Fingerprint,
    }

    impl Sure {
        fn of(event: Event) -> Self {
            Self {
                class: Event::ALL.iter().position(|other| *other == event).expect("one of all"),
                classes: Slot::Event.classes(),
                fingerprint: *HashedWords::default().fingerprint(),
            }
        }
    }

    impl Classify for Sure {
        fn fingerprint(&self) -> &Fingerprint {
            &self.fingerprint
        }
        fn trained_on(&self) -> &Fingerprint {
            &self.fingerprint
        }
        fn classes(&self) -> &[String] {
            &self.classes
        }
        fn features(&self) -> usize {
            HashedWords::default().dimension()
        }
        fn classify(&self, _: &[f32]) -> Result<Vec<f64>, ModelError> {
            Ok((0..4).map(|at| if at == self.class { 0.97 } else { 0.01 }).collect())
        }
    }

    fn probed(model: Told, event: Event) -> Probed<Told, HashedWords, Sure> {
        let probes = vec![(Slot::Event, Sure::of(event))];
        Probed::new(model, HashedWords::default(), probes).expect("it fits")
    }

    #[test]
    fn the_probe_says_what_kind_and_the_model_says_the_rest() {
        // The model would say that it was done.
        let likely = || Told::new(&[("event", "did"), ("first", "blue mug"), ("after", "hot")]);
        let words = "The blue mug got hot.";
        let reader = Prompted::new("probed", probed(likely(), Event::Happened));
        let reading = reader.extract(words).expect("it cannot fail").reading.expect("it is read");
        assert_eq!((reading.event, reading.things.len()), (Event::Happened, 1));
        let alone = Prompted::new("alone", likely()).extract(words).expect("it cannot fail");
        assert!(alone.reading.is_none_or(|reading| reading.event == Event::Did));
        // With rules only one of two kinds can be meant, and the probe chooses between them.
        let both = RulesThenPrompted::new("probed", probed(Told::new(&[]), Event::Failed));
        let reading = both.extract("I opened the drawer.").expect("it cannot fail").reading;
        assert_eq!(reading.expect("the rules read it").event, Event::Failed);
    }

    #[test]
    fn what_is_no_kind_of_event_is_asked_of_the_model() {
        let model = probed(Told::new(&[("event", "put in")]), Event::Saw);
        let own = Slot::Event.asked("Hm.", Event::Saw);
        let slot = Prompt { shared: BEGINNING.to_owned(), own };
        let saw = model.score(&slot, &["saw\",", "did\","]).expect("it cannot fail");
        assert!((saw[0].log_likelihood - libm::log(0.97)).abs() < 1e-12, "{saw:?}");
        let act = model.score(&slot, &["put in\",", "did\","]).expect("it cannot fail");
        assert!((act[0].log_likelihood + 0.1).abs() < 1e-12, "{act:?}");
        let elsewhere = Prompt { shared: String::new(), ..slot };
        let chosen = model.choose(&elsewhere, &["saw\",", "put in\","]).expect("it cannot fail");
        assert_eq!(chosen.index, 1);
    }

    #[test]
    fn a_probe_for_something_else_is_refused() {
        let fit = |probe| {
            let probes = vec![(Slot::Event, probe)];
            Probed::new(Told::new(&[]), HashedWords::default(), probes).err()
        };
        let mut other = Sure::of(Event::Did);
        other.classes.reverse();
        assert!(matches!(fit(other), Some(WrongHead::Classes { .. })));
        let mut other = Sure::of(Event::Did);
        other.fingerprint = Fingerprint::of(&[("another", "model")]);
        assert!(matches!(fit(other), Some(WrongHead::Embedder { .. })));
        assert!(fit(Sure::of(Event::Did)).is_none());
    }
}
