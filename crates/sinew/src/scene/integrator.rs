//! `[integrator]`: the scheme by name, its options beside it.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;

use super::error::{Place, SceneError};
use crate::integrators::{self, CATALOG};

/// The scheme of scenes that name none: stable at any stiffness, keeps energy and momenta, and the lowest modes are exact.
pub const DEFAULT: &str = "fitted-energy-momentum";

/// Name and options.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Integrator {
    /// Name in the catalog of integrators.
    #[serde(default = "default_name")]
    pub name: String,
    /// Options of that scheme.
    #[serde(flatten)]
    pub options: toml::Table,
}

fn default_name() -> String {
    DEFAULT.into()
}

impl Default for Integrator {
    fn default() -> Self {
        Self { name: default_name(), options: toml::Table::new() }
    }
}

impl Integrator {
    pub(super) fn build(&self, place: &Place) -> Result<Box<dyn integrators::Integrator>, SceneError> {
        integrators::build(&self.name, &self.options).map_err(|e| place.error(e))
    }
}

impl JsonSchema for Integrator {
    fn schema_name() -> Cow<'static, str> {
        "Integrator".into()
    }

    /// One alternative a catalog row: its name and its options.
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let choices: Vec<Schema> = CATALOG
            .iter()
            .map(|entry| {
                let mut schema = (entry.schema)(generator);
                let description = format!("{} (default: {DEFAULT})", entry.summary);
                let name = serde_json::json!({ "type": "string", "const": entry.name, "description": description });
                let object = schema.ensure_object();
                let properties = object.entry("properties").or_insert_with(|| serde_json::json!({}));
                if let Some(properties) = properties.as_object_mut() {
                    properties.insert("name".into(), name);
                }
                object.insert("type".into(), "object".into());
                // The default may be meant without being named.
                if entry.name != DEFAULT {
                    object.insert("required".into(), serde_json::json!(["name"]));
                }
                object.insert("additionalProperties".into(), false.into());
                schema
            })
            .collect();
        schemars::json_schema!({
            "description": "Time-stepping scheme and its options.",
            "default": { "name": DEFAULT },
            "oneOf": choices
        })
    }
}
