//! Materials by name: `material = { preset = "silicone-ecoflex-30" }`.
//!
//! A name stands for the keys `model`, `young`, `poisson` and `density`; what is written beside it goes before. A scene that a
//! run writes has the numbers, so a table that changes later changes no run that was made.
//!
//! Each number has its source, by the keys of `docs/references.md`. What is nearly incompressible has a Poisson's ratio of 0.49: linear
//! tetrahedra lock nearer to a half.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserializer};
use serde::{Deserialize, Serialize, Serializer};

use super::Model;
use super::Model::{FixedCorotated as Solid, StableNeoHookean as Soft};

/// What a name stands for.
#[derive(Debug, PartialEq)]
pub struct Entry {
    /// The name in a scene.
    pub name: &'static str,
    /// The energy density: `stable-neo-hookean` of what is stretched far, `fixed-corotated` of what is not.
    pub model: Model,
    /// Young's modulus, Pa.
    pub young: f64,
    /// Poisson's ratio.
    pub poisson: f64,
    /// Mass per rest volume, kg/m³.
    pub density: f64,
    /// Where the numbers are from, and of what.
    pub source: &'static str,
}

/// A material by its name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preset(&'static Entry);

/// A line of the table.
const fn entry(
    name: &'static str,
    model: Model,
    young: f64,
    poisson: f64,
    density: f64,
    source: &'static str,
) -> Entry {
    Entry { name, model, young, poisson, density, source }
}

/// Every material that has a name, in the order of the documentation.
///
/// Makers of silicones publish the stress at a stretch of two, σ₁₀₀. A neo-Hookean material has P = μ(λ − 1/λ²) there, so it carries that
/// with E = 3μ = 12/7 σ₁₀₀.
#[rustfmt::skip]
pub const PRESETS: &[Entry] = &[
    entry("rubber", Soft, 2e6, 0.49, 925.0, "[Ashby11]: natural rubber, 1.5 to 2.5 MPa"),
    entry("neoprene", Soft, 1.4e6, 0.49, 1240.0, "[Ashby11]: neoprene, 0.7 to 2 MPa"),
    entry("silicone-ecoflex-10", Soft, 9.5e4, 0.49, 1040.0, "[SmoothOn20]: Ecoflex 00-10, 55 kPa at a stretch of two"),
    entry("silicone-ecoflex-20", Soft, 9.5e4, 0.49, 1070.0, "[SmoothOn20]: Ecoflex 00-20, 55 kPa at a stretch of two"),
    entry("silicone-ecoflex-30", Soft, 1.18e5, 0.49, 1070.0, "[SmoothOn20]: Ecoflex 00-30, 69 kPa at a stretch of two"),
    entry("silicone-ecoflex-50", Soft, 1.4e5, 0.49, 1070.0, "[SmoothOn20]: Ecoflex 00-50, 83 kPa at a stretch of two"),
    entry("silicone-dragon-skin-10", Soft, 2.6e5, 0.49, 1070.0, "[SmoothOn20]: Dragon Skin 10, 152 kPa at a stretch of two"),
    entry("silicone-dragon-skin-20", Soft, 5.8e5, 0.49, 1080.0, "[SmoothOn20]: Dragon Skin 20, 338 kPa at a stretch of two"),
    entry("silicone-dragon-skin-30", Soft, 1.02e6, 0.49, 1080.0, "[SmoothOn20]: Dragon Skin 30, 593 kPa at a stretch of two"),
    entry("pdms-sylgard-184", Soft, 2e6, 0.49, 1030.0, "[Johnston14]: Sylgard 184, 10:1, 1.32 to 2.97 MPa by curing temperature; density typical"),
    entry("tpu-85a", Soft, 1.2e7, 0.48, 1190.0, "[NinjaTek16]: NinjaFlex, Shore 85A, printed; Poisson's ratio typical"),
    entry("gelatin-5", Soft, 4.3e3, 0.49, 1010.0, "[Bonavia25]: 20 parts of water to one of gelatin; density typical"),
    entry("gelatin-10", Soft, 1.8e4, 0.49, 1030.0, "[Bonavia25]: 9 parts of water to one of gelatin, by its power law; density typical"),
    entry("gelatin-33", Soft, 2.8e5, 0.49, 1090.0, "[Bonavia25]: 2 parts of water to one of gelatin; density typical"),
    entry("polyacrylamide", Soft, 1.06e4, 0.49, 1020.0, "[Tse10]: 10 % acrylamide, 0.1 % bis; density typical"),
    entry("foam", Solid, 1.7e6, 0.28, 55.0, "[Ashby11]: flexible polymer foam of low density, 1 to 3 MPa, 38 to 70 kg/m³"),
    entry("foam-soft", Solid, 5.5e5, 0.28, 25.0, "[Ashby11]: flexible polymer foam of very low density, 0.3 to 1 MPa, 16 to 35 kg/m³"),
    entry("cork", Solid, 2.5e7, 0.05, 180.0, "[Ashby11]: cork, 13 to 50 MPa, 120 to 240 kg/m³; Poisson's ratio nearly 0"),
    entry("muscle", Soft, 8e4, 0.49, 1090.0, "[Pailler08]: at rest, across its fibres; density [Hasgall22]"),
    entry("fat", Soft, 2e3, 0.49, 911.0, "[Pailler08]: hypodermis; density [Hasgall22]"),
    entry("skin", Soft, 3.5e4, 0.49, 1109.0, "[Pailler08]: dermis, small strain; density [Hasgall22]"),
    entry("liver", Soft, 5e3, 0.49, 1079.0, "[Sandrin03]: typical of healthy ones; density [Hasgall22]"),
    entry("brain-grey", Soft, 1.4e3, 0.49, 1045.0, "[Budday15]: grey matter, bovine; density [Hasgall22]"),
    entry("brain-white", Soft, 1.9e3, 0.49, 1041.0, "[Budday15]: white matter, bovine; density [Hasgall22]"),
    entry("cartilage", Soft, 6.4e5, 0.03, 1100.0, "[Soltz00]: in equilibrium, aggregate modulus 0.64 MPa; pressed fast it is stiffer, with 0.49; density [Hasgall22]"),
    entry("tendon", Soft, 1.2e9, 0.45, 1142.0, "[Maganaris99]: along its fibres; Poisson's ratio typical; density [Hasgall22]"),
    entry("bone", Solid, 1.7e10, 0.3, 1908.0, "[Reilly75]: cortical, lengthwise; Poisson's ratio typical; density [Hasgall22]"),
    entry("wood-balsa", Solid, 3.4e9, 0.3, 180.0, "[Wood10]: along the grain, 12 % moisture; Poisson's ratio typical"),
    entry("wood-spruce", Solid, 1.08e10, 0.37, 450.0, "[Wood10]: Sitka spruce along the grain, 12 % moisture"),
    entry("wood-oak", Solid, 1.23e10, 0.37, 760.0, "[Wood10]: white oak along the grain, 12 % moisture"),
    entry("polyethylene", Solid, 7.5e8, 0.42, 950.0, "[Ashby11]: 0.62 to 0.9 GPa"),
    entry("abs", Solid, 2e9, 0.4, 1100.0, "[Ashby11]: 1.1 to 2.9 GPa"),
    entry("nylon", Solid, 2.9e9, 0.35, 1130.0, "[Ashby11]: polyamide, 2.6 to 3.2 GPa"),
    entry("acrylic", Solid, 3e9, 0.39, 1190.0, "[Ashby11]: PMMA, 2.2 to 3.8 GPa"),
    entry("pla", Solid, 3.5e9, 0.36, 1240.0, "[Farah16]: solid; printed parts are softer"),
    entry("concrete", Solid, 3e10, 0.2, 2400.0, "[Ashby11]: 25 to 38 GPa; Poisson's ratio [Gere09]"),
    entry("glass", Solid, 7e10, 0.22, 2470.0, "[Ashby11]: soda-lime, 68 to 72 GPa"),
    entry("aluminium", Solid, 7e10, 0.33, 2700.0, "[Ashby11], [Gere09]: alloys, 68 to 82 GPa"),
    entry("titanium", Solid, 1.1e11, 0.33, 4500.0, "[Ashby11], [Gere09]: alloys, 90 to 120 GPa"),
    entry("copper", Solid, 1.2e11, 0.34, 8930.0, "[Ashby11], [Gere09]: and its alloys, 112 to 148 GPa"),
    entry("steel", Solid, 2.05e11, 0.29, 7850.0, "[Ashby11], [Gere09]: low carbon, 200 to 215 GPa"),
];

/// The names of all of them.
const NAMES: [&str; PRESETS.len()] = {
    let mut names = [""; PRESETS.len()];
    let mut at = 0;
    while at < PRESETS.len() {
        names[at] = PRESETS[at].name;
        at += 1;
    }
    names
};

impl Preset {
    /// The material of that name.
    pub fn find(name: &str) -> Option<Self> {
        PRESETS.iter().find(|entry| entry.name == name).map(Self)
    }

    /// What it stands for.
    pub const fn entry(self) -> &'static Entry {
        self.0
    }

    /// Every name, in the order of the documentation.
    pub const fn names() -> &'static [&'static str] {
        &NAMES
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name)
    }
}

impl Serialize for Preset {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name)
    }
}

impl<'de> Deserialize<'de> for Preset {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::find(&name).ok_or_else(|| de::Error::unknown_variant(&name, &NAMES))
    }
}

impl JsonSchema for Preset {
    fn schema_name() -> Cow<'static, str> {
        "Preset".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A material by its name.",
            "type": "string",
            "enum": NAMES.as_slice(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::material::{Parameters, build};
    use crate::scene::model::{Constants, Material};

    #[test]
    fn names_are_plain_and_there_once_and_each_gives_constants() {
        let mut seen = BTreeSet::new();
        for entry in PRESETS {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(entry.name.chars().all(plain) && seen.insert(entry.name), "{}", entry.name);
            assert!(entry.source.starts_with('['), "{} has no source", entry.name);
            let material = Material::preset(named(entry.name));
            assert!(material.constants().is_ok(), "{}", entry.name);
            // Nothing solid is lighter than the lightest foam, heavier than gold or stiffer than diamond.
            assert!((10.0..2e4).contains(&entry.density) && (1e2..1.2e12).contains(&entry.young));
        }
    }

    fn named(name: &str) -> Preset {
        Preset::find(name).unwrap()
    }

    /// The force on a bar of a square metre at a stretch of two, with sides that are free, Pa.
    fn at_twice(preset: Preset) -> f64 {
        let Constants { mu, lambda, kappa } = Material::preset(preset).constants().unwrap();
        let model = preset.entry().model.name().parse().unwrap();
        let material = build(model, Parameters { mu, lambda, kappa }, false);
        let energy =
            |side: f64, long: f64| material.psi(&[[long, 0.0, 0.0], [0.0, side, 0.0], [0.0, 0.0, side]]);
        // The sides go where the energy is least.
        let least = |long: f64| {
            let (mut low, mut high) = (0.3, 1.2);
            for _ in 0..200 {
                let third = (high - low) / 3.0;
                let (a, b) = (low + third, high - third);
                if energy(a, long) < energy(b, long) { high = b } else { low = a }
            }
            energy(0.5 * (low + high), long)
        };
        (least(2.001) - least(1.999)) / 0.002
    }

    /// [SmoothOn20]: the 100 % moduli of the data sheets, in psi.
    #[test]
    fn silicones_carry_at_twice_their_length_what_their_maker_says() {
        let published = [
            ("silicone-ecoflex-10", 8.0),
            ("silicone-ecoflex-20", 8.0),
            ("silicone-ecoflex-30", 10.0),
            ("silicone-ecoflex-50", 12.0),
            ("silicone-dragon-skin-10", 22.0),
            ("silicone-dragon-skin-20", 49.0),
            ("silicone-dragon-skin-30", 86.0),
        ];
        assert_eq!(published.len(), PRESETS.iter().filter(|e| e.name.starts_with("silicone")).count());
        for (name, psi) in published {
            let (carried, told) = (at_twice(named(name)), psi * 6894.76);
            assert!((carried / told - 1.0).abs() < 0.02, "{name}: {carried} Pa, published {told} Pa");
        }
    }
}
