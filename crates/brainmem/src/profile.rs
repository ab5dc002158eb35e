//! The profile: which parts of BrainMem are switched on, and its numbers.
//!
//! [`Profile::seed`] follows the article to the letter, faults and all; [`Profile::plus`] is ours.
//! Every difference between the two is a [switch](Switches), so that an ablation table can turn
//! one at a time: `Profile::plus().without("delta_spreading")`.

use serde::{Deserialize, Serialize};

macro_rules! switches {
    ($($(#[doc = $doc:literal])+ $name:ident,)+) => {
        /// What is switched on. All of it is off in the article and on in ours.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
        pub struct Switches {
            $($(#[doc = $doc])+ pub $name: bool,)+
        }

        impl Switches {
            /// The names of all switches, in order.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),+];

            /// All on, or all off.
            pub const fn all(on: bool) -> Self {
                Self { $($name: on,)+ }
            }

            /// Whether the switch of this name is on; none where there is no such switch.
            pub fn get(&self, name: &str) -> Option<bool> {
                match name {
                    $(stringify!($name) => Some(self.$name),)+
                    _ => None,
                }
            }

            fn slot(&mut self, name: &str) -> Option<&mut bool> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }
    };
}

switches! {
    /// B1. Links found by rule (in time, by a common thing, by the same matter) are kept with the
    /// weight that the rule gives. In the article they only nominate candidates, and a link exists
    /// where the judge confirms one.
    rule_links,
    /// B2. A link has a kind and a weight of its own for each direction. In the article both
    /// directions get the same number and the kind is thrown away.
    directed_links,
    /// B3. A seed starts with how well it fits the question. In the article every seed starts at 1.
    graded_seeds,
    /// B4. A unit passes on only what has newly arrived. In the article it sends all that it has
    /// gathered again on every hop, so that cycles amplify themselves.
    delta_spreading,
    /// B5. What a unit passes on is divided among its links, and only the strongest carry. In the
    /// article every link carries all of it, so that hubs win.
    divided_activation,
    /// B6. Success strengthens and failure does not, by ever smaller steps below a ceiling, and how
    /// useful a unit was is kept apart from how often it was used. In the article every access
    /// adds 0.1 for ever.
    gated_strength,
    /// B7. A unit that was put aside can be reached again, by the structure of a question or by a
    /// deep search, and returns when it was of use. In the article it leaves the index for ever.
    reactivation,
    /// B8. What a plan used is told by feedback and counted there. In the article nothing ever
    /// counts an access.
    usage_by_feedback,
    /// B9. A new unit is compared with its neighbours in lists by topic. In the article it is
    /// compared with every unit.
    bounded_linking,
    /// A typed question finds units by what they state: the newest place of a thing, what made a
    /// condition true, what failed in the same way.
    structured_cues,
    /// The kind of the question decides which kinds of links carry activation.
    goal_directed,
    /// What brought a condition about brings its whole episode to mind, backwards from the result.
    episode_completion,
    /// Newer evidence about the same matter keeps older evidence down, and the episode that answers
    /// a question keeps other episodes down.
    interference,
    /// Success is preferred, and a failure counts less once its cause is gone.
    outcome_bias,
    /// What is reached through links is not also held to the words of the question.
    associative_relevance,
    /// Things that merely look like the one asked for are kept down.
    look_alike_inhibition,
    /// Core knowledge and skills are never put aside.
    protected_classes,
    /// What matters fades more slowly than what was merely seen.
    importance_decay,
    /// At rest, well-connected units of middling strength are rehearsed.
    replay,
    /// Links between units that succeeded together grow stronger.
    hebbian_links,
    /// Learned links that are not used fade and are removed.
    pruning,
    /// A look that a newer look repeats leaves the index at rest. Nothing is lost: it is still held
    /// and still found by its topic.
    habituation,
    /// Seeds come from shared words too, beside the vectors.
    lexical_seeds,
    /// Whoever was given to judge relevance (`BrainMem::with_relevance`) weighs the best candidates of
    /// a recall. Nobody is unless he is asked for, as by the arm `brainmem-relevance`. The article has a
    /// language model do this; in its profile a rule answers instead.
    judged_relevance,
}

/// The numbers of the article, and ours.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Numbers {
    /// Weight of a link in time (article, 3.2: 0.5).
    pub time_link: f32,
    /// How far apart in time two units of an episode may be to be linked. The article names no
    /// number; five minutes are some ten actions.
    pub time_link_seconds: u32,
    /// Weight of a link by common things, times the share of them (article, 3.2: 0.7).
    pub thing_link: f32,
    /// Weight of the link from an older unit to the newer one that takes its place.
    pub matter_link: f32,
    /// What a link weighs from the newer to the older unit, as a share of the other direction.
    pub backward_share: f32,
    /// How many candidates are judged where every unit is compared (article, 3.2: 5).
    pub judged: usize,
    /// A judgement below this confidence is no link (article, 3.2: 0.6).
    pub confidence: f32,
    /// What is left of a strength after a night (article, 3.3: 0.95).
    pub decay: f32,
    /// What an access adds at night (article, 3.3: 0.1).
    pub gain_per_access: f32,
    /// Below this strength a unit is put aside (article, 3.3: 0.3).
    pub marginal_below: f32,
    /// The share of what is missing to the ceiling that full credit adds to a strength.
    pub gain_by_credit: f32,
    /// What full blame takes from a strength.
    pub loss_by_blame: f32,
    /// The ceiling of strength; a new unit has 1.
    pub ceiling: f32,
    /// How many seeds the similarity search gives (article, 3.4: 20).
    pub seeds: usize,
    /// The most hops (article, 3.4: 3).
    pub hops: u32,
    /// What is passed on in a hop (article, 3.4: 0.5).
    pub passed_on: f32,
    /// Activation below this is not passed on (article, 5.2: 0.05).
    pub cut_off: f32,
    /// How many links of a unit carry activation.
    pub fan_out: usize,
    /// The most units recalled (article, 3.4: 10). The budget may allow fewer.
    pub top: usize,
    /// Units below this share of the best score do not come to mind.
    pub least_share: f32,
    /// Nor do those that were found by likeness or links and score below this share of the best,
    /// where others were found by what they state.
    pub least_share_beside_cues: f32,
    /// What superseded evidence counts beside current evidence.
    pub superseded: f32,
    /// What another episode counts beside the one that answers a question about a procedure.
    pub other_episode: f32,
    /// What a look-alike counts beside the thing asked for.
    pub look_alike: f32,
    /// What a night takes from a learned link.
    pub link_decay: f32,
    /// Learned parts below this are forgotten.
    pub prune_below: f32,
    /// How fast a link learns.
    pub link_gain: f32,
    /// One of so many units is rehearsed in a night.
    pub rehearse_one_in: usize,
    /// The share of what is missing to 1 that rehearsal gives back.
    pub rehearsal: f32,
}

impl Default for Numbers {
    fn default() -> Self {
        Self {
            time_link: 0.5,
            time_link_seconds: 300,
            thing_link: 0.7,
            matter_link: 0.9,
            backward_share: 0.6,
            judged: 5,
            confidence: 0.6,
            decay: 0.95,
            gain_per_access: 0.1,
            marginal_below: 0.3,
            gain_by_credit: 0.3,
            loss_by_blame: 0.2,
            ceiling: 2.0,
            seeds: 20,
            hops: 3,
            passed_on: 0.5,
            cut_off: 0.05,
            fan_out: 12,
            top: 10,
            least_share: 0.0,
            least_share_beside_cues: 0.0,
            superseded: 0.05,
            other_episode: 0.1,
            look_alike: 0.1,
            link_decay: 0.98,
            prune_below: 0.02,
            link_gain: 0.2,
            rehearse_one_in: 50,
            rehearsal: 0.1,
        }
    }
}

/// Which parts are on, and their numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Profile {
    /// The name of the arm: `brainmem`, `brainmem-seed`, `brainmem without replay`.
    pub name: String,
    /// What is switched on.
    pub switches: Switches,
    /// The numbers.
    pub numbers: Numbers,
    /// The seed of the random stream from which rehearsal draws.
    pub stream_seed: u64,
}

/// There is no switch of that name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownSwitch(pub String);

impl std::fmt::Display for UnknownSwitch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let known = Switches::NAMES.join(", ");
        write!(f, "brainmem has no switch \"{}\"; its switches are {known}", self.0)
    }
}

impl std::error::Error for UnknownSwitch {}

impl Profile {
    /// The article to the letter: the code of its sections 3.1 to 3.4, with the cut-off of 5.2.
    ///
    /// Where its code asks a language model, a rule answers: the relation of two units follows from
    /// their facts and actions, with a confidence ([`memory::relation`]); the relevance of a unit
    /// ([`crate::rules`]) is the share of the asked things that occur in it, or the cosine if that is greater.
    /// What the article only describes (valence, protected memories, rehearsal, strengthening of
    /// links) is in [`Profile::plus`].
    pub fn seed() -> Self {
        Self {
            name: "brainmem-seed".to_owned(),
            switches: Switches::all(false),
            numbers: Numbers::default(),
            stream_seed: 0,
        }
    }

    /// Ours: the nine faults mended, and what the article asks for besides its code.
    pub fn plus() -> Self {
        Self {
            name: "brainmem".to_owned(),
            switches: Switches::all(true),
            numbers: Numbers {
                least_share: 0.1,
                least_share_beside_cues: 0.2,
                top: usize::MAX,
                ..Numbers::default()
            },
            stream_seed: 0,
        }
    }

    /// The same profile with one part switched on, and the name saying so.
    ///
    /// # Errors
    ///
    /// When there is no such switch.
    pub fn with(self, switch: &str) -> Result<Self, UnknownSwitch> {
        self.turned(switch, true)
    }

    /// The same profile with one part switched off, and the name saying so.
    ///
    /// # Errors
    ///
    /// When there is no such switch.
    pub fn without(self, switch: &str) -> Result<Self, UnknownSwitch> {
        self.turned(switch, false)
    }

    fn turned(mut self, switch: &str, on: bool) -> Result<Self, UnknownSwitch> {
        let slot = self.switches.slot(switch);
        *slot.ok_or_else(|| UnknownSwitch(switch.to_owned()))? = on;
        let how = if on { "with" } else { "without" };
        self.name = format!("{} {how} {switch}", self.name);
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_difference_between_the_profiles_is_a_switch() {
        let (seed, plus) = (Profile::seed(), Profile::plus());
        for name in Switches::NAMES {
            assert_eq!(seed.switches.get(name), Some(false), "{name}");
            assert_eq!(plus.switches.get(name), Some(true), "{name}");
            let without = plus.clone().without(name).expect("it is a switch");
            assert_eq!(without.switches.get(name), Some(false));
            assert_eq!(without.name, format!("brainmem without {name}"));
        }
    }

    #[test]
    fn an_unknown_switch_is_an_error_that_names_the_known_ones() {
        let error = Profile::plus().without("magic").expect_err("there is no magic");
        assert!(error.to_string().contains("delta_spreading"), "{error}");
    }
}
