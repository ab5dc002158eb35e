//! What long work shows while it goes on.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over so many things of a kind, such as "lives", with what is done to them before it.
pub fn bar(doing: impl Into<String>, count: usize, things: &str) -> ProgressBar {
    let bar = ProgressBar::new(count as u64);
    let style =
        format!("{{msg}} [{{bar:32}}] {{pos}}/{{len}} {things}, {{elapsed}} so far, {{eta}} to go");
    if let Ok(style) = ProgressStyle::with_template(&style) {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.set_message(doing.into());
    bar
}
