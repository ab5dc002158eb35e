//! Models that stand before another one and pass on what they do not answer themselves.

/// Inside an `impl Complete`, passes every method on to the model that a function makes of `&self`,
/// but for those that are named and written out.
///
/// A method that is written out and not named is there twice, which does not compile; so none falls
/// back unseen to what [`Complete`](crate::Complete) does by itself.
///
/// ```
/// use models::{Complete, GenerateLimits, Generated, ModelError, Prompt};
///
/// /// A model that writes nothing freely.
/// struct Silent<C>(C);
///
/// impl<C> Silent<C> {
///     fn inner(&self) -> &C {
///         &self.0
///     }
/// }
///
/// impl<C: Complete> Complete for Silent<C> {
///     models::complete_through!(Self::inner, but generate);
///
///     fn generate(&self, prompt: &Prompt, _: &GenerateLimits) -> Result<Generated, ModelError> {
///         self.0.generate(prompt, &GenerateLimits::new(0))
///     }
/// }
/// ```
#[macro_export]
macro_rules! complete_through {
    // What is named is not passed on; it may be any of the names.
    (@pass fingerprint [fingerprint $($own:ident)*] $pass:tt) => {};
    (@pass context_tokens [context_tokens $($own:ident)*] $pass:tt) => {};
    (@pass count_tokens [count_tokens $($own:ident)*] $pass:tt) => {};
    (@pass score [score $($own:ident)*] $pass:tt) => {};
    (@pass choose [choose $($own:ident)*] $pass:tt) => {};
    (@pass generate [generate $($own:ident)*] $pass:tt) => {};
    (@pass state_bytes_per_token [state_bytes_per_token $($own:ident)*] $pass:tt) => {};
    (@pass release [release $($own:ident)*] $pass:tt) => {};
    (@pass $method:ident [$other:ident $($own:ident)*] $pass:tt) => {
        $crate::complete_through!(@pass $method [$($own)*] $pass);
    };
    (@pass $method:ident [] { $($pass:tt)* }) => { $($pass)* };
    ($inner:expr $(, but $($own:ident),+)?) => {
        $crate::complete_through!(@pass fingerprint [$($($own)+)?] {
            fn fingerprint(&self) -> &$crate::Fingerprint {
                ($inner)(self).fingerprint()
            }
        });
        $crate::complete_through!(@pass context_tokens [$($($own)+)?] {
            fn context_tokens(&self) -> usize {
                ($inner)(self).context_tokens()
            }
        });
        $crate::complete_through!(@pass count_tokens [$($($own)+)?] {
            fn count_tokens(&self, text: &str) -> ::std::result::Result<usize, $crate::ModelError> {
                ($inner)(self).count_tokens(text)
            }
        });
        $crate::complete_through!(@pass score [$($($own)+)?] {
            fn score(
                &self,
                prompt: &$crate::Prompt,
                continuations: &[&str],
            ) -> ::std::result::Result<::std::vec::Vec<$crate::Continuation>, $crate::ModelError> {
                ($inner)(self).score(prompt, continuations)
            }
        });
        $crate::complete_through!(@pass choose [$($($own)+)?] {
            fn choose(
                &self,
                prompt: &$crate::Prompt,
                continuations: &[&str],
            ) -> ::std::result::Result<$crate::Chosen, $crate::ModelError> {
                ($inner)(self).choose(prompt, continuations)
            }
        });
        $crate::complete_through!(@pass generate [$($($own)+)?] {
            fn generate(
                &self,
                prompt: &$crate::Prompt,
                limits: &$crate::GenerateLimits,
            ) -> ::std::result::Result<$crate::Generated, $crate::ModelError> {
                ($inner)(self).generate(prompt, limits)
            }
        });
        $crate::complete_through!(@pass state_bytes_per_token [$($($own)+)?] {
            fn state_bytes_per_token(&self) -> u64 {
                ($inner)(self).state_bytes_per_token()
            }
        });
        $crate::complete_through!(@pass release [$($($own)+)?] {
            fn release(&self, shared: &str) {
                ($inner)(self).release(shared);
            }
        });
    };
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use crate::complete::Finish;
    use crate::{
        Chosen, Complete, Continuation, Fingerprint, GenerateLimits, Generated, ModelError, Prompt,
    };

    /// Answers every question differently from how [`Complete`] would by itself, and takes down which
    /// was asked.
    struct Own {
        fingerprint: Fingerprint,
        asked: Mutex<Vec<&'static str>>,
    }

    impl Own {
        fn new() -> Self {
            Self { fingerprint: Fingerprint::of(&[("recipe", "own")]), asked: Mutex::default() }
        }

        fn note(&self, what: &'static str) {
            self.asked.lock().expect("no test panics inside").push(what);
        }
    }

    const SCORE: Continuation = Continuation { log_likelihood: -1.0, tokens: 1 };

    impl Complete for Own {
        fn fingerprint(&self) -> &Fingerprint {
            self.note("fingerprint");
            &self.fingerprint
        }
        fn context_tokens(&self) -> usize {
            self.note("context_tokens");
            7
        }
        fn count_tokens(&self, _: &str) -> Result<usize, ModelError> {
            self.note("count_tokens");
            Ok(3)
        }
        fn score(&self, _: &Prompt, texts: &[&str]) -> Result<Vec<Continuation>, ModelError> {
            self.note("score");
            Ok(vec![SCORE; texts.len()])
        }
        fn choose(&self, _: &Prompt, texts: &[&str]) -> Result<Chosen, ModelError> {
            self.note("choose");
            Ok(Chosen { index: texts.len() - 1, score: SCORE })
        }
        fn generate(&self, _: &Prompt, _: &GenerateLimits) -> Result<Generated, ModelError> {
            self.note("generate");
            Ok(Generated { text: String::new(), tokens: 0, finish: Finish::Done })
        }
        fn state_bytes_per_token(&self) -> u64 {
            self.note("state_bytes_per_token");
            5
        }
        fn release(&self, _: &str) {
            self.note("release");
        }
    }

    /// Asks everything there is to ask; which methods of the model were called in the end.
    fn asked_of(model: &impl Complete, inner: &Own) -> Vec<&'static str> {
        let prompt = Prompt { shared: "so".to_owned(), own: "far".to_owned() };
        model.fingerprint();
        model.context_tokens();
        model.count_tokens("text").expect("it answers");
        model.score(&prompt, &["a", "b"]).expect("it answers");
        model.choose(&prompt, &["a", "b"]).expect("it answers");
        model.generate(&prompt, &GenerateLimits::new(1)).expect("it answers");
        model.state_bytes_per_token();
        model.release("so");
        std::mem::take(&mut *inner.asked.lock().expect("no test panics inside"))
    }

    const ALL: [&str; 8] = [
        "fingerprint",
        "context_tokens",
        "count_tokens",
        "score",
        "choose",
        "generate",
        "state_bytes_per_token",
        "release",
    ];

    #[test]
    fn pointers_pass_everything_on() {
        let own = Own::new();
        assert_eq!(asked_of(&&own, &own), ALL);
        let shared = Arc::new(Own::new());
        assert_eq!(asked_of(&shared, &shared), ALL);
        let boxed = Box::new(Own::new());
        assert_eq!(asked_of(&boxed, &boxed), ALL);
    }

    /// Keeps the last and one from the middle to itself.
    struct Tacit(Own);

    impl Tacit {
        const fn inner(&self) -> &Own {
            &self.0
        }
    }

    impl Complete for Tacit {
        crate::complete_through!(Self::inner, but release, score);

        fn score(&self, _: &Prompt, _: &[&str]) -> Result<Vec<Continuation>, ModelError> {
            Ok(Vec::new())
        }

        fn release(&self, _: &str) {}
    }

    #[test]
    fn what_is_written_out_is_not_passed_on_and_the_rest_is() {
        let tacit = Tacit(Own::new());
        let rest = ALL.into_iter().filter(|method| !["score", "release"].contains(method));
        assert_eq!(asked_of(&tacit, &tacit.0), rest.collect::<Vec<_>>());
    }
}
