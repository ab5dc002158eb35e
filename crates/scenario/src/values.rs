//! Variables: what `$target` stands for.

use std::collections::BTreeMap;

use crate::problem::Problem;
use crate::written::Value;

/// Variables may be defined by one another so deep.
const DEEPEST: u32 = 4;
/// No text becomes longer, bytes.
const LONGEST: usize = 10_000;

const SHAPE: &str = "\"$name\", \"$name[2]\", \"$name[i]\", \"$name[i+1]\", \"$name[2i-1]\" and \
                     \"$name[last]\" are; \"$$\" is a dollar sign";

/// The variables that a text can use.
#[derive(Debug, Clone, Default)]
pub(crate) struct Values<'a> {
    outer: Option<&'a Values<'a>>,
    own: BTreeMap<String, Value>,
    /// The number of the repetition, `$i`.
    index: Option<u32>,
}

impl<'a> Values<'a> {
    /// These values and those of all around, which these hide.
    pub(crate) fn within(outer: &'a Values<'a>, index: u32) -> Self {
        Self { outer: Some(outer), own: BTreeMap::new(), index: Some(index) }
    }

    /// Adds a variable.
    pub(crate) fn set(&mut self, name: &str, value: Value) {
        self.own.insert(name.to_owned(), value);
    }

    fn find(&self, name: &str) -> Option<&Value> {
        self.own.get(name).or_else(|| self.outer.and_then(|outer| outer.find(name)))
    }

    fn index(&self) -> Option<u32> {
        self.index.or_else(|| self.outer.and_then(Values::index))
    }

    fn names(&self) -> Vec<&str> {
        let mut names = self.outer.map(Values::names).unwrap_or_default();
        names.extend(self.own.keys().map(String::as_str));
        names
    }

    /// The text with every variable replaced.
    pub(crate) fn fill(&self, text: &str) -> Result<String, Problem> {
        self.fill_with(text, &|value| value)
    }

    /// The text with every variable replaced by what `said` makes of its value.
    pub(crate) fn fill_with(
        &self,
        text: &str,
        said: &dyn Fn(String) -> String,
    ) -> Result<String, Problem> {
        self.fill_at(text, said, 0)
    }

    fn fill_at(
        &self,
        text: &str,
        said: &dyn Fn(String) -> String,
        depth: u32,
    ) -> Result<String, Problem> {
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(dollar) = rest.find('$') {
            filled.push_str(&rest[..dollar]);
            rest = &rest[dollar..];
            if let Some(after) = rest.strip_prefix("$$") {
                filled.push('$');
                rest = after;
                continue;
            }
            let variable = Variable::read(rest)?;
            rest = &rest[variable.length..];
            filled.push_str(&said(self.value(&variable, said, depth)?));
            if filled.len() > LONGEST {
                let (count, most) = (filled.len() as u64, LONGEST as u64);
                return Err(Problem::TooMany { what: "letters", count, most });
            }
        }
        filled.push_str(rest);
        Ok(filled)
    }

    fn value(
        &self,
        variable: &Variable,
        said: &dyn Fn(String) -> String,
        depth: u32,
    ) -> Result<String, Problem> {
        let name = variable.name;
        if depth > DEEPEST {
            return Err(Problem::VariableCircle(name.to_owned()));
        }
        if name == "i"
            && variable.item.is_none()
            && let Some(index) = self.index()
        {
            return Ok(index.to_string());
        }
        let text = match (self.find(name), variable.item) {
            (Some(Value::One(text)), None) => text,
            (Some(Value::Many(list)), Some(item)) => self.item(name, list, item)?,
            (Some(Value::One(text)), Some(_)) => {
                let (name, found) = (name.to_owned(), format!("the word \"{text}\""));
                return Err(Problem::ListOrWord { name, found, must: "leave out the brackets" });
            }
            (Some(Value::Many(list)), None) => {
                let (name, found) = (name.to_owned(), format!("a list of {}", list.len()));
                let must = "say which, as in \"$name[1]\"";
                return Err(Problem::ListOrWord { name, found, must });
            }
            (None, item) => match self.numbered(name).filter(|_| item.is_none()) {
                Some((list, number)) => self.item(name, list, Item::Number(number))?,
                None => return Err(self.unknown(name)),
            },
        };
        self.fill_at(text, said, depth + 1)
    }

    fn unknown(&self, name: &str) -> Problem {
        Problem::unknown("variable", name, "this scenario", self.names())
    }

    /// `place12` as the twelfth of the list `place`.
    fn numbered(&self, name: &str) -> Option<(&[String], i64)> {
        let list_name = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = name[list_name.len()..].parse().ok()?;
        match self.find(list_name)? {
            Value::Many(list) => Some((list, number)),
            Value::One(_) => None,
        }
    }

    fn item<'v>(&self, name: &str, list: &'v [String], item: Item) -> Result<&'v String, Problem> {
        let number = match item {
            Item::Number(number) => number,
            Item::Last(back) => list.len() as i64 - back,
            Item::Index(times, more) => {
                let index = self.index().ok_or_else(|| {
                    let (name, found) = (name.to_owned(), "counted by \"i\" here".to_owned());
                    Problem::ListOrWord { name, found, must: "\"i\" only counts in a Repeat" }
                })?;
                times * i64::from(index) + more
            }
        };
        let at = usize::try_from(number - 1).ok().and_then(|at| list.get(at));
        at.ok_or_else(|| {
            let found = format!("a list of {}, without a number {number}", list.len());
            let must = "numbers count from 1";
            Problem::ListOrWord { name: name.to_owned(), found, must }
        })
    }

    /// The texts with every variable replaced; a text that is nothing but a variable which is a
    /// list stands for all of its words.
    pub(crate) fn fill_list(&self, texts: &[String]) -> Result<Vec<String>, Problem> {
        let mut filled = Vec::with_capacity(texts.len());
        for text in texts {
            let alone = text.strip_prefix('$').filter(|name| is_name(name));
            match alone.and_then(|name| self.find(name)) {
                Some(Value::Many(list)) => {
                    for text in list {
                        filled.push(self.fill_at(text, &|value| value, 1)?);
                    }
                }
                _ => filled.push(self.fill(text)?),
            }
        }
        Ok(filled)
    }
}

/// Whether a variable can have that name.
pub(crate) fn is_name(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_alphabetic() || c == '_') && chars.all(is_name_char)
}

/// Names that mean something else.
pub(crate) const RESERVED: [&str; 2] = ["i", "last"];

fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// A variable as it is written, with the bytes that it takes.
struct Variable<'a> {
    name: &'a str,
    item: Option<Item>,
    length: usize,
}

/// Which item of a list.
#[derive(Clone, Copy)]
enum Item {
    /// Counted from 1.
    Number(i64),
    /// So many times the number of the repetition, and so many more.
    Index(i64, i64),
    /// The last, and so many back.
    Last(i64),
}

impl<'a> Variable<'a> {
    /// Reads a variable at the beginning of the text.
    fn read(text: &'a str) -> Result<Self, Problem> {
        let wrong = |length: usize| Problem::NotAVariable {
            text: text.chars().take(length).collect(),
            must: SHAPE,
        };
        let after_dollar = &text[1..];
        let end = after_dollar.find(|c| !is_name_char(c)).unwrap_or(after_dollar.len());
        let name = &after_dollar[..end];
        if !is_name(name) {
            return Err(wrong(name.chars().count() + 2));
        }
        let Some(inside) = after_dollar[end..].strip_prefix('[') else {
            return Ok(Self { name, item: None, length: end + 1 });
        };
        let close = inside.find(']').ok_or_else(|| wrong(20))?;
        let length = end + close + 3;
        let item =
            Item::read(&inside[..close]).ok_or_else(|| wrong(text[..length].chars().count()))?;
        Ok(Self { name, item: Some(item), length })
    }
}

impl Item {
    fn read(text: &str) -> Option<Self> {
        if let Some(after) = text.strip_prefix("last") {
            return Self::offset(after).map(|ahead| Self::Last(-ahead));
        }
        if let Some((times, after)) = text.split_once('i') {
            let times = if times.is_empty() { Some(1) } else { Self::number(times) };
            return Some(Self::Index(times?, Self::offset(after)?));
        }
        Self::number(text).map(Self::Number)
    }

    fn number(text: &str) -> Option<i64> {
        let plain = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u32>().ok().filter(|_| plain).map(i64::from)
    }

    /// `+1` or `-2` or nothing.
    fn offset(text: &str) -> Option<i64> {
        if text.is_empty() {
            return Some(0);
        }
        let offset: i64 = text.parse::<i32>().ok()?.into();
        text.starts_with(['+', '-']).then_some(offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outer() -> Values<'static> {
        let mut values = Values::default();
        values.set("target", Value::One("blue mug".to_owned()));
        values.set("said", Value::One("the $target, please".to_owned()));
        let places = ["sink", "fridge", "$target rack"].map(str::to_owned);
        values.set("place", Value::Many(places.into()));
        values.set("a", Value::One("$b".to_owned()));
        values.set("b", Value::One("$a".to_owned()));
        values
    }

    fn check(text: &str, expected: Result<&str, &str>) {
        let outer = outer();
        let values = Values::within(&outer, 2);
        let filled = values.fill(text).map_err(|problem| problem.to_string());
        assert_eq!(filled, expected.map(str::to_owned).map_err(str::to_owned), "{text}");
    }

    #[test]
    fn variables_are_replaced() {
        check("bring me $said!", Ok("bring me the blue mug, please!"));
        check("$$5 for $target's", Ok("$5 for blue mug's"));
        check("$place[1] $place[i] $place[i+1] $place[i-1]", Ok("sink fridge blue mug rack sink"));
        check("$place[2i-1] $place[0i+1]", Ok("blue mug rack sink"));
        check("$place[last] $place[last-1] $place2 $i", Ok("blue mug rack fridge fridge 2"));
        check("nothing", Ok("nothing"));
    }

    #[test]
    fn what_is_no_variable_is_told() {
        check(
            "$targt",
            Err("no variable is named \"targt\" in this scenario; did you mean \"target\"?"),
        );
        check("$place", Err("\"place\" is a list of 3; say which, as in \"$name[1]\""));
        check(
            "$place[4]",
            Err("\"place\" is a list of 3, without a number 4; numbers count from 1"),
        );
        check(
            "$place[i-2]",
            Err("\"place\" is a list of 3, without a number 0; numbers count from 1"),
        );
        check("$target[1]", Err("\"target\" is the word \"blue mug\"; leave out the brackets"));
        check("$a", Err("the variable \"b\" is defined by itself"));
        for text in [
            "$",
            "$ x",
            "$place[",
            "$place[x]",
            "$place[i*2]",
            "$place[-2i]",
            "$place[i2]",
            "$place[-1]",
            "$place[]",
            "$5",
        ] {
            let problem = outer().fill(text).expect_err("no variable");
            assert_eq!(problem.code(), "scenario::not_a_variable", "{text}: {problem}");
        }
    }

    #[test]
    fn a_list_stands_for_all_of_its_words() {
        let texts = ["$place", "table", "$target"].map(str::to_owned);
        let filled = outer().fill_list(&texts).expect("all are known");
        assert_eq!(filled, ["sink", "fridge", "blue mug rack", "table", "blue mug"]);
    }
}
