//! What colours may say.

use std::fmt;
use std::str::FromStr;

use lope::scene::nearest::hint;

/// What the colour of a vertex says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Which body it belongs to.
    #[default]
    Body,
    /// Its speed, m/s.
    Speed,
    /// The density of strain energy, J/m³: the mean of the elements around it.
    Energy,
    /// det F, the volume relative to rest: the least of the elements around it, so that no inversion is missed.
    Det,
    /// Whether the Hessian of an element around it was projected in the last iteration: 1 or 0.
    Projected,
    /// The force of contact on it across the surfaces that touch, N: the mean of the last step.
    Contact,
    /// How far it is from the nearest other body or obstacle, m, up to 1/200 of the size of the bodies.
    Gap,
    /// How far it is from where it is at rest, m.
    Displacement,
    /// Equivalent stress of von Mises, Pa: the mean of the elements around it.
    Stress,
    /// The largest principal stretch: the mean of the elements around it.
    Stretch,
    /// Force of contact across surfaces by the area around it, Pa: the mean of the last step.
    Pressure,
    /// Force of pins and attachments on it, N: the mean of the last step.
    Reaction,
}

impl Colour {
    /// All of them, in the order they are offered.
    pub const ALL: [Self; 12] = [
        Self::Body,
        Self::Speed,
        Self::Energy,
        Self::Det,
        Self::Projected,
        Self::Contact,
        Self::Gap,
        Self::Displacement,
        Self::Stress,
        Self::Stretch,
        Self::Pressure,
        Self::Reaction,
    ];

    /// Its name on the command line and in messages.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Body => "body",
            Self::Speed => "speed",
            Self::Energy => "energy",
            Self::Det => "det",
            Self::Projected => "projected",
            Self::Contact => "contact",
            Self::Gap => "gap",
            Self::Displacement => "displacement",
            Self::Stress => "stress",
            Self::Stretch => "stretch",
            Self::Pressure => "pressure",
            Self::Reaction => "reaction",
        }
    }

    /// The quantity with its unit, for legends; none where there is none.
    pub const fn label(self) -> Option<&'static str> {
        match self {
            Self::Body => None,
            Self::Speed => Some("speed, m/s"),
            Self::Energy => Some("strain energy density, J/m³"),
            Self::Det => Some("det F"),
            Self::Projected => Some("projected"),
            Self::Contact => Some("contact force, N"),
            Self::Gap => Some("gap, m"),
            Self::Displacement => Some("displacement, m"),
            Self::Stress => Some("von Mises stress, Pa"),
            Self::Stretch => Some("largest stretch"),
            Self::Pressure => Some("contact pressure, Pa"),
            Self::Reaction => Some("reaction, N"),
        }
    }

    /// The quantity of a frame (`output.fields`) that a recording needs for it; none where none is needed.
    pub const fn field(self) -> Option<&'static str> {
        match self {
            Self::Body | Self::Gap => None,
            Self::Speed => Some("velocity"),
            Self::Energy => Some("energy"),
            Self::Det => Some("det"),
            Self::Projected => Some("projected"),
            Self::Contact => Some("contact-force"),
            Self::Displacement => Some("displacement"),
            Self::Stress => Some("von-mises"),
            Self::Stretch => Some("stretch"),
            Self::Pressure => Some("contact-pressure"),
            Self::Reaction => Some("reaction"),
        }
    }

    /// Whether it says forces on vertices, which a world has to be asked for before its first step.
    pub const fn is_force(self) -> bool {
        matches!(self, Self::Contact | Self::Pressure | Self::Reaction)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.word())
    }
}

/// A word that is no [`Colour`].
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[error("there is no colour \"{word}\"{hint}")]
pub struct UnknownColour {
    /// The word.
    word: String,
    /// What may be meant.
    hint: String,
}

impl FromStr for Colour {
    type Err = UnknownColour;

    fn from_str(word: &str) -> Result<Self, UnknownColour> {
        let known = Self::ALL.map(Self::word);
        Self::ALL
            .into_iter()
            .find(|colour| colour.word() == word)
            .ok_or_else(|| UnknownColour { word: word.into(), hint: hint(word, &known) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_read_back_and_wrong_ones_are_helped() {
        for colour in Colour::ALL {
            assert_eq!(colour.to_string().parse(), Ok(colour));
        }
        let message = "sped".parse::<Colour>().unwrap_err().to_string();
        assert!(message.contains("\"sped\"") && message.contains("did you mean \"speed\"?"), "{message}");
        assert!("heat".parse::<Colour>().unwrap_err().to_string().contains("known: body, speed"));
    }
}
