//! Results as tables for the terminal.

use comfy_table::{CellAlignment, Table, presets};
use eval::report::{family_name, shown};
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
