//! Several who ask at once: the same bits as alone, nobody waits for ever, and the bytes that are kept.

use std::sync::Barrier;

use super::*;

/// One question of each kind for an asker, and what it answers.
fn ask(model: &LanguageModel, asker: usize) -> (Vec<u64>, Chosen, Generated) {
    let own =
        ["", " a", " on the pot", " is the cup on the 12 pots"][asker % 4].repeat(1 + asker % 3);
    let prompt = prompt(["the cup is", "a pot"][asker % 2], &own);
    let texts = many();
    // Of different lengths, so that some are done long before the others.
    let texts: Vec<&str> = texts.iter().skip(asker).map(String::as_str).collect();
    let scores = model.score(&prompt, &texts).expect("it runs");
    let chosen = model.choose(&prompt, &texts).expect("there is a choice");
    let written = model.generate(&prompt, &free(asker as u32 % 7, &[])).expect("it runs");
    (bits(&scores), chosen, written)
}

fn in_company(tiny: &TinyGguf, together: usize, groups: usize) -> LanguageModel {
    load_with(tiny, &LanguageOptions { together, groups, ..LanguageOptions::default() })
}

#[test]
fn company_changes_no_bit_and_nobody_waits_for_ever() {
    let tiny = TinyGguf::new("qwen2", GgmlDType::Q4_0);
    let alone = load(&tiny);
    let expected: Vec<_> = (0..9).map(|asker| ask(&alone, asker)).collect();
    // Fewer seats than askers, as many, and more; one table and two.
    for (together, groups) in [(2, 1), (4, 2), (9, 1), (16, 3)] {
        let model = in_company(&tiny, together, groups);
        std::thread::scope(|scope| {
            for (asker, expected) in expected.iter().enumerate() {
                let model = &model;
                scope.spawn(move || {
                    for _ in 0..3 {
                        assert_eq!(ask(model, asker), *expected, "asker {asker} of {together}");
                    }
                });
            }
        });
        assert_eq!(model.meeting.seated(), 0, "everybody has left");
    }
}

#[test]
fn those_who_ask_at_once_share_passes() {
    let tiny = TinyGguf::new("llama", GgmlDType::Q8_0);
    let model = in_company(&tiny, 4, 1);
    let begin = Barrier::new(4);
    let seats = Barrier::new(4);
    let tokens = model.cut("the cup is on the pot").expect("tokens");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                begin.wait();
                let seat = model.sit_down();
                seats.wait();
                let mut past = model.decoder.nothing();
                for token in &tokens {
                    let job = Job::line(past, &[*token], Asked::Last);
                    Fed { past, .. } = seat.feed(job).expect("it runs");
                }
            });
        }
    });
    let work = model.work();
    assert_eq!(work.rows, 4 * tokens.len() as u64);
    assert_eq!(work.passes, tokens.len() as u64, "four rows to a pass");
}

#[test]
fn who_fails_fails_alone() {
    let tiny = TinyGguf::new("llama", GgmlDType::Q8_0);
    let model = in_company(&tiny, 3, 1);
    let expected = ask(&load(&tiny), 1);
    let unknown = model.decoder.vocabulary() as u32;
    let seats = Barrier::new(3);
    std::thread::scope(|scope| {
        let failing = scope.spawn(|| {
            let seat = model.sit_down();
            seats.wait();
            let job = Job::line(model.decoder.nothing(), &[unknown], Asked::Last);
            seat.feed(job).map(|_| ()).expect_err("the model knows no such token")
        });
        let panicking = scope.spawn(|| {
            let _seat = model.sit_down();
            seats.wait();
            panic!("told to");
        });
        scope.spawn(|| {
            let seat = model.sit_down();
            seats.wait();
            let tokens = model.cut("the cup").expect("tokens");
            let job = Job::line(model.decoder.nothing(), &tokens, Asked::Last);
            seat.feed(job).map(|_| ()).expect("others do not matter");
        });
        assert!(failing.join().is_ok());
        assert!(panicking.join().is_err());
    });
    assert_eq!(model.meeting.seated(), 0);
    assert_eq!(ask(&model, 1), expected, "the next question is answered");
}

#[test]
fn a_pass_that_breaks_off_fails_for_all_who_are_in_it() {
    let tiny = TinyGguf::new("llama", GgmlDType::Q8_0);
    let model = in_company(&tiny, 2, 1);
    let seats = Barrier::new(2);
    std::thread::scope(|scope| {
        let askers = [0, 1].map(|asker| {
            let (model, seats) = (&model, &seats);
            scope.spawn(move || {
                let seat = model.sit_down();
                seats.wait();
                // A token that comes after one that is not there: a fault of the caller, so a panic.
                let before = [(asker == 0).then_some(7)];
                let (past, nothing) = (model.decoder.nothing(), model.decoder.sprout());
                seat.feed(Job::tree(past, nothing, &[3], &before)).map(|_| ())
            })
        });
        // Who ran the pass panics, the other is told.
        let ends =
            askers.map(|asker| asker.join().map(|fed| fed.map_err(|error| error.to_string())));
        let told =
            ends.iter().filter(|end| matches!(end, Ok(Err(told)) if told.contains("broke off")));
        assert_eq!((told.count(), ends.iter().filter(|end| end.is_err()).count()), (1, 1));
    });
    assert_eq!(model.meeting.seated(), 0);
    ask(&model, 2);
}

#[test]
fn kept_states_stay_within_their_bytes() {
    let tiny = TinyGguf::new("llama", GgmlDType::F32);
    let plain = load(&tiny);
    let beginnings = ["the cup is on the pot", "a cup", "the pot is on a cup", "on the pot"];
    let scores = |model: &LanguageModel| {
        let each = beginnings
            .iter()
            .chain(&beginnings)
            .map(|shared| bits(&model.score(&prompt(shared, " and"), &CHOICES).expect("it runs")));
        each.collect::<Vec<_>>()
    };
    let expected = scores(&plain);
    assert_eq!(plain.work().kept_used, 4, "each is there the second time");
    assert!(plain.work().kept_tokens > 4);
    let two_at_most = plain.kept_bytes() / 2;
    for kept_bytes in [0, 1, two_at_most] {
        let options = LanguageOptions { kept_bytes, ..LanguageOptions::default() };
        let model = load_with(&tiny, &options);
        assert_eq!(scores(&model), expected, "what is kept changes no bit");
        assert!(model.kept_bytes() <= kept_bytes, "{} of {kept_bytes}", model.kept_bytes());
        assert!(model.work().rows > plain.work().rows, "what is not kept is read again");
    }
}

#[test]
fn what_is_released_is_read_again() {
    let model = load(&TinyGguf::new("llama", GgmlDType::F32));
    let prompt = prompt("the cup is on the pot", " and");
    let first = model.score(&prompt, &CHOICES).expect("it runs");
    let held = model.kept_bytes();
    assert!(held >= model.state_bytes_per_token() * 6);
    model.release("another beginning");
    assert_eq!(model.kept_bytes(), held);
    model.release(&prompt.shared);
    assert_eq!(model.kept_bytes(), 0);
    assert_eq!(model.score(&prompt, &CHOICES).expect("it runs"), first);
    assert_eq!(model.work().kept_used, 0);
}
