//! States on the way, and questions that go on from the one before.

use models::Embed;

use super::*;

#[test]
fn a_question_that_goes_on_from_another_reads_the_rest_alone() {
    for family in ["llama", "qwen2"] {
        let model = load(&TinyGguf::new(family, GgmlDType::Q8_0));
        let asked = [
            prompt("the cup is on the", " pot"),
            prompt("the cup is on the", " pot and the pot"),
            prompt("the cup is on the", " pot and the pot is on"),
            prompt("", "the pot is"),
            prompt("", "the pot is on the cup"),
        ];
        let fresh: Vec<Vec<u64>> = asked
            .iter()
            .map(|prompt| {
                model.forget_prefixes();
                bits(&model.score(prompt, &CHOICES).expect("it runs"))
            })
            .collect();
        model.forget_prefixes();
        for (at, (prompt, fresh)) in asked.iter().zip(&fresh).enumerate() {
            let before = model.work();
            let alone = model.score(prompt, &["."]).expect("it runs");
            let rows = model.work().rows - before.rows;
            assert_eq!(alone[0].log_likelihood.to_bits(), fresh[2]);
            assert_eq!(bits(&model.score(prompt, &CHOICES).expect("it runs")), *fresh);
            let own = model.cut(&prompt.own).expect("tokens").len() as u64;
            let goes_on = [1, 2, 4].contains(&at);
            assert_eq!(rows < own, goes_on, "{family}, question {at}: {rows} rows of {own} tokens");
        }
    }
}

#[test]
fn what_is_kept_of_questions_is_forgotten_with_their_beginning() {
    let model = load(&TinyGguf::new("llama", GgmlDType::F32));
    model.score(&prompt("the cup is on the", " pot"), &["."]).expect("it runs");
    assert!(model.kept_bytes() > 0);
    model.release("the cup is on the");
    assert_eq!(model.kept_bytes(), 0);
}

#[test]
fn a_state_on_the_way_does_not_depend_on_what_was_asked_before() {
    let model = Arc::new(load(&TinyGguf::new("qwen2", GgmlDType::Q8_0)));
    let states = |layer| HiddenStates::new(Arc::clone(&model), "the cup is", layer);
    let [first, last] = [0, 1].map(|layer| states(layer).expect("it has two layers"));
    let error = states(2).expect_err("it has two layers").to_string();
    assert!(error.contains("has 2 layers"), "{error}");
    assert_ne!(first.fingerprint(), last.fingerprint());
    let texts = [" on the pot", " on", ""];
    let together = last.embed(&texts).expect("it runs");
    for (text, state) in texts.iter().zip(&together) {
        assert_eq!(state.dimension(), last.dimension());
        model.forget_prefixes();
        assert_eq!(last.embed_one(text).as_ref(), Ok(state), "{text:?}");
        assert_ne!(first.embed_one(text).as_ref(), Ok(state), "{text:?}");
        // Asking for it does not disturb what is asked about the same words.
        let question = prompt("the cup is", text);
        let after = model.score(&question, &CHOICES).expect("it runs");
        model.forget_prefixes();
        assert_eq!(bits(&model.score(&question, &CHOICES).expect("it runs")), bits(&after));
    }
}

#[test]
fn the_last_state_is_what_the_next_token_is_read_from() {
    let model = Arc::new(load(&TinyGguf::new("llama", GgmlDType::F32)));
    let layers = model.decoder.shape.layers;
    let states = HiddenStates::new(Arc::clone(&model), "", layers - 1).expect("its last layer");
    let here = states.embed_one("the cup is on the pot").expect("it runs");
    // The norm before the output takes away the length.
    let numbers = model.decoder.next_after(here.as_slice());
    let next = greatest(&numbers).expect("a token") as u32;
    let written = model.generate(&prompt("", "the cup is on the pot"), &free(1, &[]));
    let text = model.tokens.decode(&[next]).expect("text");
    assert_eq!(written.expect("it runs").text, text);
}
