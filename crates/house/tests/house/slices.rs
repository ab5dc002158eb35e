//! What is sliced and falls into parts.

use base::{Action::*, Refusal, Relation, SimTime, State};
use house::Parent;

use crate::home::{Builder, Life, MORNING_S, noun};

const PARTS: [&str; 4] =
    ["first pie-slice", "second pie-slice", "third pie-slice", "fourth pie-slice"];

fn kitchen() -> Builder {
    let mut b = Builder::kitchen();
    b.add("pie", Some((Relation::On, "table")), None);
    b.state("pie", State::Cooked, true).state("pie", State::Hot, true);
    b.thing("knife").parent = Some((Relation::On, b.id("table")));
    b
}

fn before_the_cut(b: &Builder) -> Life {
    let mut life = Life::new(&b.build());
    life.does([Go("table"), Look, Go("knife"), Take("knife"), Go("pie")]);
    life
}

#[test]
fn a_pie_falls_into_slices_where_it_lay() {
    let b = kitchen();
    let mut life = before_the_cut(&b);
    let (table, pie) = (life.id("table"), life.id("pie"));
    let truth = house::truth(&life.world);
    assert!(PARTS.iter().all(|part| truth.parent(life.id(part)) == Parent::Gone));
    assert!(!life.sees("first pie-slice"));
    life.does([Slice("pie", "knife"), Wait(2)]);
    let truth = house::truth(&life.world);
    assert_eq!(truth.parent(pie), Parent::Gone);
    let warm = truth.celsius(life.id(PARTS[0])).expect("it is as warm");
    for part in PARTS {
        let id = life.id(part);
        assert_eq!(truth.parent(id), Parent::At(Relation::On, table), "{part}");
        assert!(truth.is(id, State::Cooked) && truth.is(id, State::Sliced), "{part}");
        assert!(warm > 40.0 && truth.celsius(id) == Some(warm), "{part}");
        assert!(life.sees(part), "{part}");
    }
    assert!(!life.sees("pie"));
    assert_eq!(house::drifts(&life.world), []);
    life.does([Go("first pie-slice"), Take("first pie-slice"), Eat("first pie-slice")]);
}

#[test]
fn a_pie_in_a_hand_is_not_sliced() {
    let mut life = before_the_cut(&kitchen());
    life.does([Take("pie")]);
    assert_eq!(life.try_do(Slice("pie", "knife")), Err(Refusal::NoRoom));
}

#[test]
fn slices_go_off_when_the_whole_would_have() {
    let b = kitchen();
    let mut life = before_the_cut(&b);
    let hour = |hour: u64| SimTime::of_day(1, MORNING_S + hour * 3600);
    house::skip_to(&mut life.world, hour(12));
    life.step();
    life.does([Slice("pie", "knife")]);
    house::skip_to(&mut life.world, hour(23));
    assert!(PARTS.iter().all(|part| !life.is(part, State::Spoiled)));
    house::skip_to(&mut life.world, hour(25));
    assert!(PARTS.iter().all(|part| life.is(part, State::Spoiled)));
}

/// BEHAVIOR-1K#2144.
#[test]
fn slices_keep_their_numbers_at_every_tick_around_the_cut() {
    let b = kitchen();
    let scene = b.build();
    let mut life = before_the_cut(&b);
    life = {
        let mut again = Life::new(&scene);
        let told = [Go("table"), Look, Go("knife"), Take("knife"), Go("pie")];
        again.does(told);
        assert_eq!(again.digest(), life.digest());
        again
    };
    let slice = Slice(life.handle("pie"), life.handle("knife"));
    let ids = PARTS.map(|part| life.id(part));
    life.intend(slice);
    let mut ticks = Vec::new();
    for _ in 0..80 {
        let kept = house::snapshot(&life.world);
        life.step();
        ticks.push((kept, life.digest()));
    }
    assert_eq!(house::truth(&life.world).parent(life.id("pie")), Parent::Gone);
    for start in 0..ticks.len() {
        let mut other = Life::new(&scene);
        house::restore(&ticks[start].0, &mut other.world);
        for (_, digest) in ticks[start..].iter().take(4) {
            other.step();
            assert_eq!(other.digest(), *digest);
        }
        assert_eq!(PARTS.map(|part| other.id(part)), ids);
    }
    assert_eq!(house::truth(&life.world).fitting(&noun("pie-slice")).len(), PARTS.len());
}
