//! The table as a page in Markdown: `docs/actions.md`.

use super::ENTRIES;

/// The table as a page in Markdown.
pub fn page() -> String {
    let mut page = String::from(
        "# Actions\n\nMade from the table in `crates/base/src/action_table.rs`; do not edit. A test \
         compares this page with it: `UPDATE_EXPECT=1 cargo test -p base` writes it anew.\n\nWhat \
         an action is done to must be perceived (`not_perceived`), and nothing else be under way \
         (`busy`). What else must be so stands under the code of the refusal that tells that it is \
         not. What a hand goes to is neither in somebody else's hand (`held_by_other`) nor has \
         somebody sitting, lying or standing on it (`occupied`). A refused action changes nothing \
         and costs a second.\n\n\
         | action | seconds | needs | effect | by chance |\n|---|---|---|---|---|\n",
    );
    for entry in &ENTRIES {
        let seconds = match entry.seconds {
            Some(seconds) => seconds.to_string(),
            None => "as it takes".to_owned(),
        };
        let needs: Vec<String> = entry
            .needs
            .iter()
            .map(|(refusal, what)| format!("{what} (`{}`)", refusal.code()))
            .collect();
        let chance = entry.chance.map_or("", |chance| chance.refusal().code());
        page += &format!(
            "| `{}` {} | {seconds} | {} | {} | {chance} |\n",
            entry.kind.verb(),
            entry.arguments.join(", "),
            needs.join("; "),
            entry.effect,
        );
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_up_to_date() {
        expect_test::expect_file!["../../../../docs/actions.md"].assert_eq(&page());
    }
}
