//! Checks the keys and values of a scene against its JSON Schema, before anything is read from it.
//!
//! The published schema is what is enforced: unknown keys (with the nearest valid one), missing keys, wrong types,
//! numbers out of range and numbers that are not finite, each with its path. Only what the schema generator emits is
//! understood: `$ref`, `type`, `properties`, `required`, closed objects, `items`, `enum`, `const`, bounds, and choices
//! (`oneOf`/`anyOf`) that are told apart by a constant key such as `kind`, or else by the first alternative that fits.

use serde_json::Value as Json;
use toml::Value;

use super::error::{Place, SceneError};
use crate::catalog::suggestion;

/// Checks `value` against `schema`, whose `$ref`s point into `root`.
pub(super) fn check(value: &Value, schema: &Json, root: &Json, place: &Place) -> Result<(), SceneError> {
    let schema = resolve(schema, root);
    if let Value::Float(x) = value
        && !x.is_finite()
    {
        return Err(place.error(format!("{x} is not a finite number")));
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(choices) = schema[key].as_array() {
            check_choice(value, choices, root, place)?;
        }
    }
    check_type(value, schema, place)?;
    check_constant(value, schema, place)?;
    check_bounds(value, schema, place)?;
    match value {
        Value::Table(table) => check_table(table, schema, root, place),
        Value::Array(items) => check_array(items, schema, root, place),
        _ => Ok(()),
    }
}

fn resolve<'a>(schema: &'a Json, root: &'a Json) -> &'a Json {
    match schema["$ref"].as_str().and_then(|path| root.pointer(path.trim_start_matches('#'))) {
        Some(target) => resolve(target, root),
        None => schema,
    }
}

fn check_choice(value: &Value, choices: &[Json], root: &Json, place: &Place) -> Result<(), SceneError> {
    let choices: Vec<&Json> = choices.iter().map(|c| resolve(c, root)).filter(|c| c["type"] != "null").collect();
    // Plain words: `enum` or one `const` a choice.
    let words: Vec<&str> = choices.iter().flat_map(|c| words_of(c)).collect();
    if !words.is_empty() && choices.iter().all(|c| !words_of(c).is_empty()) {
        return known_word(value, &words, place);
    }
    // Tables told apart by a constant key.
    if let (Value::Table(table), Some(tag)) = (value, common_tag(&choices)) {
        let names: Vec<&str> = choices.iter().flat_map(|c| words_of(&c["properties"][tag])).collect();
        let Some(name) = table.get(tag) else {
            // One alternative may be meant without being named.
            if let Some(choice) = choices.iter().find(|c| !requires(c, tag)) {
                return check(value, choice, root, place);
            }
            return Err(place.error(format!("`{tag}` is missing; it is one of {}", quoted(&names))));
        };
        known_word(name, &names, &place.at(tag))?;
        let name = name.as_str().expect("known words are strings");
        let chosen = choices.iter().find(|c| words_of(&c["properties"][tag]).contains(&name));
        return check(value, chosen.expect("the name is known"), root, place);
    }
    // Tables without such a key: the one that knows most of the keys given.
    if let Value::Table(table) = value {
        let known = |c: &&&Json| table.keys().filter(|key| c["properties"].get(key).is_some()).count();
        return match choices.iter().rev().max_by_key(known) {
            Some(choice) => check(value, choice, root, place),
            None => Ok(()),
        };
    }
    // Otherwise the first that fits; if none does, the complaint of the one with the right type.
    let mut complaint = None;
    for choice in &choices {
        match check(value, choice, root, place) {
            Ok(()) => return Ok(()),
            Err(e) if check_type(value, choice, place).is_ok() => complaint = complaint.or(Some(e)),
            Err(_) => {}
        }
    }
    match complaint {
        Some(e) => Err(e),
        None if choices.is_empty() => Ok(()),
        None => {
            let kinds: Vec<String> = choices.iter().map(|c| type_name(&c["type"])).collect();
            Err(place.error(format!("expected {}, found {}", kinds.join(" or "), found(value))))
        }
    }
}

/// The words that a schema of words allows.
fn words_of(schema: &Json) -> Vec<&str> {
    match (&schema["const"], &schema["enum"]) {
        (Json::String(word), _) => vec![word],
        (_, Json::Array(words)) => words.iter().filter_map(Json::as_str).collect(),
        _ => Vec::new(),
    }
}

/// The key that has a constant in every choice.
fn common_tag<'a>(choices: &[&'a Json]) -> Option<&'a str> {
    let properties = choices.first()?["properties"].as_object()?;
    // At most one alternative may be meant without being named.
    let constant = |key: &str| {
        choices.len() > 1
            && choices.iter().all(|c| !words_of(&c["properties"][key]).is_empty())
            && choices.iter().filter(|c| !requires(c, key)).count() <= 1
    };
    properties.keys().map(String::as_str).find(|key| constant(key))
}

fn requires(schema: &Json, key: &str) -> bool {
    schema["required"].as_array().is_some_and(|keys| keys.iter().any(|k| k == key))
}

fn known_word(value: &Value, words: &[&str], place: &Place) -> Result<(), SceneError> {
    match value.as_str() {
        Some(word) if words.contains(&word) => Ok(()),
        Some(word) => Err(place.error(format!("unknown name `{word}`; {}", suggestion(word, words.iter().copied())))),
        None => Err(place.error(format!("expected one of {}, found {}", quoted(words), found(value)))),
    }
}

fn quoted(words: &[&str]) -> String {
    words.iter().map(|w| format!("`{w}`")).collect::<Vec<_>>().join(", ")
}

fn check_type(value: &Value, schema: &Json, place: &Place) -> Result<(), SceneError> {
    let fits = |kind: &str| match kind {
        "object" => value.is_table(),
        "array" => value.is_array(),
        "string" => value.is_str(),
        "boolean" => value.is_bool(),
        "integer" => value.is_integer(),
        "number" => value.is_integer() || value.is_float(),
        _ => false,
    };
    let right = match &schema["type"] {
        Json::String(kind) => fits(kind),
        Json::Array(kinds) => kinds.iter().filter_map(Json::as_str).any(fits),
        _ => true,
    };
    if right {
        return Ok(());
    }
    Err(place.error(format!("expected {}, found {}", type_name(&schema["type"]), found(value))))
}

fn check_constant(value: &Value, schema: &Json, place: &Place) -> Result<(), SceneError> {
    let words = words_of(schema);
    if words.is_empty() { Ok(()) } else { known_word(value, &words, place) }
}

fn check_bounds(value: &Value, schema: &Json, place: &Place) -> Result<(), SceneError> {
    let number = match value {
        Value::Integer(i) => *i as f64,
        Value::Float(x) => *x,
        _ => return Ok(()),
    };
    let bound = |key: &str| schema[key].as_f64();
    let problem = if bound("minimum").is_some_and(|b| number < b) {
        format!("at least {}", bound("minimum").expect("just read"))
    } else if bound("exclusiveMinimum").is_some_and(|b| number <= b) {
        format!("above {}", bound("exclusiveMinimum").expect("just read"))
    } else if bound("maximum").is_some_and(|b| number > b) {
        format!("at most {}", bound("maximum").expect("just read"))
    } else if bound("exclusiveMaximum").is_some_and(|b| number >= b) {
        format!("below {}", bound("exclusiveMaximum").expect("just read"))
    } else if schema["format"] == "uint32" && number > f64::from(u32::MAX) {
        format!("at most {}", u32::MAX)
    } else {
        return Ok(());
    };
    Err(place.error(format!("{number} is out of range; it must be {problem}")))
}

fn check_table(table: &toml::Table, schema: &Json, root: &Json, place: &Place) -> Result<(), SceneError> {
    let Some(properties) = schema["properties"].as_object() else {
        // Without properties of its own a choice has already been checked.
        return Ok(());
    };
    let closed = ["additionalProperties", "unevaluatedProperties"].iter().any(|k| schema[*k] == Json::Bool(false));
    // Unknown keys come first: a misspelt key is also a missing one, and the former is the better sentence.
    for (key, value) in table {
        match properties.get(key) {
            Some(below) => check(value, below, root, &place.at(key))?,
            None if closed => {
                return Err(SceneError::UnknownKey {
                    file: place.file.clone(),
                    path: place.path.at(key),
                    key: key.clone(),
                    hint: suggestion(key, properties.keys().map(String::as_str)),
                });
            }
            None => {}
        }
    }
    for key in schema["required"].as_array().into_iter().flatten().filter_map(Json::as_str) {
        if !table.contains_key(key) {
            return Err(place.error(format!("`{key}` is missing")));
        }
    }
    Ok(())
}

fn check_array(items: &[Value], schema: &Json, root: &Json, place: &Place) -> Result<(), SceneError> {
    let length = |key: &str| schema[key].as_u64().map(|n| n as usize);
    let (least, most) = (length("minItems").unwrap_or(0), length("maxItems").unwrap_or(usize::MAX));
    if items.len() < least || items.len() > most {
        let wanted = if least == most { format!("{least}") } else { format!("at least {least}") };
        return Err(place.error(format!("expected {wanted} entries, found {}", items.len())));
    }
    if schema["items"].is_object() {
        for (i, item) in items.iter().enumerate() {
            check(item, &schema["items"], root, &place.at(i))?;
        }
    }
    Ok(())
}

fn type_name(kind: &Json) -> String {
    let one = |kind: &str| match kind {
        "object" => "a table",
        "array" => "an array",
        "string" => "a string",
        "boolean" => "true or false",
        "integer" => "a whole number",
        "number" => "a number",
        _ => "something else",
    };
    match kind {
        Json::String(kind) => one(kind).into(),
        Json::Array(kinds) => {
            let kinds: Vec<&str> = kinds.iter().filter_map(Json::as_str).filter(|k| *k != "null").map(one).collect();
            kinds.join(" or ")
        }
        _ => "something else".into(),
    }
}

fn found(value: &Value) -> String {
    match value {
        Value::String(s) => format!("the string \"{s}\""),
        Value::Integer(i) => format!("the number {i}"),
        Value::Float(x) => format!("the number {x}"),
        Value::Boolean(b) => format!("{b}"),
        Value::Datetime(d) => format!("the date {d}"),
        Value::Array(_) => "an array".into(),
        Value::Table(_) => "a table".into(),
    }
}
