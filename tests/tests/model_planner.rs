//! The planner that asks a language model: what holds whatever the model is.
//!
//! The model here counts the words that a skill shares with the prompt; answers of a real one are
//! replayed by the tests of the command line.

use std::sync::Arc;

use eval::life::{Episode, LifeError, ModelPlanning, Options, PlannerName, run_life};
use eval::records::Outcome;
use models::testing::{HashedWords, SharedWords};
use models::{Complete, Embed, RecordedComplete, Transcript};
use scenario::checked::Life;
use tests::{arms, built_in};

fn life() -> Life {
    let scenarios = built_in();
    let frying = scenarios.iter().find(|(path, _)| path.ends_with("how-was-it-made-egg.ron"));
    let (_, frying) = frying.expect("it is built in");
    frying.life("galley-egg-1", 0).expect("well formed")
}

fn planning() -> ModelPlanning {
    ModelPlanning::new(Arc::new(SharedWords::default()))
}

fn live(planner: PlannerName, language: Option<ModelPlanning>) -> Result<Vec<Episode>, LifeError> {
    let embedder: Arc<dyn Embed> = Arc::new(HashedWords::default());
    let options = Options { planner, language, ..Options::default() };
    run_life(&life(), &arms(&["brainmem", "nothing"]), &options, &embedder)
}

#[test]
fn the_same_answers_give_the_same_episode() {
    let [first, second] = [0; 2].map(|_| live(PlannerName::Model, Some(planning())));
    let records = |episodes: Result<Vec<Episode>, LifeError>| {
        let episodes = episodes.expect("it can be lived");
        episodes.into_iter().map(|episode| episode.record).collect::<Vec<_>>()
    };
    let (first, second) = (records(first), records(second));
    assert_eq!(first, second);
    for record in first {
        let used = record.model.expect("a model was asked");
        assert!(used.choices > 0 && used.scored > used.choices, "{used:?}");
        assert!(used.prompt_tokens > 0 && used.chosen_tokens > 0, "{used:?}");
        assert_eq!(used.agreed, None, "nobody guides it");
    }
}

#[test]
fn a_guided_planner_does_what_the_oracle_does() {
    for episode in live(PlannerName::ModelGuided, Some(planning())).expect("it can be lived") {
        let record = episode.record;
        assert_eq!(record.outcome, Outcome::Success, "{}", record.episode);
        let used = record.model.expect("a model was asked");
        // Crack, put, switch, wait.
        assert_eq!(used.choices, 4, "{}", record.episode);
        assert!(used.agreed.is_some_and(|agreed| agreed <= used.choices));
    }
}

#[test]
fn a_used_up_budget_ends_the_episode() {
    let mut one = planning();
    one.budget.choices = 1;
    let mut few_tokens = planning();
    few_tokens.budget.tokens = 1;
    for language in [one, few_tokens] {
        for episode in live(PlannerName::Model, Some(language)).expect("it can be lived") {
            let record = episode.record;
            assert_eq!(record.outcome, Outcome::Failure, "{}", record.episode);
            assert_eq!(record.model.map(|used| used.choices), Some(1), "{}", record.episode);
        }
    }
}

#[test]
fn a_question_that_was_never_recorded_ends_the_episode_and_is_named() {
    let recorded = RecordedComplete::record(SharedWords::default(), Transcript::new());
    recorded.count_tokens("another question").expect("words can be counted");
    let transcript = recorded.into_transcript();
    let replayed = RecordedComplete::<SharedWords>::replay_only(transcript).expect("of one model");
    let language = ModelPlanning::new(Arc::new(replayed));
    for episode in live(PlannerName::Model, Some(language)).expect("it can be lived") {
        assert_eq!(episode.record.outcome, Outcome::Crash, "{}", episode.record.episode);
        let note = episode.record.note.expect("a reason");
        assert!(note.contains("record the run again"), "{note}");
    }
}

#[test]
fn a_planner_that_needs_a_model_says_so() {
    let error = live(PlannerName::Model, None).expect_err("there is none");
    assert_eq!(error.to_string(), "planner model asks a language model, and none was given");
}
