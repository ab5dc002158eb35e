//! Where models are kept when nobody says where.

use std::ffi::OsString;
use std::path::PathBuf;

/// Nothing in the environment says where models could be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "no place for models: none of BRAINMEM_MODELS, XDG_CACHE_HOME, LOCALAPPDATA and HOME is set; set BRAINMEM_MODELS"
)]
pub struct NoDirectory;

/// The models directory of the environment whose variables `variable` gives; [`std::env::var_os`]
/// is the usual one.
///
/// `$BRAINMEM_MODELS`, else `brainmem/models` in the first that is set of `$XDG_CACHE_HOME`,
/// `%LOCALAPPDATA%` and `$HOME/.cache`. A variable that is set to nothing counts as not set.
///
/// # Errors
///
/// When none of the variables is set.
pub fn default_directory(
    variable: impl Fn(&str) -> Option<OsString>,
) -> Result<PathBuf, NoDirectory> {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(directory) = set("BRAINMEM_MODELS") {
        return Ok(directory);
    }
    let cache = set("XDG_CACHE_HOME")
        .or_else(|| set("LOCALAPPDATA"))
        .or_else(|| set("HOME").map(|home| home.join(".cache")))
        .ok_or(NoDirectory)?;
    Ok(cache.join("brainmem").join("models"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directory(variables: &[(&str, &str)]) -> Result<PathBuf, NoDirectory> {
        default_directory(|name| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into())
        })
    }

    #[test]
    fn the_nearest_wish_wins() {
        let all = [("BRAINMEM_MODELS", "/m"), ("XDG_CACHE_HOME", "/c"), ("HOME", "/h")];
        assert_eq!(directory(&all), Ok("/m".into()));
        assert_eq!(directory(&all[1..]), Ok("/c/brainmem/models".into()));
        assert_eq!(directory(&all[2..]), Ok("/h/.cache/brainmem/models".into()));
        assert_eq!(
            directory(&[("XDG_CACHE_HOME", ""), ("HOME", "/h")]),
            Ok("/h/.cache/brainmem/models".into())
        );
        assert_eq!(directory(&[]), Err(NoDirectory));
    }
}
