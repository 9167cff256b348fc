//! The JSON Schema of the scene format, for editors and other programs.

use super::model::Scene;

/// The schema as indented JSON text.
pub fn schema() -> String {
    let schema = schemars::schema_for!(Scene);
    serde_json::to_string_pretty(&schema).unwrap_or_default()
}
