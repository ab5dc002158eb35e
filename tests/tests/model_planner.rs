//! The planner that asks a language model: what holds whatever the model is.
//!
//! The model here counts the words that a skill shares with the prompt; answers of a real one are
//! replayed by the tests of the command line.

use std::sync::Arc;

use eval::decisions::What;
use eval::life::{Episode, LifeError, ModelPlanning, Options, PlannerName, run_life};
use eval::records::{Outcome, UsedUp};
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

/// BrainMem alone and with a judge of relevance, planned for by rules.
fn live_judged(language: Option<ModelPlanning>) -> Result<Vec<Episode>, LifeError> {
    let embedder: Arc<dyn Embed> = Arc::new(HashedWords::default());
    let options = Options { language, ..Options::default() };
    run_life(&life(), &arms(&["brainmem", "brainmem-relevance"]), &options, &embedder)
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
    for (language, part, told) in [
        (one, UsedUp::Choices, "the model's budget of 1 choices is used up; missing: "),
        (few_tokens, UsedUp::Tokens, "the model's budget of 1 tokens is used up; missing: "),
    ] {
        for episode in live(PlannerName::Model, Some(language)).expect("it can be lived") {
            let record = episode.record;
            assert_eq!(record.outcome, Outcome::Failure, "{}", record.episode);
            let used = record.model.expect("a model was asked");
            assert_eq!((used.choices, used.used_up), (1, Some(part)), "{}", record.episode);
            let note = record.note.expect("a reason");
            assert!(note.starts_with(told), "{note}");
        }
    }
}

#[test]
fn an_episode_holds_no_more_states_than_its_budget_allows() {
    let lived = |kept_bytes: Option<u64>| {
        let mut language = planning();
        language.budget.kept_bytes = kept_bytes.unwrap_or(language.budget.kept_bytes);
        live(PlannerName::Model, Some(language)).expect("it can be lived")
    };
    for (roomy, tight) in lived(None).into_iter().zip(lived(Some(0))) {
        let [roomy, tight] = [roomy, tight].map(|episode| episode.record);
        assert_eq!(roomy.digest, tight.digest, "what is kept decides nothing");
        let [with, without] = [roomy.model, tight.model].map(|used| used.expect("it was asked"));
        assert!(with.kept_used > 0 && with.kept_bytes > 0, "{with:?}");
        assert!(with.kept_tokens < with.prompt_tokens, "{with:?}");
        assert_eq!((without.kept_used, without.kept_tokens, without.kept_bytes), (0, 0, 0));
        assert_eq!(with.prompt_tokens, without.prompt_tokens, "as often as they were put");
    }
}

#[test]
fn what_was_decided_is_told_in_order() {
    for episode in live(PlannerName::Model, Some(planning())).expect("it can be lived") {
        let decisions = episode.decisions.expect("a model was asked");
        assert_eq!(decisions.episode, episode.record.episode);
        let is = |is: fn(&What) -> bool| decisions.steps.iter().filter(|s| is(&s.what)).count();
        let used = episode.record.model.expect("a model was asked");
        assert_eq!(is(|what| matches!(what, What::Chosen { .. })), used.choices as usize);
        assert!(is(|what| matches!(what, What::Recalled { .. })) > 0);
        let refused = is(|what| matches!(what, What::Refused { .. })) as u32;
        assert_eq!(refused, episode.record.refusals.values().sum::<u32>());
        assert!(matches!(decisions.steps.last().map(|last| &last.what), Some(What::Ended { .. })));
        assert!(decisions.steps.windows(2).all(|pair| pair[0].second <= pair[1].second));
    }
}

#[test]
fn a_memory_with_a_judge_is_asked_and_counted() {
    let [first, second] = [0; 2].map(|_| live_judged(Some(planning())).expect("it can be lived"));
    let records = |episodes: &[Episode]| -> Vec<_> {
        episodes.iter().map(|episode| episode.record.clone()).collect()
    };
    assert_eq!(records(&first), records(&second), "the same each time");
    let [plain, judged] = &records(&first)[..] else { panic!("an episode for each arm") };
    assert_eq!(plain.model, None, "nobody is asked unless the arm says so");
    let used = judged.model.expect("the judge was asked");
    assert_eq!((used.choices, used.prompt_tokens), (0, 0), "rules plan");
    assert!(used.judge_calls > 0 && used.judged >= used.judge_calls, "{used:?}");
    assert!(used.judge_tokens > used.judged, "{used:?}");
    assert_eq!((judged.memory.as_str(), judged.profile.as_str()), ("brainmem", "relevance"));
}

#[test]
fn a_memory_that_needs_a_judge_says_so() {
    let error = live_judged(None).expect_err("there is none").to_string();
    assert!(error.starts_with("memory brainmem-relevance asks a language model"), "{error}");
    assert!(error.ends_with("name one with --model"), "{error}");
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
