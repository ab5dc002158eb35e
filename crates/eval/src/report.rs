//! The HTML summary of a run: one page, no script, the same bytes for the same records.

use std::collections::BTreeMap;

mod asked;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use mind::model::ModelBudget;
use plotters::prelude::*;

use crate::decisions::Decisions;
use crate::records::EpisodeRecord;
use crate::statistics::{Difference, Estimate};
use crate::summary::{Metric, Numbers, Summary};

/// What a page shows besides the numbers.
pub struct Heading<'a> {
    /// The name of the run.
    pub run: &'a str,
    /// The folder of the run, for the commands that the page names.
    pub folder: &'a str,
    /// What was run, in a sentence.
    pub about: &'a str,
    /// Facts of the manifest: name and value.
    pub manifest: &'a [(String, String)],
    /// The arms in order, each with what it is.
    pub arms: &'a [(String, String)],
    /// Every episode, to name those in which the first arm won and the second did not.
    pub records: &'a [EpisodeRecord],
    /// What was decided in episodes that asked a language model.
    pub decisions: &'a [Decisions],
    /// What such an episode may ask, where a language model plans.
    pub model_budget: Option<&'a ModelBudget>,
}

/// How many episodes of a family are named.
const MOST_NAMED: usize = 3;

/// What a family tests.
pub const fn family_name(family: u8) -> &'static str {
    match family {
        1 => "where was it",
        2 => "it was moved",
        3 => "the cause is gone",
        4 => "how was it made",
        5 => "like that time",
        6 => "rarely used, still needed",
        7 => "a needle in the haystack",
        8 => "two things at once",
        9 => "watched",
        10 => "chain of events",
        11 => "nothing to remember",
        12 => "whole meals",
        13 => "the task bank",
        _ => "other",
    }
}

/// The page.
pub fn page(heading: &Heading<'_>, summary: &Summary) -> String {
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "brainmem: " (heading.run) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (heading.run) }
                p { (heading.about) }
                h2 { "All families" }
                (chart(heading, &summary.all))
                (arms_table(heading, &summary.all))
                (pairs_table(heading, &summary.all))
                (asked::table(heading))
                @for (family, numbers) in &summary.families {
                    h2 { "Family " (family) ": " (family_name(*family)) }
                    (chart(heading, numbers))
                    (arms_table(heading, numbers))
                    (pairs_table(heading, numbers))
                    (decided(heading, *family))
                }
                (trouble("Invalid episodes (left out of every number)", &summary.invalid))
                (trouble("Crashed episodes (counted as failures)", &summary.crashed))
                h2 { "How to read this" }
                p {
                    "Success has Wilson's 95 % interval; other means and all differences have "
                    "intervals from a bootstrap that draws variants first. Differences in success "
                    "are tested by McNemar's exact test, others by flipping the signs of variants."
                }
                h2 { "The arms" }
                dl {
                    @for (arm, about) in heading.arms { dt { (arm) } dd { (about) } }
                }
                h2 { "The run" }
                dl.manifest {
                    @for (name, value) in heading.manifest { dt { (name) } dd { (value) } }
                }
            }
        }
    };
    markup.into_string()
}

const STYLE: &str = "\
body{font:15px/1.5 system-ui,sans-serif;max-width:84rem;margin:2rem auto;padding:0 1rem;color:#222}\
h1{margin-bottom:0}h2{margin-top:2.5rem;border-bottom:1px solid #ddd}\
table{border-collapse:collapse;margin:1rem 0;font-variant-numeric:tabular-nums}\
th,td{padding:.2rem .5rem;text-align:right;border-bottom:1px solid #eee}\
th:first-child,td:first-child{text-align:left}thead th{border-bottom:2px solid #999}\
small,td:first-child{white-space:nowrap}small{color:#777;font-size:.75em}.clear{font-weight:600}\
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dd{margin:0}dt{font-weight:600}\
.decisions td{text-align:left;vertical-align:top}.decisions ul{margin:0}.chosen td{background:#eef4fa}\
.refused td{background:#fbeeee}summary{cursor:pointer}\
.manifest dd{font-family:ui-monospace,monospace;overflow-wrap:anywhere}pre{background:#f5f5f5;padding:.6rem;overflow-x:auto}svg{max-width:100%;height:auto}";

fn percent_like(metric: Metric) -> bool {
    !matches!(
        metric,
        Metric::Actions | Metric::ActionRatio | Metric::RepeatedErrors | Metric::StaleActions
    )
}

/// A number as it is shown: rates in percent, counts with two decimals.
pub fn shown(metric: Metric, value: f64) -> String {
    if percent_like(metric) { format!("{:.1}", 100.0 * value) } else { format!("{value:.2}") }
}

fn title(metric: Metric) -> String {
    let name = metric.name().replace('_', " ");
    if percent_like(metric) { format!("{name} %") } else { name }
}

fn arms_table(heading: &Heading<'_>, numbers: &Numbers) -> Markup {
    html! {
        table {
            thead { tr {
                th { "memory" } th { "episodes" }
                @for metric in Metric::ALL { th { (title(metric)) } }
            } }
            tbody {
                @for (arm, _) in heading.arms {
                    tr {
                        td { (arm) }
                        td { (numbers.episodes.get(arm).copied().unwrap_or(0)) }
                        @for metric in Metric::ALL {
                            td { @if let Some(estimate) = numbers.arms.get(arm).and_then(|of| of.get(metric.name())) {
                                (interval(metric, estimate))
                            } }
                        }
                    }
                }
            }
        }
    }
}

fn interval(metric: Metric, estimate: &Estimate) -> Markup {
    html! {
        (shown(metric, estimate.mean)) br;
        small { (shown(metric, estimate.low)) "–" (shown(metric, estimate.high)) }
    }
}

/// The first arm against each other one.
fn pairs_table(heading: &Heading<'_>, numbers: &Numbers) -> Markup {
    let Some((first, _)) = heading.arms.first() else {
        return html! {};
    };
    html! {
        table {
            thead { tr {
                th { (first) " against" } th { "pairs" }
                @for metric in Metric::ALL { th { (title(metric)) } }
            } }
            tbody {
                @for (arm, _) in heading.arms.iter().skip(1) {
                    @if let Some(by_metric) = numbers.pairs.get(&format!("{first}_vs_{arm}")) {
                        tr {
                            td { (arm) }
                            td { (by_metric.get("success").map_or(0, |found| found.n)) }
                            @for metric in Metric::ALL {
                                td { @if let Some(found) = by_metric.get(metric.name()) {
                                    (difference(metric, found))
                                } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn difference(metric: Metric, found: &Difference) -> Markup {
    let is_clear = found.low > 0.0 || found.high < 0.0;
    let sign = if found.difference > 0.0 { "+" } else { "" };
    html! {
        span.clear[is_clear] { (sign) (shown(metric, found.difference)) } br;
        small { (shown(metric, found.low)) "–" (shown(metric, found.high)) ", p " (format!("{:.3}", found.p)) }
    }
}

/// Episodes by what pairs them with those of another arm.
type ByPairing<'a> = BTreeMap<(u8, &'a str, &'a str, u64, u32), &'a EpisodeRecord>;

/// The names of the episodes that the winner succeeded in and the loser did not.
fn won(winner: &ByPairing<'_>, loser: &ByPairing<'_>) -> Vec<String> {
    let is_lost = |pairing| loser.get(pairing).is_some_and(|record| !record.is_success());
    let own = winner.iter().filter(|(pairing, record)| record.is_success() && is_lost(*pairing));
    own.map(|(_, record)| record.episode.clone()).collect()
}

/// Episodes in which the first arm reached the goal and the second did not, and the other way
/// round, with the command that tells each.
fn decided(heading: &Heading<'_>, family: u8) -> Markup {
    let [(first, _), (second, _), ..] = heading.arms else {
        let alone = heading.arms.first();
        let of_it = alone.map(|(arm, _)| first_of(heading, family, arm)).unwrap_or_default();
        return asked::details(heading, &of_it);
    };
    let of = |arm: &String| -> ByPairing<'_> {
        let own = heading.records.iter().filter(|record| record.scored && record.family == family);
        own.filter(|record| record.arm == *arm).map(|record| (record.pairing(), record)).collect()
    };
    let (ours, theirs) = (of(first), of(second));
    let lists = [(first, second, won(&ours, &theirs)), (second, first, won(&theirs, &ours))];
    let nobody_won = lists.iter().all(|(.., episodes)| episodes.is_empty());
    html! {
        @if nobody_won {
            (asked::details(heading, &first_of(heading, family, first)))
        }
        @for (winner, loser, episodes) in lists {
            @if !episodes.is_empty() {
                p {
                    (winner) " reached the goal and " (loser) " did not in " (episodes.len())
                    " episodes. What each recalled, and why:"
                }
                pre { @for episode in episodes.iter().take(MOST_NAMED) {
                    "brainmem replay " (heading.folder) " " (episode) "\n"
                    "brainmem replay " (heading.folder) " "
                    (of_other(episode, winner, loser)) "\n"
                } }
                @for episode in episodes.iter().take(MOST_NAMED) {
                    (asked::details(heading, &[episode.clone(), of_other(episode, winner, loser)]))
                }
            }
        }
    }
}

/// The same episode of another arm.
fn of_other(episode: &str, arm: &str, other: &str) -> String {
    match episode.strip_suffix(&format!(".{arm}")) {
        Some(life) => format!("{life}.{other}"),
        None => episode.to_owned(),
    }
}

/// The names of the first scored episodes of an arm in a family.
fn first_of(heading: &Heading<'_>, family: u8, arm: &str) -> Vec<String> {
    let own = heading.records.iter().filter(|record| record.scored && record.family == family);
    let own = own.filter(|record| record.arm == arm).take(MOST_NAMED);
    own.map(|record| record.episode.clone()).collect()
}

fn trouble(title: &str, by_name: &BTreeMap<String, String>) -> Markup {
    html! {
        @if !by_name.is_empty() {
            h2 { (title) }
            dl { @for (name, note) in by_name { dt { (name) } dd { (note) } } }
        }
    }
}

/// Success of each arm as bars with intervals. Names are set beside the chart by hand, since text
/// inside an SVG of this library needs fonts to be measured.
fn chart(heading: &Heading<'_>, numbers: &Numbers) -> Markup {
    let rows: Vec<(&str, Estimate)> = heading
        .arms
        .iter()
        .filter_map(|(arm, _)| Some((arm.as_str(), *numbers.arms.get(arm)?.get("success")?)))
        .collect();
    let (row, left, width) = (24_i32, 130_i32, 620_i32);
    let height = row * rows.len() as i32 + 22;
    let x = |share: f64| left + (share * f64::from(width - left - 60)) as i32;
    let mut svg = String::new();
    {
        let root =
            SVGBackend::with_string(&mut svg, (width as u32, height as u32)).into_drawing_area();
        let draw = || -> Result<(), Box<dyn std::error::Error>> {
            for tick in 0..=4 {
                let at = x(f64::from(tick) / 4.0);
                root.draw(&PathElement::new(
                    vec![(at, 0), (at, height - 18)],
                    RGBColor(225, 225, 225),
                ))?;
            }
            for (index, (_, estimate)) in rows.iter().enumerate() {
                let top = row * index as i32 + 4;
                let middle = top + 8;
                let color =
                    if index == 0 { RGBColor(31, 119, 180) } else { RGBColor(160, 174, 188) };
                root.draw(&Rectangle::new(
                    [(left, top), (x(estimate.mean), top + 16)],
                    color.filled(),
                ))?;
                let bounds = vec![(x(estimate.low), middle), (x(estimate.high), middle)];
                root.draw(&PathElement::new(bounds, BLACK.stroke_width(2)))?;
            }
            root.present()?;
            Ok(())
        };
        draw().expect("drawing into a string cannot fail");
    }
    let mut labels = String::new();
    for (index, (arm, estimate)) in rows.iter().enumerate() {
        let y = row * index as i32 + 17;
        let mean = 100.0 * estimate.mean;
        labels.push_str(&format!(
            "<text x=\"{}\" y=\"{y}\" text-anchor=\"end\">{arm}</text>\
             <text x=\"{}\" y=\"{y}\" fill=\"#444\">{mean:.0} %</text>",
            left - 8,
            x(estimate.high) + 6
        ));
    }
    for tick in 0..=4 {
        labels.push_str(&format!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"#777\">{}</text>",
            x(f64::from(tick) / 4.0),
            height - 4,
            25 * tick
        ));
    }
    let style = "<g font-family=\"system-ui,sans-serif\" font-size=\"13\">";
    let svg = svg.replace("</svg>", &format!("{style}{labels}</g></svg>"));
    html! { figure { (PreEscaped(svg)) figcaption { "Success, percent, with 95 % intervals" } } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{Outcome, example};
    use crate::summary::summarise;

    /// Of a run in which no language model was asked.
    pub(super) fn heading<'a>(
        arms: &'a [(String, String)],
        records: &'a [EpisodeRecord],
    ) -> Heading<'a> {
        Heading {
            run: "a run",
            folder: "runs/a",
            about: "",
            manifest: &[],
            arms,
            records,
            decisions: &[],
            model_budget: None,
        }
    }

    #[test]
    fn the_page_shows_every_arm_and_is_the_same_each_time() {
        let records = [
            example("brainmem", "a", 0, Outcome::Success),
            example("vector", "a", 0, Outcome::Failure),
        ];
        let names = ["brainmem", "vector"].map(str::to_owned);
        let arms: Vec<(String, String)> =
            names.iter().map(|name| (name.clone(), "what it is <b>".to_owned())).collect();
        let heading = heading(&arms, &records);
        let summary = summarise(&records, &names);
        let page = super::page(&heading, &summary);
        assert_eq!(page, super::page(&heading, &summary));
        assert!(page.contains("Family 2: it was moved") && page.contains("100.0"));
        assert!(page.contains("brainmem replay runs/a moved.a.seed-0.day-9.vector"));
        assert!(!page.contains("is <b>"), "what comes from outside is escaped");
        assert!(!page.contains("language model"), "none was asked");
    }
}
