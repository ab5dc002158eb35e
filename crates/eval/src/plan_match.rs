//! How well a plan matches a gold plan of which several orders are right.

use base::{Action, ActionKind, Noun};

/// The share of the longer plan that matches: done actions that are in the gold plan, each once
/// and in an order that the gold plan allows.
///
/// Two gold actions may be exchanged unless they share a thing (or one of them is a step of the
/// other's: going somewhere belongs to what is done there). The gold plan is thus a partial order;
/// the done plan is matched greedily, an action counting only when all gold actions that must come
/// before it have been matched or were never matched at all later. Between 0 and 1; 1 for two empty
/// plans. Looking and waiting are no part of a plan.
pub fn plan_match(done: &[Action<Noun>], gold: &[Action<Noun>]) -> f64 {
    let done: Vec<&Action<Noun>> = done.iter().filter(|action| counts(action)).collect();
    let gold: Vec<&Action<Noun>> = gold.iter().filter(|action| counts(action)).collect();
    let longest = done.len().max(gold.len());
    if longest == 0 {
        return 1.0;
    }
    let mut is_matched = vec![false; gold.len()];
    for action in &done {
        let next = (0..gold.len()).find(|&index| {
            let comes_too_late = || {
                // A later gold action that depends on this one was done already.
                (index + 1..gold.len())
                    .any(|later| is_matched[later] && depends(gold[index], gold[later]))
            };
            !is_matched[index] && gold[index] == *action && !comes_too_late()
        });
        if let Some(index) = next {
            is_matched[index] = true;
        }
    }
    is_matched.iter().filter(|matched| **matched).count() as f64 / longest as f64
}

fn counts(action: &Action<Noun>) -> bool {
    !matches!(
        action.kind(),
        ActionKind::Look | ActionKind::Wait | ActionKind::GiveUp | ActionKind::Search
    )
}

/// Whether the order of the two matters: they share a thing.
fn depends(earlier: &Action<Noun>, later: &Action<Noun>) -> bool {
    earlier.things().any(|thing| later.things().any(|other| other == thing))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noun(text: &str) -> Noun {
        text.parse().expect("a noun")
    }

    fn fetch(thing: &str, from: &str) -> Vec<Action<Noun>> {
        vec![Action::Go(noun(from)), Action::Open(noun(from)), Action::Take(noun(thing))]
    }

    #[test]
    fn either_order_of_independent_parts_is_right() {
        let (cup, fork) = (fetch("cup", "cupboard"), fetch("fork", "drawer"));
        let gold = [cup.clone(), fork.clone()].concat();
        assert_eq!(plan_match(&[fork, cup].concat(), &gold), 1.0);
    }

    #[test]
    fn the_wrong_order_of_dependent_actions_is_not() {
        let gold = fetch("cup", "cupboard");
        let mut wrong = gold.clone();
        wrong.swap(0, 1);
        assert!(plan_match(&wrong, &gold) < 1.0);
    }

    #[test]
    fn detours_cost() {
        let gold = fetch("cup", "cupboard");
        let detour = [fetch("cup", "drawer")[..2].to_vec(), gold.clone()].concat();
        assert_eq!(plan_match(&detour, &gold), 0.6);
        assert_eq!(plan_match(&[], &gold), 0.0);
        assert_eq!(plan_match(&[], &[]), 1.0);
    }
}
