//! Suggests the name that somebody meant.

use super::value::quote;

/// Names that other noise programs use, and the ones used here.
const ELSEWHERE: [(&str, &str); 6] = [
    ("persistence", "gain"),
    ("frequency", "wavelength"),
    ("period", "wavelength"),
    ("h", "hurst"),
    ("perlin-noise", "perlin"),
    ("worley", "cellular"),
];

/// The most names that are listed if none is near.
const MOST_LISTED: usize = 48;

/// Longer names are not typing errors, and comparing them takes time.
const LONGEST: usize = 64;

/// The candidate nearest to `name`, if it is near enough: at most a third of the letters are wrong.
pub(super) fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > LONGEST {
        return None;
    }
    let name = name.to_lowercase().replace('_', "-");
    let elsewhere = ELSEWHERE.iter().find(|(theirs, _)| *theirs == name).map(|(_, ours)| *ours);
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= LONGEST)
        .map(|candidate| {
            let distance = strsim::damerau_levenshtein(&name, &candidate.to_lowercase().replace('_', "-"));
            (if elsewhere == Some(candidate) { 0 } else { distance }, candidate)
        })
        .filter(|(distance, candidate)| {
            let letters = candidate.chars().count();
            *distance <= letters.div_ceil(3) && *distance < letters
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// "did you mean `gain`?" if a candidate is near. The list follows if it is short or no candidate is near.
pub(super) fn suggest(name: &str, what: &str, candidates: &[&str]) -> String {
    let near = nearest(name, candidates.iter().copied());
    let mean = near.map(|near| format!("did you mean {}?", quote(near)));
    let few = if near.is_some() { 10 } else { MOST_LISTED };
    let listed = candidates.iter().map(|candidate| quote(candidate)).collect::<Vec<_>>().join(", ");
    let list = (1..=few).contains(&candidates.len()).then(|| format!("{what}: {listed}"));
    [mean, list].into_iter().flatten().collect::<Vec<_>>().join(" ")
}
