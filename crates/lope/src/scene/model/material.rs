//! `material = { … }`: how a body resists deformation.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::names;
use super::number::Number;

/// A key of the material (empty: the material as a whole) and what is wrong with it.
type Complaint = (&'static str, String);

names! {
    /// The energy density of a material.
    Model {
        /// μ Σ(σ−1)² + λ/2 (J−1)²: robust under any deformation, also inverted.
        FixedCorotated = "fixed-corotated",
        /// μ‖RᵀF−I‖² + λ/2 tr²(RᵀF−I): linear elasticity in the rotated frame.
        Corotated = "corotated",
        /// κ/2 ‖F−R‖²: as rigid as possible; no resistance of volume.
        Arap = "arap",
        /// μ E:E + λ/2 tr²E: Saint Venant–Kirchhoff; softens and inverts under compression.
        Stvk = "stvk",
        /// κ/2(‖F‖²−3) − κ log J + λ/2 log²J: rubber that cannot be inverted.
        NeoHookean = "neo-hookean",
        /// Neo-Hookean rubber that survives inversion (Smith et al. 2018); see `log`.
        StableNeoHookean = "stable-neo-hookean",
        /// κ/2(‖F‖²+‖F⁻¹‖²): resists stretch and its inverse alike; cannot be inverted.
        SymmetricDirichlet = "symmetric-dirichlet",
        /// κ/2 ‖F‖² − κ log J: cannot be inverted.
        SymmetricGradient = "symmetric-gradient",
    }
}

impl Model {
    /// κ / μ, such that small shear is the same for every model; none for the models of μ and λ.
    const fn kappa_per_mu(self) -> Option<f64> {
        match self {
            Self::Arap => Some(2.0),
            Self::NeoHookean | Self::SymmetricGradient => Some(1.0),
            Self::SymmetricDirichlet => Some(0.5),
            Self::FixedCorotated | Self::Corotated | Self::Stvk | Self::StableNeoHookean => None,
        }
    }

    /// Whether the model has a term with λ.
    pub const fn uses_lambda(self) -> bool {
        !matches!(self, Self::Arap | Self::SymmetricDirichlet | Self::SymmetricGradient)
    }
}

/// How a body resists deformation: `young` and `poisson`, or `mu` and `lambda`, or `kappa` for the models that
/// have one (with `lambda` for neo-hookean).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Material {
    /// The energy density. Default: fixed-corotated.
    #[serde(default = "fixed_corotated")]
    pub model: Model,
    /// Young's modulus, Pa: stiffness. Jelly 1e3–1e4, rubber 1e5–1e7, wood 1e10.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub young: Option<Number>,
    /// Poisson's ratio, between -1 and 0.5: how much a stretched bar thins. Rubber 0.45–0.49, cork 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub poisson: Option<Number>,
    /// Lamé's second parameter, the shear modulus, Pa; with `lambda` instead of `young` and `poisson`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mu: Option<Number>,
    /// Lamé's first parameter, Pa; with `mu`, or with `kappa` for neo-hookean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lambda: Option<Number>,
    /// The factor κ, Pa, of arap, neo-hookean, symmetric-dirichlet and symmetric-gradient, given directly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kappa: Option<Number>,
    /// Mass per rest volume, kg/m³ (per area of 1 m depth in 2D). Default: 1000, water.
    #[serde(default = "water")]
    pub density: Number,
    /// stable-neo-hookean only: with the logarithmic term of the paper's eq. 14, which moves the rest state off
    /// the degenerate one. Default: false.
    #[serde(default)]
    pub log: bool,
}

fn fixed_corotated() -> Model {
    Model::FixedCorotated
}

fn water() -> Number {
    Number(1000.0)
}

/// The constants of a material, in Pa, whichever way they were given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constants {
    /// Shear modulus μ.
    pub mu: f64,
    /// Lamé's first parameter λ; 0 for a model without it given by `kappa`.
    pub lambda: f64,
    /// The factor κ of the models that have one, else μ.
    pub kappa: f64,
}

impl Material {
    /// A material of this model with the defaults of the format; its constants are still to be given.
    pub fn new(model: Model) -> Self {
        let (young, poisson, mu, lambda, kappa) = (None, None, None, None, None);
        Self { model, young, poisson, mu, lambda, kappa, density: water(), log: false }
    }

    /// The constants, from whichever keys were given.
    ///
    /// # Errors
    /// Every key that is missing, too many, or impossible, with a message.
    pub fn constants(&self) -> Result<Constants, Vec<Complaint>> {
        let mut wrong: Vec<Complaint> = Vec::new();
        let factor = self.model.kappa_per_mu();
        let mut positive = |key, value: Option<Number>| match value {
            Some(value) if value.get() <= 0.0 => {
                wrong.push((key, format!("{value} is impossible: must be greater than 0 Pa")));
            }
            _ => {}
        };
        positive("young", self.young);
        positive("mu", self.mu);
        positive("kappa", self.kappa);
        let constants = match (self.young, self.poisson, self.mu, self.lambda, self.kappa) {
            (Some(young), Some(poisson), None, None, None) => {
                check_poisson(poisson, &mut wrong);
                let (young, poisson) = (young.get(), poisson.get());
                let mu = young / (2.0 * (1.0 + poisson));
                let lambda = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson));
                Some((mu, lambda))
            }
            (None, None, Some(mu), Some(lambda), None) => {
                // The bulk modulus λ + 2μ/3 must be positive for the rest state to be stable.
                if mu.get() > 0.0 && lambda.get() <= -2.0 / 3.0 * mu.get() {
                    wrong.push(("lambda", format!("{lambda} is impossible: must be greater than -2/3 mu")));
                }
                Some((mu.get(), lambda.get()))
            }
            (None, None, None, lambda, Some(kappa)) => kappa_alone(self.model, kappa, lambda, &mut wrong),
            _ => {
                wrong.push(("", self.unclear()));
                None
            }
        };
        match constants {
            Some((mu, lambda)) if wrong.is_empty() => {
                Ok(Constants { mu, lambda, kappa: factor.unwrap_or(1.0) * mu })
            }
            _ => Err(wrong),
        }
    }

    /// What to say when the keys given are no way to give the constants.
    fn unclear(&self) -> String {
        let given = [
            ("young", self.young),
            ("poisson", self.poisson),
            ("mu", self.mu),
            ("lambda", self.lambda),
            ("kappa", self.kappa),
        ];
        let given: Vec<&str> =
            given.into_iter().filter_map(|(key, value)| value.is_some().then_some(key)).collect();
        let ways = match (self.model.kappa_per_mu(), self.model.uses_lambda()) {
            (None, _) => "young and poisson, or mu and lambda",
            (Some(_), false) => "young and poisson, or mu and lambda, or kappa alone",
            (Some(_), true) => "young and poisson, or mu and lambda, or kappa and lambda",
        };
        let found = if given.is_empty() { "neither".into() } else { given.join(", ") };
        format!("{} takes {ways}; found {found}", self.model)
    }
}

fn check_poisson(poisson: Number, wrong: &mut Vec<Complaint>) {
    let value = poisson.get();
    if value == 0.5 {
        let message = "0.5 is impossible: the material would be incompressible and lambda infinite; use 0.49";
        wrong.push(("poisson", message.into()));
    } else if !(value > -1.0 && value < 0.5) {
        wrong.push((
            "poisson",
            format!("{poisson} is impossible: must be between -1 and 0.5; rubber has 0.49"),
        ));
    }
}

fn kappa_alone(
    model: Model,
    kappa: Number,
    lambda: Option<Number>,
    wrong: &mut Vec<Complaint>,
) -> Option<(f64, f64)> {
    let Some(factor) = model.kappa_per_mu() else {
        wrong.push(("kappa", format!("{model} has no kappa; give young and poisson, or mu and lambda")));
        return None;
    };
    match lambda {
        Some(lambda) if !model.uses_lambda() => {
            wrong
                .push(("lambda", format!("{lambda} would have no effect: {model} has no lambda; remove it")));
        }
        Some(lambda) if lambda.get() < 0.0 => {
            wrong.push(("lambda", format!("{lambda} is impossible: must be 0 or more")));
        }
        None if model.uses_lambda() => {
            wrong.push(("lambda", format!("required with kappa by {model}, but missing")));
        }
        _ => {}
    }
    Some((kappa.get() / factor, lambda.map_or(0.0, Number::get)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn young_and_poisson_give_the_lame_parameters() {
        let rubber = Material {
            young: Some(Number(1e5)),
            poisson: Some(Number(0.25)),
            ..Material::new(Model::FixedCorotated)
        };
        let Constants { mu, lambda, kappa } = rubber.constants().unwrap();
        assert!((mu - 4e4).abs() < 1e-9 && (lambda - 4e4).abs() < 1e-9 && (kappa - mu).abs() < 1e-9);
        let arap = Material { model: Model::Arap, ..rubber };
        assert!((arap.constants().unwrap().kappa - 8e4).abs() < 1e-9);
    }

    #[test]
    fn kappa_gives_the_same_shear() {
        for (model, factor) in [(Model::Arap, 2.0), (Model::SymmetricDirichlet, 0.5)] {
            let by_kappa = Material { kappa: Some(Number(3.0)), ..Material::new(model) };
            let Constants { mu, kappa, .. } = by_kappa.constants().unwrap();
            assert_eq!((mu * factor, kappa), (3.0, 3.0));
        }
        let rubber = Material { kappa: Some(Number(3.0)), ..Material::new(Model::NeoHookean) };
        assert_eq!(rubber.constants().unwrap_err()[0].0, "lambda");
    }
}
