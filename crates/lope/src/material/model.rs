//! Choosing a material by name and stiffness.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Arap, Corotated, FixedCorotated, LogStableNeoHookean, Material, NeoHookean, StableNeoHookean, Stvk,
    SymmetricDirichlet, SymmetricGradient,
};

/// The hyperelastic models, named as in scene files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    /// μ Σ(σᵢ−1)² + λ/2 (J−1)²: robust, for every deformation.
    FixedCorotated,
    /// Linear elasticity after taking away the rotation; has kinks in valleys where inverted.
    Corotated,
    /// κ/2 ‖F − R‖²: as rigid as possible.
    Arap,
    /// Linear elasticity in Green's strain; gives way when squeezed.
    Stvk,
    /// Neo-Hookean made smooth for every deformation.
    StableNeoHookean,
    /// Neo-Hookean with a logarithmic barrier at zero volume.
    NeoHookean,
    /// κ/2(‖F‖² + ‖F⁻¹‖²).
    SymmetricDirichlet,
    /// κ/2‖F‖² − κ log J.
    SymmetricGradient,
}

impl Model {
    /// Every model.
    pub const ALL: [Model; 8] = [
        Model::FixedCorotated,
        Model::Corotated,
        Model::Arap,
        Model::Stvk,
        Model::StableNeoHookean,
        Model::NeoHookean,
        Model::SymmetricDirichlet,
        Model::SymmetricGradient,
    ];

    /// Name as in scene files.
    pub const fn name(self) -> &'static str {
        match self {
            Model::FixedCorotated => "fixed-corotated",
            Model::Corotated => "corotated",
            Model::Arap => "arap",
            Model::Stvk => "stvk",
            Model::StableNeoHookean => "stable-neo-hookean",
            Model::NeoHookean => "neo-hookean",
            Model::SymmetricDirichlet => "symmetric-dirichlet",
            Model::SymmetricGradient => "symmetric-gradient",
        }
    }

    /// Whether the density is +∞ where det F ≤ 0.
    pub const fn needs_positive_det(self) -> bool {
        matches!(self, Model::NeoHookean | Model::SymmetricDirichlet | Model::SymmetricGradient)
    }

    /// Whether the density has minima at which its gradient jumps (\[Gast15\] calls them valleys).
    pub const fn kinks_in_valleys(self) -> bool {
        matches!(self, Model::Corotated)
    }

    /// Whether the density uses both Lamé parameters; the others have a single stiffness.
    pub const fn has_both_lame(self) -> bool {
        !matches!(self, Model::Arap | Model::SymmetricDirichlet | Model::SymmetricGradient)
    }

    /// κ for a shear modulus μ: chosen so that small shear is the same for all models. 2μ for arap, μ/2 for
    /// symmetric-dirichlet, μ for neo-hookean and symmetric-gradient (and for those that do not use it).
    pub fn kappa(self, mu: f64) -> f64 {
        match self {
            Model::Arap => 2.0 * mu,
            Model::SymmetricDirichlet => 0.5 * mu,
            _ => mu,
        }
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Model {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Model::ALL.into_iter().find(|model| model.name() == name).ok_or_else(|| {
            let names = Model::ALL.map(Model::name).join(", ");
            format!("unknown material model `{name}`; known are {names}")
        })
    }
}

/// Stiffness of a material, in pascals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Lamé's μ.
    pub mu: f64,
    /// Lamé's λ; ignored by models with one stiffness.
    pub lambda: f64,
    /// The stiffness of the one-parameter models, and the shear stiffness of neo-hookean.
    pub kappa: f64,
}

impl Parameters {
    /// From Young's modulus (Pa) and Poisson's ratio, which must lie between −1 and ½.
    pub fn from_young_poisson(model: Model, young: f64, poisson: f64) -> Self {
        let mu = young / (2.0 * (1.0 + poisson));
        let lambda = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson));
        Self::from_lame(model, mu, lambda)
    }

    /// From the Lamé parameters.
    pub fn from_lame(model: Model, mu: f64, lambda: f64) -> Self {
        Parameters { mu, lambda, kappa: model.kappa(mu) }
    }

    /// The same for a sheet without stress across it, which grows thin where it is stretched: λ becomes 2μλ/(λ + 2μ), which is
    /// Eν/(1−ν²).
    #[must_use]
    pub fn in_plane_stress(self) -> Self {
        Self { lambda: 2.0 * self.mu * self.lambda / (self.lambda + 2.0 * self.mu), ..self }
    }

    /// From κ itself, with λ where the model has one beside it.
    pub fn from_kappa(model: Model, kappa: f64, lambda: f64) -> Self {
        Parameters { mu: kappa / model.kappa(1.0), lambda, kappa }
    }
}

/// Makes a material. `log` picks the logarithmic variant of stable-neo-hookean and means nothing to others.
pub fn build(model: Model, parameters: Parameters, log: bool) -> Arc<dyn Material> {
    let Parameters { mu, lambda, kappa } = parameters;
    match model {
        Model::FixedCorotated => Arc::new(FixedCorotated { mu, lambda }),
        Model::Corotated => Arc::new(Corotated { mu, lambda }),
        Model::Arap => Arc::new(Arap { kappa }),
        Model::Stvk => Arc::new(Stvk { mu, lambda }),
        Model::StableNeoHookean if log => Arc::new(LogStableNeoHookean { mu, lambda }),
        Model::StableNeoHookean => Arc::new(StableNeoHookean { mu, lambda }),
        Model::NeoHookean => Arc::new(NeoHookean { kappa, lambda }),
        Model::SymmetricDirichlet => Arc::new(SymmetricDirichlet { kappa }),
        Model::SymmetricGradient => Arc::new(SymmetricGradient { kappa }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_scene_files() {
        for model in Model::ALL {
            assert_eq!(model.name().parse(), Ok(model));
            assert_eq!(serde_json::to_string(&model).unwrap(), format!("\"{model}\""));
        }
        assert!("rubber".parse::<Model>().unwrap_err().contains("fixed-corotated"));
    }

    #[test]
    fn stiffness_converts() {
        let p = Parameters::from_young_poisson(Model::Arap, 2.5, 0.25);
        assert_eq!((p.mu, p.lambda, p.kappa), (1.0, 1.0, 2.0));
        assert_eq!(Parameters::from_kappa(Model::SymmetricDirichlet, 0.5, 0.0).mu, 1.0);
    }
}
