//! The part of `models accuracy` about relations: rules, heads on embeddings, language models.

use std::sync::Arc;

use eval::language::heads::{Trained, examples, leaving_out_families, left_open, read_alike};
use eval::language::lives::{Lived, live_all};
use eval::language::pairs::{Pair, decoys, draw, of_lives};
use eval::language::relations::{RelationScore, measure};
use eval::language::report::Report;
use language::{
    HeadJudge, Judge, LabelSet, PromptedJudge, RelationRules, RulesThen, RulesThenModel,
};
use models::{Embed, Recorded, Transcript};
use models_candle::Head;
use models_candle::head::Recipe;
use scenario::Scenario;
use scenario::checked::Split;

use super::{Clock, Model, keep, keep_lines};
use crate::args::{AccuracyArgs, SplitArg};
use crate::failure::Failure;
use crate::files;
use crate::models::{Embedder, embedder, is_here, keep_answers, model, store, write_answers};

/// How many pairs of each label the rules and the heads judge.
const PAIRS_BY_RULES: usize = 400;

/// Everything that is measured of relations, for both sets of labels.
pub fn measured(
    args: &AccuracyArgs,
    scenarios: &[Scenario],
    lives: &[Lived],
    model: Option<&Arc<Model>>,
    report: &mut Report,
) -> Result<(), Failure> {
    let recorded = embedder_at_hand()?;
    // The vectors of the few pairs that are kept, apart from all the others.
    let few = recorded.as_ref().map(|recorded| {
        let embedder: Arc<dyn Embed> = recorded.clone();
        Recorded::record(embedder, Transcript::new())
    });
    for set in [LabelSet::BrainMem, LabelSet::CompassMem] {
        let all = of_lives(lives, set);
        let by_rules = draw(all.clone(), PAIRS_BY_RULES, set, "rules");
        let by_model = draw(all.clone(), args.pairs, set, "model");
        let rules = RelationRules::new(set);
        report.relations.push(measure(&rules, set, &by_rules)?);
        let hard = draw(decoys(lives, set), PAIRS_BY_RULES, set, "decoys");
        report.relations.push(of_decoys(measure(&rules, set, &hard)?));
        let mut judges: Vec<Box<dyn Judge>> = Vec::new();
        if let Some(recorded) = &recorded {
            let embedder: Arc<dyn Embed> = recorded.clone();
            let training = Training { args, set, embedder };
            match args.split {
                SplitArg::Dev => {
                    let known = Known { pairs: all, decoys: decoys(lives, set) };
                    training.cross_validated(&known, &by_rules, &hard, report)?;
                }
                SplitArg::Test => {
                    let dev = live_all(scenarios, Split::Dev, 0)?;
                    let known = Known { pairs: of_lives(&dev, set), decoys: decoys(&dev, set) };
                    judges = training.on_unseen(&known, &by_rules, &hard, report)?;
                }
            }
            keep_answers(recorded)?;
        }
        keep_lines(args, &format!("pairs-{}.jsonl", set_name(set)), &by_model)?;
        if let (Some(few), Some(_)) = (&few, &args.keep) {
            examples(&by_model, set, few)?;
        }
        let (Some(model), Some(name)) = (model, &args.model) else { continue };
        report.relations.push(measure(&rules, set, &by_model)?);
        for judge in &judges {
            report.relations.push(measure(&**judge, set, &by_model)?);
        }
        let clock = Clock::start(vec![model]);
        let alone = PromptedJudge::new(name.as_str(), model, set);
        report.relations.push(measure(&alone, set, &by_model)?);
        clock.stop(&format!("relations, {}", set_name(set)), report);
        let both = RulesThenModel::new(name.as_str(), model, set);
        report.relations.push(measure(&both, set, &by_model)?);
        keep(args, model)?;
    }
    match (&args.keep, few) {
        (Some(folder), Some(few)) => {
            write_answers(&few.into_transcript(), &folder.join("vectors.transcript"))
        }
        _ => Ok(()),
    }
}

const fn set_name(set: LabelSet) -> &'static str {
    match set {
        LabelSet::BrainMem => "brainmem",
        LabelSet::CompassMem => "compassmem",
    }
}

/// The default embedder, where it is on this machine: rules can be measured without.
fn embedder_at_hand() -> Result<Option<Embedder>, Failure> {
    if !is_here(model("embed")?, &store()?) {
        eprintln!("no head is trained: run `brainmem models fetch embed` first");
        return Ok(None);
    }
    embedder().map(Some)
}

/// What heads may learn from.
struct Known {
    pairs: Vec<Pair>,
    decoys: Vec<Pair>,
}

/// The score says that it is of decoys.
fn of_decoys(mut score: RelationScore) -> RelationScore {
    score.judge.push_str(", decoys");
    score
}

/// How heads for one set of labels are trained.
struct Training<'a> {
    args: &'a AccuracyArgs,
    set: LabelSet,
    embedder: Arc<dyn Embed>,
}

/// What a head is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    /// It judges every pair.
    Alone,
    /// It judges what the rules leave open, and is trained on such pairs.
    AfterRules,
}

impl Training<'_> {
    /// A head that has learned from these pairs, those without a relation half decoys, and what it
    /// learned from.
    fn head(
        &self,
        pairs: &[Pair],
        decoys: &[Pair],
        of: Use,
        recipe: &Recipe,
    ) -> Result<(Head, Vec<Pair>), Failure> {
        let drawn = |pairs: &[Pair]| -> Result<Vec<Pair>, Failure> {
            let pairs = match of {
                Use::Alone => pairs.to_vec(),
                Use::AfterRules => left_open(pairs, self.set)?,
            };
            Ok(draw(pairs, self.args.head_pairs, self.set, "head"))
        };
        let learned = [drawn(pairs)?, drawn(decoys)?].concat();
        let classes: Vec<&str> =
            self.set.labels().iter().map(|label| self.set.word(*label)).collect();
        let examples = examples(&learned, self.set, &self.embedder)?;
        let trained_on = self.embedder.fingerprint();
        Ok((Head::train("head", &classes, &examples, trained_on, recipe)?, learned))
    }

    fn judge(&self, head: Head, of: Use) -> Result<Box<dyn Judge>, Failure> {
        let judge = HeadJudge::new("head", Arc::clone(&self.embedder), head, self.set)?;
        Ok(match of {
            Use::Alone => Box::new(judge),
            Use::AfterRules => Box::new(RulesThen::asking(judge, self.set)),
        })
    }

    /// How a recipe does on the measured pairs of each family, trained on all others.
    fn across(
        &self,
        known: &Known,
        measured: &[Pair],
        of: Use,
        recipe: &Recipe,
    ) -> Result<Option<RelationScore>, Failure> {
        leaving_out_families(self.set, measured, &|family| {
            let others = |pairs: &[Pair]| -> Vec<Pair> {
                pairs.iter().filter(|pair| pair.family != family).cloned().collect()
            };
            let (head, _) = self.head(&others(&known.pairs), &others(&known.decoys), of, recipe)?;
            self.judge(head, of)
        })
    }

    fn cross_validated(
        &self,
        known: &Known,
        measured: &[Pair],
        hard: &[Pair],
        report: &mut Report,
    ) -> Result<(), Failure> {
        for of in [Use::Alone, Use::AfterRules] {
            report.relations.extend(self.across(known, measured, of, &Recipe::default())?);
            let score = self.across(known, hard, of, &Recipe::default())?;
            report.relations.extend(score.map(of_decoys));
            let grid = if self.args.grid { grid() } else { Vec::new() };
            for recipe in grid {
                let score = self.across(known, measured, of, &recipe)?;
                let macro_f1 = score.map_or(0.0, |score| score.macro_f1());
                let (hidden, decay, epochs) = (recipe.hidden, recipe.weight_decay, recipe.epochs);
                println!(
                    "{}, {of:?}, {hidden} hidden units, weight decay {decay}, {epochs} epochs: macro-F1 {:.1} %",
                    set_name(self.set),
                    100.0 * macro_f1
                );
            }
        }
        Ok(())
    }

    /// Trains on everything that is known and measures on others. Returns the judges.
    fn on_unseen(
        &self,
        known: &Known,
        measured: &[Pair],
        hard: &[Pair],
        report: &mut Report,
    ) -> Result<Vec<Box<dyn Judge>>, Failure> {
        let mut judges = Vec::new();
        for of in [Use::Alone, Use::AfterRules] {
            let (head, learned) = self.head(&known.pairs, &known.decoys, of, &Recipe::default())?;
            if let (Some(folder), Use::AfterRules) = (&self.args.keep_heads, of) {
                let name = format!("head-{}.safetensors", set_name(self.set));
                files::write(&folder.join(name), head.to_bytes())?;
            }
            let weights = head.size();
            let judge = self.judge(head, of)?;
            report.heads.push(Trained {
                judge: judge.name().to_owned(),
                set: self.set,
                examples: learned.len(),
                weights,
                known: read_alike(measured, &learned),
            });
            report.relations.push(measure(&*judge, self.set, measured)?);
            report.relations.push(of_decoys(measure(&*judge, self.set, hard)?));
            judges.push(judge);
        }
        Ok(judges)
    }
}

/// The recipes among which the default was chosen, on dev lives alone.
fn grid() -> Vec<Recipe> {
    let mut recipes = Vec::new();
    for hidden in [0, 32] {
        for weight_decay in [0.01, 0.1, 1.0] {
            for epochs in [10, 30] {
                recipes.push(Recipe { hidden, weight_decay, epochs, ..Recipe::default() });
            }
        }
    }
    recipes
}
