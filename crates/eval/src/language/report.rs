//! What was measured, to be kept as JSON and shown as aligned tables.

use language::LabelSet;
use serde::{Deserialize, Serialize};

use super::cost::Cost;
use super::extraction::{ExtractionScore, FIELDS};
use super::heads::Trained;
use super::nearest::NearestScore;
use super::probes::ProbeScore;
use super::relations::RelationScore;
use super::relevance::RelevanceScore;

/// What was measured of one judge or reader: a rule, or a model.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Observations read, one entry for each reader and kind of words.
    pub extraction: Vec<ExtractionScore>,
    /// Slots filled by probes on hidden states.
    #[serde(default)]
    pub probes: Vec<ProbeScore>,
    /// Relations judged, one entry for each judge and set of labels.
    pub relations: Vec<RelationScore>,
    /// What heads that judged were trained on.
    #[serde(default)]
    pub heads: Vec<Trained>,
    /// Recall with a judge of relevance and without.
    pub relevance: Vec<RelevanceScore>,
    /// Observations in Chinese, by the nearest example.
    pub nearest: Vec<NearestScore>,
    /// What each part cost the model, by the name of the part.
    pub costs: Vec<(String, Cost)>,
}

impl Report {
    /// Every table that there is something for, one after the other.
    pub fn tables(&self) -> String {
        let mut tables: Vec<String> = Vec::new();
        if !self.extraction.is_empty() {
            tables.push(format!("Observations read\n{}", extraction_table(&self.extraction)));
            tables.push(format!("F1 of each field, %\n{}", fields_table(&self.extraction)));
        }
        if !self.probes.is_empty() {
            let table = probes_table(&self.probes);
            tables
                .push(format!("Slots filled by probes, in wordings that they never saw\n{table}"));
        }
        if !self.relations.is_empty() {
            tables.push(format!("Relations judged, F1 %\n{}", relations_table(&self.relations)));
            let confusions = self.relations.iter().map(confusion_table);
            tables.extend(confusions);
        }
        if !self.heads.is_empty() {
            tables.push(format!("Heads trained\n{}", heads_table(&self.heads)));
        }
        if !self.relevance.is_empty() {
            let table = relevance_table(&self.relevance);
            tables.push(format!("Relevance judged at recall time\n{table}"));
        }
        if !self.nearest.is_empty() {
            let table = nearest_table(&self.nearest);
            tables
                .push(format!("Actions of Chinese observations, by the nearest example\n{table}"));
        }
        if !self.costs.is_empty() {
            tables.push(format!("What the model was asked\n{}", costs_table(&self.costs)));
        }
        tables.join("\n\n")
    }
}

/// A share in per cent, with one decimal.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

fn extraction_table(scores: &[ExtractionScore]) -> String {
    let header =
        ["reader", "words", "n", "fields right %", "95 %", "F1 %", "all right %", "second", "raw"];
    let row = |score: &ExtractionScore| {
        let right = score.share_right();
        vec![
            score.extractor.clone(),
            score.words.name().to_owned(),
            score.observations.to_string(),
            percent(right.mean),
            format!("{}..{}", percent(right.low), percent(right.high)),
            percent(score.all().f1()),
            percent(score.exact as f64 / score.observations.max(1) as f64),
            score.tally.second.to_string(),
            score.tally.raw.to_string(),
        ]
    };
    columns(&header, scores.iter().map(row))
}

fn fields_table(scores: &[ExtractionScore]) -> String {
    let header = [&["reader", "words"], &FIELDS[..]].concat();
    let row = |score: &ExtractionScore| {
        let names = [score.extractor.clone(), score.words.name().to_owned()];
        names.into_iter().chain(score.fields.iter().map(|counts| percent(counts.f1()))).collect()
    };
    columns(&header, scores.iter().map(row))
}

fn probes_table(scores: &[ProbeScore]) -> String {
    let header = ["model", "slot", "layer", "wordings", "n", "right %"];
    let row = |score: &ProbeScore| {
        let numbers = [score.layer, score.wordings, score.observations()];
        let named = [score.model.clone(), score.slot.clone()].into_iter();
        let numbers = numbers.map(|number| number.to_string());
        named.chain(numbers).chain([percent(score.share_right())]).collect()
    };
    columns(&header, scores.iter().map(row))
}

fn relations_table(scores: &[RelationScore]) -> String {
    let header = ["judge", "labels", "pairs", "left open", "macro-F1 %", "F1 of each label %"];
    let row = |score: &RelationScore| {
        let each = score.f1().into_iter();
        let each = each.map(|(label, f1)| format!("{} {}", score.set.word(label), percent(f1)));
        vec![
            score.judge.clone(),
            set_name(score.set).to_owned(),
            score.pairs().to_string(),
            score.abstained().to_string(),
            percent(score.macro_f1()),
            each.collect::<Vec<_>>().join(", "),
        ]
    };
    columns(&header, scores.iter().map(row))
}

const fn set_name(set: LabelSet) -> &'static str {
    match set {
        LabelSet::BrainMem => "BrainMem",
        LabelSet::CompassMem => "CompassMem",
    }
}

/// What is true, a row each, against what the judge said.
fn confusion_table(score: &RelationScore) -> String {
    let words: Vec<&str> = score.set.labels().iter().map(|label| score.set.word(*label)).collect();
    let header: Vec<&str> =
        ["true"].into_iter().chain(words.iter().copied()).chain(["left open"]).collect();
    let rows = words.iter().zip(&score.confusion).map(|(word, row)| {
        let counts = row.iter().map(ToString::to_string);
        std::iter::once((*word).to_owned()).chain(counts).collect()
    });
    let title = format!("{}, {}: what it said, by what is true", score.judge, set_name(score.set));
    format!("{title}\n{}", columns(&header, rows))
}

fn heads_table(heads: &[Trained]) -> String {
    let header = ["judge", "labels", "examples", "weights", "pairs read before"];
    let row = |head: &Trained| {
        vec![
            head.judge.clone(),
            set_name(head.set).to_owned(),
            head.examples.to_string(),
            head.weights.to_string(),
            head.known.to_string(),
        ]
    };
    columns(&header, heads.iter().map(row))
}

fn relevance_table(scores: &[RelevanceScore]) -> String {
    let header = ["memory", "lives", "questions", "units", "tokens", "precision %", "coverage %"];
    let row = |score: &RelevanceScore| {
        vec![
            score.memory.clone(),
            score.lives.to_string(),
            score.questions.to_string(),
            score.recalled.to_string(),
            score.tokens.to_string(),
            percent(score.precision()),
            percent(score.coverage()),
        ]
    };
    columns(&header, scores.iter().map(row))
}

fn nearest_table(scores: &[NearestScore]) -> String {
    let header = ["embedder", "examples", "n", "right %"];
    let row = |score: &NearestScore| {
        vec![
            score.embedder.clone(),
            score.examples.clone(),
            score.observations.to_string(),
            percent(score.right as f64 / score.observations.max(1) as f64),
        ]
    };
    columns(&header, scores.iter().map(row))
}

fn costs_table(costs: &[(String, Cost)]) -> String {
    let header = ["part", "calls", "continuations", "tokens of them", "CPU s", "CPU s a call"];
    let row = |(part, cost): &(String, Cost)| {
        let seconds = |seconds: Option<f64>| {
            seconds.map_or("-".to_owned(), |seconds| format!("{seconds:.2}"))
        };
        vec![
            part.clone(),
            cost.calls.to_string(),
            cost.continuations.to_string(),
            cost.tokens.to_string(),
            seconds(cost.cpu_seconds),
            seconds(cost.cpu_seconds.map(|all| all / cost.calls.max(1) as f64)),
        ]
    };
    columns(&header, costs.iter().map(row))
}

/// Rows under a header, each column as wide as its widest entry; the first column to the left, the
/// others to the right.
pub(super) fn columns(header: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut lines: Vec<Vec<String>> =
        vec![header.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>()];
    lines.extend(rows);
    let width = |column: usize| {
        lines.iter().filter_map(|line| line.get(column)).map(|text| text.chars().count()).max()
    };
    let widths: Vec<usize> = (0..header.len()).map(|column| width(column).unwrap_or(0)).collect();
    let aligned = lines.iter().map(|line| {
        let cells = line.iter().zip(&widths).enumerate().map(|(column, (text, width))| {
            if column == 0 { format!("{text:<width$}") } else { format!("{text:>width$}") }
        });
        cells.collect::<Vec<String>>().join("  ").trim_end().to_owned()
    });
    aligned.collect::<Vec<String>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_what_is_in_them() {
        let rows =
            [vec!["rules".to_owned(), "5".to_owned()], vec!["a".to_owned(), "100".to_owned()]];
        let text = columns(&["reader", "n"], rows.into_iter());
        assert_eq!(text, "reader    n\nrules     5\na       100");
    }
}
