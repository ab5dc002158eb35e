//! Results as tables for the terminal.

use comfy_table::{CellAlignment, Table, presets};
use eval::records::{EpisodeRecord, ModelUse};
use eval::report::{family_name, shown};
use eval::statistics::wilson;
use eval::summary::{Metric, Summary};

/// The metrics that the table of a comparison shows, with their headings.
const SHOWN: [(Metric, &str); 7] = [
    (Metric::Success, "success %"),
    (Metric::GoalRate, "goal %"),
    (Metric::ActionRatio, "actions\n/ oracle"),
    (Metric::PlanMatch, "plan %"),
    (Metric::RepeatedErrors, "repeated\nerrors"),
    (Metric::StaleActions, "stale\nactions"),
    (Metric::Coverage, "recall\ncoverage %"),
];

/// All arms over all families, the first against each other one, and success by family.
pub fn comparison(summary: &Summary, arms: &[String]) -> String {
    let mut text = overview(summary, arms);
    if summary.families.len() > 1 {
        text.push_str("\n\nSuccess in per cent, by family\n");
        text.push_str(&by_family(summary, arms));
    }
    for (title, entries) in [("invalid", &summary.invalid), ("crashed", &summary.crashed)] {
        for (episode, note) in entries {
            text.push_str(&format!("\n{title}: {episode}: {note}"));
        }
    }
    text
}

/// The parts of a comparison with VirtualHome, one a row.
pub fn conformance(report: &virtualhome::Report) -> String {
    let header = ["part", "cases", "steps", "same", "different", "not run"];
    let mut table = table(header.map(str::to_owned).to_vec());
    for part in report.parts() {
        let counts = [part.cases, part.steps, part.same, part.different(), part.skipped];
        let mut row = vec![part.name.to_owned()];
        row.extend(counts.map(|count| count.to_string()));
        table.add_row(row);
    }
    table.to_string()
}

/// What was asked of a language model, by planner and by memory, an arm a row.
pub fn model_use(records: &[EpisodeRecord], arms: &[String]) -> String {
    let uses = |arm: &String| -> Vec<ModelUse> {
        let own = records.iter().filter(|record| record.arm == *arm);
        own.filter_map(|record| record.model).collect()
    };
    let of_arms: Vec<(&String, Vec<ModelUse>)> = arms.iter().map(|arm| (arm, uses(arm))).collect();
    let any = |asks: fn(&ModelUse) -> bool| of_arms.iter().any(|(_, uses)| uses.iter().any(asks));
    let mut text = String::new();
    if any(|used| used.choices > 0) {
        text.push_str(&planner_use(&of_arms));
    }
    if any(|used| used.judge_calls > 0) {
        text.push_str(&judge_use(&of_arms));
    }
    text
}

/// The mean of a figure over episodes.
fn mean_of(uses: &[ModelUse], figure: impl Fn(&ModelUse) -> u64) -> String {
    let sum: u64 = uses.iter().map(figure).sum();
    format!("{:.1}", sum as f64 / uses.len().max(1) as f64)
}

fn judge_use(arms: &[(&String, Vec<ModelUse>)]) -> String {
    let header = [
        "memory",
        "episodes",
        "questions\nan episode",
        "memories judged\nan episode",
        "tokens\nan episode",
    ];
    let mut table = table(header.map(str::to_owned).to_vec());
    for (arm, uses) in arms.iter().filter(|(_, uses)| uses.iter().any(|used| used.judge_calls > 0))
    {
        table.add_row(vec![
            (*arm).clone(),
            uses.len().to_string(),
            mean_of(uses, |used| used.judge_calls),
            mean_of(uses, |used| used.judged),
            mean_of(uses, |used| used.judge_tokens),
        ]);
    }
    format!("\nWhat memory asked of its judge of relevance\n{table}")
}

fn planner_use(arms: &[(&String, Vec<ModelUse>)]) -> String {
    let header = [
        "memory",
        "episodes",
        "choices\nan episode",
        "skills\na choice",
        "the oracle's\nchoice %",
        "prompt tokens\nan episode",
        "of these kept,\nnot read again",
        "chosen tokens\nan episode",
        "kept states,\nMB at most",
        "re-plans\nan episode",
        "budget\nused up",
    ];
    let mut table = table(header.map(str::to_owned).to_vec());
    for (arm, uses) in arms {
        let choices: u64 = uses.iter().map(|used| u64::from(used.choices)).sum();
        let scored: u64 = uses.iter().map(|used| u64::from(used.scored)).sum();
        let skills = scored as f64 / choices.max(1) as f64;
        let kept = uses.iter().map(|used| used.kept_bytes).max().unwrap_or_default();
        let used_up = uses.iter().filter(|used| used.used_up.is_some()).count();
        let agreed = uses.iter().filter_map(|used| used.agreed).sum::<u32>();
        let is_guided = uses.iter().any(|used| used.agreed.is_some());
        let agreed = is_guided.then(|| {
            let share = wilson(agreed as usize, choices as usize);
            let [mean, low, high] = [share.mean, share.low, share.high].map(|of| 100.0 * of);
            format!("{mean:.1} [{low:.0}, {high:.0}]")
        });
        table.add_row(vec![
            (*arm).clone(),
            uses.len().to_string(),
            mean_of(uses, |used| u64::from(used.choices)),
            format!("{skills:.1}"),
            agreed.unwrap_or_else(|| "-".to_owned()),
            mean_of(uses, |used| used.prompt_tokens),
            mean_of(uses, |used| used.kept_tokens),
            mean_of(uses, |used| used.chosen_tokens),
            if kept == 0 { "-".to_owned() } else { format!("{:.1}", kept as f64 / 1e6) },
            mean_of(uses, |used| u64::from(used.replans)),
            used_up.to_string(),
        ]);
    }
    format!("\nWhat the planner asked of its language model\n{table}")
}

fn table(header: Vec<String>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED);
    table.set_header(header);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn overview(summary: &Summary, arms: &[String]) -> String {
    let first = arms.first().map_or("", String::as_str);
    let mut header = vec!["memory".to_owned(), "episodes".to_owned()];
    header.extend(SHOWN.iter().map(|(_, heading)| (*heading).to_owned()));
    header.push(format!("{first}'s lead\nin success"));
    let mut table = table(header);
    for arm in arms {
        let mut row = vec![arm.clone()];
        row.push(summary.all.episodes.get(arm).copied().unwrap_or(0).to_string());
        for (metric, _) in SHOWN {
            let estimate = summary.all.arms.get(arm).and_then(|of| of.get(metric.name()));
            row.push(estimate.map_or_else(
                || "-".to_owned(),
                |estimate| match metric {
                    Metric::Success => format!(
                        "{} [{:.0}, {:.0}]",
                        shown(metric, estimate.mean),
                        100.0 * estimate.low,
                        100.0 * estimate.high
                    ),
                    _ => shown(metric, estimate.mean),
                },
            ));
        }
        let pair = summary.all.pairs.get(&format!("{first}_vs_{arm}"));
        row.push(pair.and_then(|by_metric| by_metric.get("success")).map_or_else(
            String::new,
            |found| {
                format!(
                    "{:+.1} [{:+.0}, {:+.0}] p {:.3}",
                    100.0 * found.difference,
                    100.0 * found.low,
                    100.0 * found.high,
                    found.p
                )
            },
        ));
        table.add_row(row);
    }
    table.to_string()
}

fn by_family(summary: &Summary, arms: &[String]) -> String {
    let mut header = vec!["memory".to_owned()];
    header
        .extend(summary.families.keys().map(|family| format!("{family} {}", family_name(*family))));
    let mut table = table(header);
    for arm in arms {
        let mut row = vec![arm.clone()];
        for numbers in summary.families.values() {
            let success = numbers.arms.get(arm).and_then(|of| of.get("success"));
            row.push(
                success
                    .map_or_else(|| "-".to_owned(), |success| shown(Metric::Success, success.mean)),
            );
        }
        table.add_row(row);
    }
    table.to_string()
}
