//! Lives of several demonstrated tasks: one after the other in the same kitchen, the last one scored.

use std::collections::BTreeSet;

use super::demonstration::Demonstration;

/// A task to be scored, and the tasks that are done on the days before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Life<'a> {
    /// The task of the last day.
    pub scored: &'a Demonstration,
    /// The tasks of the days before, in order.
    pub before: Vec<&'a Demonstration>,
}

/// At most `count` lives on the floor plan, with at most `days` tasks before the scored one.
///
/// Of demonstrations of the same task the first is taken, and lives are spread evenly over the tasks.
/// The tasks before are those that follow in the file and that have nothing to do with the scored
/// task or with one another: other things, other vessels.
pub fn lives<'a>(
    demonstrations: &'a [Demonstration],
    plan: &str,
    count: usize,
    days: usize,
) -> Vec<Life<'a>> {
    let mut seen = BTreeSet::new();
    let tasks: Vec<&Demonstration> = demonstrations
        .iter()
        .filter(|one| one.plan == plan)
        .filter(|one| seen.insert((one.task, &one.target, one.sliced, &one.vessel, &one.place)))
        .collect();
    let count = count.min(tasks.len());
    (0..count)
        .map(|life| {
            let at = life * tasks.len() / count;
            let scored = tasks[at];
            let mut used = things(scored);
            let mut before = Vec::new();
            // Far from one another in the file, which is sorted by task.
            for step in 1..tasks.len() {
                let task = tasks[(at + step * 7) % tasks.len()];
                let own = things(task);
                if before.len() < days && own.is_disjoint(&used) {
                    used.extend(own);
                    before.push(task);
                }
            }
            Life { scored, before }
        })
        .collect()
}

/// What the task moves about.
fn things(task: &Demonstration) -> BTreeSet<&str> {
    std::iter::once(task.target.as_str()).chain(task.vessel.as_deref()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::demonstration::TaskType;
    use super::*;

    fn task(target: &str, place: &str, vessel: Option<&str>) -> Demonstration {
        Demonstration {
            id: format!("{target}-{place}"),
            task: if vessel.is_some() { TaskType::PlaceInVessel } else { TaskType::Place },
            plan: "FloorPlan1".to_owned(),
            target: target.to_owned(),
            sliced: false,
            vessel: vessel.map(str::to_owned),
            place: place.to_owned(),
            words: vec!["do it".to_owned()],
        }
    }

    #[test]
    fn what_comes_before_has_nothing_to_do_with_the_scored_task() {
        let all = [
            task("Apple", "Fridge", None),
            task("Apple", "Fridge", None),
            task("Apple", "Sink", None),
            task("Egg", "Table", Some("Pan")),
            task("Mug", "Table", None),
            task("Fork", "Table", Some("Mug")),
            task("Pan", "Shelf", None),
        ];
        let lives = lives(&all, "FloorPlan1", 3, 2);
        assert_eq!(lives.len(), 3);
        for life in &lives {
            let mut used = things(life.scored);
            assert!(!life.before.is_empty() && life.before.len() <= 2);
            for task in &life.before {
                assert!(used.is_disjoint(&things(task)), "{life:?}");
                used.extend(things(task));
            }
        }
        assert!(super::lives(&all, "FloorPlan2", 3, 2).is_empty());
    }
}
