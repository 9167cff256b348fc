//! The messages in text: JSON objects with a field `type`.

use lope_io::output::probes::{self, Group};
use lope_io::output::stats::StatsRow;
use serde::{Deserialize, Serialize};

/// What a page asks for.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Request {
    /// The last frame is taken up: another, please.
    Ready,
    Play,
    Pause,
    Step,
    Reset,
    /// Simulated seconds a second; 0: as fast as it goes.
    Speed {
        value: f64,
    },
    /// Another built-in scene.
    Scene {
        name: String,
    },
    /// Another value of a setting.
    Set {
        key: String,
        value: serde_json::Value,
    },
    /// What colours say, for this page.
    Colour {
        mode: String,
    },
    /// Whether pictures are computed by the processor, for want of a graphics card.
    Drawing {
        processor: bool,
    },
    /// Takes hold of a vertex.
    Grab {
        part: u32,
        vertex: u32,
        seq: u32,
    },
    /// Moves what is held.
    Drag {
        target: [f64; 3],
        seq: u32,
    },
    /// Lets go.
    Release {
        #[serde(default)]
        seq: u32,
    },
    /// Another frame of a recording.
    Seek {
        frame: usize,
    },
}

impl Request {
    /// Its `type`.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::Play => "play",
            Self::Pause => "pause",
            Self::Step => "step",
            Self::Reset => "reset",
            Self::Speed { .. } => "speed",
            Self::Scene { .. } => "scene",
            Self::Set { .. } => "set",
            Self::Colour { .. } => "colour",
            Self::Drawing { .. } => "drawing",
            Self::Grab { .. } => "grab",
            Self::Drag { .. } => "drag",
            Self::Release { .. } => "release",
            Self::Seek { .. } => "seek",
        }
    }

    /// Whether the world is another afterwards, so that a step under way need not be finished.
    pub(crate) fn starts_over(&self) -> bool {
        matches!(self, Self::Reset | Self::Scene { .. } | Self::Set { .. })
    }

    /// Whether it makes an earlier one of the same page, still waiting, pointless.
    pub(crate) fn replaces(&self, earlier: &Self) -> bool {
        match (self, earlier) {
            (Self::Drag { .. }, Self::Drag { .. })
            | (Self::Speed { .. }, Self::Speed { .. })
            | (Self::Seek { .. }, Self::Seek { .. })
            | (Self::Reset, Self::Reset)
            | (Self::Scene { .. }, Self::Scene { .. }) => true,
            (Self::Set { key, .. }, Self::Set { key: other, .. }) => key == other,
            _ => false,
        }
    }
}

/// What a page is told.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Message<'a> {
    Hello(Hello<'a>),
    Scene(&'a SceneNews),
    Rows { generation: u32, rows: &'a [Row] },
    State(&'a State),
    Refused { request: &'a str, reason: &'a str },
    Note { text: &'a str },
}

impl Message<'_> {
    /// The message as JSON. Numbers that are not finite become null.
    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The first message.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Hello<'a> {
    pub(crate) version: &'a str,
    pub(crate) mode: Mode,
    pub(crate) scenes: &'a [SceneName],
    pub(crate) record: Option<&'a str>,
    pub(crate) client: u64,
}

/// What is viewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mode {
    Live,
    Recording,
}

/// A scene that can be chosen.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SceneName {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
}

/// What there is to see, and what can be changed.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SceneNews {
    pub(crate) generation: u32,
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) dimension: u8,
    pub(crate) parts: Vec<PartNews>,
    pub(crate) colours: Vec<&'static str>,
    pub(crate) bounds: [[f32; 3]; 2],
    pub(crate) up: [f32; 3],
    pub(crate) settings: Option<SettingsNews>,
    pub(crate) choices: Option<Choices>,
    pub(crate) recording: Option<RecordingNews>,
    pub(crate) steps: Option<u64>,
    pub(crate) probes: Vec<ProbeNews>,
}

/// What a probe measures: curves of one chart.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ProbeNews {
    pub(crate) title: String,
    pub(crate) unit: &'static str,
    /// The place of each curve in the numbers of a row.
    pub(crate) places: Vec<usize>,
    pub(crate) labels: Vec<&'static str>,
}

impl ProbeNews {
    /// Charts of columns.
    pub(crate) fn of(columns: &[String]) -> Vec<Self> {
        let groups = probes::groups(columns).into_iter();
        let news = groups.map(|Group { title, unit, curves }| {
            let (places, labels) = curves.into_iter().unzip();
            Self { title, unit, places, labels }
        });
        news.collect()
    }
}

/// A part without its corners, which come in binary.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PartNews {
    pub(crate) name: String,
    pub(crate) role: &'static str,
    pub(crate) shown: &'static str,
    pub(crate) vertices: usize,
    pub(crate) corners: usize,
    pub(crate) moves: bool,
}

/// The settings that can be changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct SettingsNews {
    pub(crate) integrator: &'static str,
    pub(crate) method: &'static str,
    pub(crate) step: f64,
    pub(crate) gravity: [f64; 3],
    pub(crate) damping: f64,
    pub(crate) young: Vec<Option<f64>>,
    pub(crate) young_units: Vec<&'static str>,
}

/// The words that settings take.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Choices {
    pub(crate) integrator: Vec<&'static str>,
    pub(crate) method: Vec<&'static str>,
}

/// The frames of a recording.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RecordingNews {
    pub(crate) frames: usize,
    pub(crate) times: Vec<f64>,
}

/// What is going on.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct State {
    pub(crate) playing: bool,
    pub(crate) speed: f64,
    pub(crate) step: u64,
    pub(crate) time: f64,
    pub(crate) frame: Option<usize>,
    pub(crate) rate: f64,
    pub(crate) clients: usize,
    pub(crate) finished: bool,
    pub(crate) failed: Option<String>,
    pub(crate) held: usize,
}

impl State {
    /// Whether it differs in more than how far it has come.
    pub(crate) fn turned(&self, other: &Self) -> bool {
        let still = |state: &Self| Self { step: 0, time: 0.0, rate: 0.0, frame: None, ..state.clone() };
        still(self) != still(other)
    }
}

macro_rules! row {
    ($($name:ident: $kind:ty,)*) => {
        /// A step, as the plots of the page need it.
        #[derive(Clone, Debug, Default, PartialEq, Serialize)]
        pub(crate) struct Row {
            pub(crate) wall_ms: f64,
            /// What probes measure.
            #[serde(skip_serializing_if = "Vec::is_empty")]
            pub(crate) probes: Vec<f64>,
            $(pub(crate) $name: $kind,)*
        }

        impl From<&StatsRow> for Row {
            fn from(row: &StatsRow) -> Self {
                Self { wall_ms: 1e3 * row.wall_s, probes: Vec::new(), $($name: row.$name.clone(),)* }
            }
        }
    };
}

row! {
    step: u64,
    time: f64,
    outcome: String,
    iterations: Option<u64>,
    linear_iterations: Option<u64>,
    kinetic: Option<f64>,
    elastic: Option<f64>,
    gravity: Option<f64>,
    contact: Option<f64>,
    load: Option<f64>,
    total: Option<f64>,
    target: Option<f64>,
    dissipated: Option<f64>,
    added: Option<f64>,
    alpha: Option<f64>,
    px: Option<f64>,
    py: Option<f64>,
    pz: Option<f64>,
    lx: Option<f64>,
    ly: Option<f64>,
    lz: Option<f64>,
    min_det: Option<f64>,
    inverted: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read_and_others_are_not() {
        let read = |text: &str| serde_json::from_str::<Request>(text);
        assert_eq!(read(r#"{"type":"ready"}"#).unwrap(), Request::Ready);
        assert_eq!(read(r#"{"type":"speed","value":0.5}"#).unwrap(), Request::Speed { value: 0.5 });
        let drag = Request::Drag { target: [1.0, 2.0, 3.0], seq: 7 };
        assert_eq!(read(r#"{"type":"drag","target":[1,2,3],"seq":7}"#).unwrap(), drag);
        for wrong in [
            "",
            "{}",
            "[]",
            r#"{"type":"halt"}"#,
            r#"{"type":"drag","target":[1,2],"seq":7}"#,
            r#"{"type":"drag","target":[1,2,1e999],"seq":7}"#,
            r#"{"type":"grab","part":-1,"vertex":0,"seq":1}"#,
            r#"{"type":"seek","frame":1.5}"#,
            r#"{"type":"play"} x"#,
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_latest_of_a_kind_counts() {
        let drag = |seq| Request::Drag { target: [0.0; 3], seq };
        let set = |key: &str| Request::Set { key: key.into(), value: 1.into() };
        assert!(drag(2).replaces(&drag(1)) && set("a").replaces(&set("a")));
        assert!(!set("a").replaces(&set("b")) && !Request::Step.replaces(&Request::Step));
    }

    #[test]
    fn what_is_no_number_is_null() {
        let row = Row { min_det: Some(f64::NAN), kinetic: Some(1.5), ..Row::default() };
        let json: serde_json::Value =
            serde_json::from_str(&Message::Rows { generation: 3, rows: &[row] }.to_json()).unwrap();
        assert_eq!((json["type"].as_str(), json["generation"].as_u64()), (Some("rows"), Some(3)));
        assert!(json["rows"][0]["min_det"].is_null() && json["rows"][0]["alpha"].is_null());
        assert_eq!(json["rows"][0]["kinetic"].as_f64(), Some(1.5));
    }
}
