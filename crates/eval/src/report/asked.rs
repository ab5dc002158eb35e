//! What a language model was asked, for the HTML page: what it cost for each arm, and the decisions of
//! single episodes.

use std::collections::BTreeMap;

use maud::{Markup, html};
use mind::model::ModelBudget;

use super::Heading;
use crate::decisions::{Decisions, Step, What};
use crate::records::{EpisodeRecord, ModelUse};
use crate::statistics::wilson;

/// What an arm asked, all its episodes taken together.
struct OfArm<'a> {
    arm: &'a str,
    uses: Vec<(&'a EpisodeRecord, ModelUse)>,
}

impl OfArm<'_> {
    fn sum(&self, figure: impl Fn(&ModelUse) -> u64) -> u64 {
        self.uses.iter().map(|(_, used)| figure(used)).sum()
    }

    /// The mean of an episode.
    fn mean(&self, figure: impl Fn(&ModelUse) -> u64) -> String {
        format!("{:.1}", self.sum(figure) as f64 / self.uses.len() as f64)
    }

    fn refusals(&self) -> String {
        let refusals = self.uses.iter().flat_map(|(record, _)| record.refusals.values());
        format!("{:.1}", f64::from(refusals.sum::<u32>()) / self.uses.len() as f64)
    }

    /// The mean share of a part of the budget that was used, in per cent.
    fn used_share(&self, figure: impl Fn(&ModelUse) -> u64, most: u64) -> f64 {
        100.0 * self.sum(figure) as f64 / (self.uses.len() as f64 * most.max(1) as f64)
    }
}

/// What each arm asked; nothing where none did.
pub(super) fn table(heading: &Heading<'_>) -> Markup {
    let of_arm = |(arm, _): &'_ (String, String)| -> Vec<(&EpisodeRecord, ModelUse)> {
        let own = heading.records.iter().filter(|record| record.arm == *arm);
        own.filter_map(|record| Some((record, record.model?))).collect()
    };
    let arms: Vec<OfArm<'_>> = heading
        .arms
        .iter()
        .map(|arm| OfArm { arm: &arm.0, uses: of_arm(arm) })
        .filter(|arm| !arm.uses.is_empty())
        .collect();
    if arms.is_empty() {
        return html! {};
    }
    html! {
        h2 { "What the language model was asked" }
        @if arms.iter().any(|arm| arm.sum(|used| u64::from(used.choices)) > 0) {
            (of_planners(&arms, heading.model_budget.copied().unwrap_or_default()))
        }
        @if arms.iter().any(|arm| arm.sum(|used| used.judge_calls) > 0) {
            (of_judges(&arms))
        }
    }
}

fn of_planners(arms: &[OfArm<'_>], budget: ModelBudget) -> Markup {
    html! {
        table {
            thead { tr {
                th { "the planner, an episode" } th { "episodes" } th { "choices" } th { "skills to choose from" }
                th { "the oracle's choice %" } th { "tokens put" } th { "of these kept, not read again" }
                th { "tokens of skills chosen" } th { "kept states, MB at most" } th { "refusals" } th { "re-plans" }
                th { "budget used: choices %" } th { "tokens %" } th { "gave up for it" }
            } }
            tbody { @for arm in arms { tr {
                td { (arm.arm) }
                td { (arm.uses.len()) }
                td { (arm.mean(|used| u64::from(used.choices))) }
                td { (arm.mean(|used| u64::from(used.scored))) }
                td { (agreed(arm)) }
                td { (arm.mean(|used| used.prompt_tokens)) }
                td { (arm.mean(|used| used.kept_tokens)) }
                td { (arm.mean(|used| used.chosen_tokens)) }
                td { (megabytes(arm)) }
                td { (arm.refusals()) }
                td { (arm.mean(|used| u64::from(used.replans))) }
                td { (format!("{:.1}", arm.used_share(|used| u64::from(used.choices), u64::from(budget.choices)))) }
                td { (format!("{:.1}", arm.used_share(ModelUse::tokens, budget.tokens))) }
                td { (arm.uses.iter().filter(|(_, used)| used.used_up.is_some()).count()) }
            } } }
        }
        p {
            "An episode may make " (budget.choices) " choices, put " (budget.tokens) " tokens and hold states of "
            (budget.kept_bytes >> 20) " MiB. Choices and tokens that are used up end it."
        }
    }
}

fn agreed(arm: &OfArm<'_>) -> String {
    let agreed: Vec<u32> = arm.uses.iter().filter_map(|(_, used)| used.agreed).collect();
    if agreed.is_empty() {
        return "-".to_owned();
    }
    let choices = arm.sum(|used| u64::from(used.choices));
    let share = wilson(agreed.iter().sum::<u32>() as usize, choices as usize);
    let [mean, low, high] = [share.mean, share.low, share.high].map(|of| 100.0 * of);
    format!("{mean:.1} ({low:.0}–{high:.0})")
}

fn megabytes(arm: &OfArm<'_>) -> String {
    let most = arm.uses.iter().map(|(_, used)| used.kept_bytes).max().unwrap_or_default();
    if most == 0 { "-".to_owned() } else { format!("{:.1}", most as f64 / 1e6) }
}

fn of_judges(arms: &[OfArm<'_>]) -> Markup {
    html! {
        table {
            thead { tr {
                th { "the judge of relevance, an episode" } th { "questions" } th { "memories judged" } th { "tokens" }
            } }
            tbody { @for arm in arms.iter().filter(|arm| arm.sum(|used| used.judge_calls) > 0) { tr {
                td { (arm.arm) }
                td { (arm.mean(|used| used.judge_calls)) }
                td { (arm.mean(|used| used.judged)) }
                td { (arm.mean(|used| used.judge_tokens)) }
            } } }
        }
    }
}

/// The decisions of these episodes, each folded up; those of which nothing is known are left out.
pub(super) fn details(heading: &Heading<'_>, episodes: &[String]) -> Markup {
    let by_name: BTreeMap<&str, &Decisions> =
        heading.decisions.iter().map(|of| (of.episode.as_str(), of)).collect();
    let record = |name: &str| heading.records.iter().find(|record| record.episode == name);
    html! {
        @for episode in episodes {
            @if let Some(decisions) = by_name.get(episode.as_str()) {
                details {
                    summary {
                        (episode)
                        @if let Some(record) = record(episode) { ": " (format!("{:?}", record.outcome).to_lowercase()) }
                    }
                    table.decisions { tbody { @for step in &decisions.steps { (row(step)) } } }
                    @if let Some(note) = record(episode).and_then(|record| record.note.as_ref()) { p { (note) } }
                }
            }
        }
    }
}

fn row(step: &Step) -> Markup {
    let clock =
        format!("{:02}:{:02}:{:02}", step.second / 3600, step.second / 60 % 60, step.second % 60);
    let (kind, told) = match &step.what {
        What::Recalled { ask, memories, more } => (
            "recalled",
            html! {
                (ask)
                @if memories.is_empty() { br; i { "nothing comes to mind" } }
                @else { ul { @for words in memories { li { (words) } } } }
                @if *more > 0 { "and " (more) " more" }
            },
        ),
        What::Chosen { skill, among, log_likelihood, instead } => (
            "chosen",
            html! {
                b { (skill) }
                " of " (among) " skills, log-likelihood " (format!("{log_likelihood:.2}"))
                @if let Some(instead) = instead { "; done instead: " b { (instead) } }
            },
        ),
        What::Done { action } => ("done", html! { (action) }),
        What::Refused { action, why } => ("refused", html! { (action) ": " (why) }),
        What::Ended { how } => ("ended", html! { (how) }),
    };
    html! { tr class=(kind) { td { (clock) } td { (kind) } td { (told) } } }
}

#[cfg(test)]
mod tests {
    use mind::UsedUp;

    use super::*;
    use crate::records::{Outcome, example};
    use crate::report::tests::heading;
    use crate::summary::summarise;

    #[test]
    fn the_page_shows_what_a_model_was_asked_and_what_it_decided() {
        let mut records = [
            example("brainmem", "a", 0, Outcome::Success),
            example("vector", "a", 0, Outcome::Failure),
        ];
        let used = ModelUse {
            choices: 10,
            prompt_tokens: 5_990,
            chosen_tokens: 10,
            kept_tokens: 432,
            ..ModelUse::default()
        };
        records[0].model = Some(used);
        records[1].model =
            Some(ModelUse { used_up: Some(UsedUp::Choices), judge_calls: 7, ..used });
        let step = |what| Step { second: 3_661, what };
        let chosen = What::Chosen {
            skill: "wash plate".to_owned(),
            among: 91,
            log_likelihood: -2.5,
            instead: None,
        };
        let recalled = What::Recalled {
            ask: "what <b>".to_owned(),
            memories: vec!["I washed it.".to_owned()],
            more: 3,
        };
        let decisions = [Decisions {
            episode: records[0].episode.clone(),
            steps: vec![step(recalled), step(chosen)],
        }];
        let names = ["brainmem", "vector"].map(str::to_owned);
        let arms = names.clone().map(|name| (name, String::new()));
        let budget = ModelBudget { choices: 20, tokens: 60_000, kept_bytes: 3 << 20 };
        let heading = Heading {
            decisions: &decisions,
            model_budget: Some(&budget),
            ..heading(&arms, &records)
        };
        let page = crate::report::page(&heading, &summarise(&records, &names));
        for part in [
            "01:01:01",
            "<b>wash plate</b> of 91 skills, log-likelihood -2.50",
            "<li>I washed it.</li>",
            "and 3 more",
            // Half of the choices, a tenth of the tokens.
            "<td>50.0</td><td>10.0</td><td>0</td>",
            "<td>50.0</td><td>10.0</td><td>1</td>",
            "432.0",
            "3 MiB",
            "the judge of relevance",
            "brainmem: success",
        ] {
            assert!(page.contains(part), "{part} is not in {page}");
        }
        assert!(!page.contains("what <b>"), "what comes from outside is escaped");
    }
}
