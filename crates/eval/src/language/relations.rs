//! How well relations are judged, against the causal log.

use language::{Judge, Label, LabelSet};
use models::ModelError;
use serde::{Deserialize, Serialize};

use super::pairs::Pair;

/// How a judge judged: what is true against what was said.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RelationScore {
    /// The judge.
    pub judge: String,
    /// The labels.
    pub set: LabelSet,
    /// Rows: what is true; columns: what was said, and last how often the judge abstained. In the order
    /// of the set's labels.
    pub confusion: Vec<Vec<usize>>,
}

impl RelationScore {
    /// Adds what the same judge said of other pairs.
    ///
    /// # Panics
    ///
    /// When the labels are others.
    pub fn add(&mut self, other: &Self) {
        assert_eq!(self.set, other.set, "scores of one set of labels can be added");
        let counts = self.confusion.iter_mut().flatten();
        counts.zip(other.confusion.iter().flatten()).for_each(|(sum, count)| *sum += count);
    }

    /// How many pairs were judged.
    pub fn pairs(&self) -> usize {
        self.confusion.iter().flatten().sum()
    }

    /// How many pairs the judge abstained from.
    pub fn abstained(&self) -> usize {
        self.confusion.iter().filter_map(|row| row.last()).sum()
    }

    /// The F1 of each label that there are pairs of; to abstain is to say `none`.
    pub fn f1(&self) -> Vec<(Label, f64)> {
        let labels = self.set.labels();
        let none = labels.len() - 1;
        let said = |row: usize, column: usize| {
            let abstained = if column == none { self.confusion[row][labels.len()] } else { 0 };
            (self.confusion[row][column] + abstained) as f64
        };
        let all = 0..labels.len();
        let of_label = |at: usize| {
            let hits = said(at, at);
            let truly: f64 = all.clone().map(|column| said(at, column)).sum();
            let claimed: f64 = all.clone().map(|row| said(row, at)).sum();
            (truly > 0.0).then(|| (labels[at], 2.0 * hits / (truly + claimed)))
        };
        all.clone().filter_map(of_label).collect()
    }

    /// The mean F1 over the labels that there are pairs of.
    pub fn macro_f1(&self) -> f64 {
        crate::statistics::mean(self.f1().into_iter().map(|(_, f1)| f1))
    }
}

/// Lets a judge judge the pairs.
///
/// # Errors
///
/// When its model fails.
pub fn measure(
    judge: &dyn Judge,
    set: LabelSet,
    pairs: &[Pair],
) -> Result<RelationScore, ModelError> {
    let labels = set.labels();
    let place = |label: Label| labels.iter().position(|other| *other == label);
    let mut confusion = vec![vec![0; labels.len() + 1]; labels.len()];
    for pair in pairs {
        let judged = judge.judge(&pair.older, &pair.newer)?;
        let said = judged.and_then(|judged| place(judged.label)).unwrap_or(labels.len());
        let row = place(pair.label).expect("pairs have labels of the set");
        confusion[row][said] += 1;
    }
    Ok(RelationScore { judge: judge.name().to_owned(), set, confusion })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macro_f1_counts_every_label_alike() {
        let mut confusion = vec![vec![0; 6]; 5];
        confusion[0][0] = 90;
        confusion[1][0] = 10;
        confusion[4][5] = 10;
        let score = RelationScore { judge: "test".into(), set: LabelSet::BrainMem, confusion };
        assert_eq!((score.pairs(), score.abstained()), (110, 10));
        let f1 = score.f1();
        assert_eq!(f1.len(), 3, "labels without pairs do not count");
        assert!((f1[0].1 - 180.0 / 190.0).abs() < 1e-12);
        assert_eq!((f1[1].1, f1[2].1), (0.0, 1.0), "to abstain is to say none");
        assert!((score.macro_f1() - (180.0 / 190.0 + 1.0) / 3.0).abs() < 1e-12);
    }
}
