//! The pictures of the documents, all made by lope itself: `cargo xtask pictures` makes them again.
//!
//! Not a part of `cargo xtask test`: some come from experiments that run for hours. Names choose some of them.

use std::fs;
use std::path::Path;

use crate::Outcome;
use crate::cargo::{cargo, run};
use crate::page;

/// How a picture is made.
enum Made {
    /// By `lope render` with these arguments.
    Rendered(&'static [&'static str]),
    /// By `lope plot` of runs of scenes with these settings: name of the run, scene, settings. The picture is the
    /// overview.
    Plotted(&'static [(&'static str, &'static str, &'static [&'static str])]),
    /// By an experiment of `lope reproduce`: its name, its size and the file it writes.
    Reproduced(&'static str, &'static str, &'static str),
    /// By the tests of `lope view` in a browser.
    Seen,
}

/// A picture of `docs/images`.
struct Picture {
    file: &'static str,
    made: Made,
}

const PICTURES: &[Picture] = &[
    Picture {
        file: "twist.png",
        made: Made::Rendered(&[
            "twist",
            "--montage",
            "0,24,48,58",
            "--columns",
            "2",
            "--size",
            "1280x720",
            "--colour",
            "energy",
            "--azimuth",
            "24",
            "--elevation",
            "16",
        ]),
    },
    Picture {
        file: "press.png",
        made: Made::Rendered(&[
            "press",
            "--montage",
            "0,8,38,58",
            "--hide",
            "container",
            "--glass",
            "plate",
            "--size",
            "1280x420",
        ]),
    },
    Picture {
        file: "drop.png",
        made: Made::Rendered(&["drop", "--montage", "0,16,19,90", "--size", "1280x420"]),
    },
    Picture {
        file: "cloth.png",
        made: Made::Rendered(&[
            "cloth",
            "--montage",
            "0,10,13,44",
            "--size",
            "1280x480",
            "--colour",
            "speed",
            "--azimuth",
            "40",
            "--elevation",
            "14",
        ]),
    },
    Picture { file: "dominoes.png", made: Made::Rendered(&["dominoes", "--montage", "0,18,30,54"]) },
    Picture {
        file: "wrecking-ball.png",
        made: Made::Rendered(&["wrecking-ball", "--montage", "0,30,45,80", "--size", "1280x420"]),
    },
    Picture {
        file: "gripper.png",
        made: Made::Rendered(&["gripper", "--montage", "0,20,40,60", "--size", "1280x420"]),
    },
    Picture {
        file: "tumbler.png",
        made: Made::Rendered(&["tumbler", "--montage", "0,16,33,50", "--size", "1280x420"]),
    },
    Picture {
        file: "tablecloth.png",
        made: Made::Rendered(&["tablecloth", "--montage", "0,8,15,30", "--size", "1280x420"]),
    },
    Picture {
        file: "flag.png",
        made: Made::Rendered(&["flag", "--montage", "0,10,20,30", "--size", "1280x420"]),
    },
    Picture {
        file: "balloon.png",
        made: Made::Rendered(&["balloon", "--montage", "0,15,30,45", "--size", "1280x420"]),
    },
    Picture {
        file: "paper.png",
        made: Made::Rendered(&["paper", "--montage", "0,14,27,36", "--size", "1280x420"]),
    },
    Picture { file: "finger.png", made: Made::Rendered(&["finger", "--montage", "0,18,33,56"]) },
    Picture {
        file: "tendon.png",
        made: Made::Rendered(&[
            "tendon",
            "--montage",
            "0,18,36,78",
            "--columns",
            "4",
            "--size",
            "1280x480",
            "--colour",
            "stress",
        ]),
    },
    Picture { file: "pile.png", made: Made::Rendered(&["pile", "--time", "1.25", "--size", "960x540"]) },
    Picture {
        file: "bear.png",
        made: Made::Rendered(&["bear", "--montage", "0,12,24,40", "--size", "1280x360"]),
    },
    Picture {
        file: "jelly.png",
        made: Made::Rendered(&["jelly", "--montage", "0,12,30,60", "--size", "1280x360"]),
    },
    Picture {
        file: "stretch.png",
        made: Made::Rendered(&["stretch", "--montage", "0,12,14,36", "--size", "1280x360"]),
    },
    Picture { file: "touch.png", made: Made::Rendered(&["touch", "--time", "0", "--size", "640x480"]) },
    Picture {
        file: "roll.png",
        made: Made::Rendered(&[
            "roll",
            "--montage",
            "0,12,24,48",
            "--size",
            "1280x300",
            "--azimuth",
            "0",
            "--elevation",
            "8",
            "--hide",
            "ground",
        ]),
    },
    Picture {
        file: "eight.png",
        made: Made::Rendered(&[
            "eight",
            "--montage",
            "0,12,25,59",
            "--size",
            "1280x420",
            "--hide",
            "container",
        ]),
    },
    Picture {
        file: "bar-20k.png",
        made: Made::Rendered(&[
            "bar-20k",
            "--montage",
            "0,8,15,30",
            "--size",
            "1280x300",
            "--azimuth",
            "0",
            "--elevation",
            "-70",
            "--no-floor",
        ]),
    },
    Picture {
        file: "bar-70k.png",
        made: Made::Rendered(&[
            "bar-70k",
            "--frame",
            "15",
            "--size",
            "960x480",
            "--colour",
            "energy",
            "--azimuth",
            "0",
            "--elevation",
            "-70",
            "--no-floor",
        ]),
    },
    Picture { file: "drop.gif", made: Made::Rendered(&["drop", "--size", "480x300", "--every", "2"]) },
    Picture {
        file: "inset.png",
        made: Made::Rendered(&[
            "drop", "--time", "0.6", "--theme", "dark", "--colour", "energy", "--inset", "energy", "--label",
        ]),
    },
    Picture {
        file: "zoo.png",
        made: Made::Rendered(&["docs/pictures/zoo.toml", "--frame", "0", "--size", "1280x600"]),
    },
    Picture {
        file: "runs.png",
        made: Made::Plotted(&[
            ("backward-euler", "jelly", &["time.integrator=backward-euler"]),
            ("bdf2", "jelly", &["time.integrator=bdf2"]),
            ("stabilized", "jelly", &["time.integrator=stabilized"]),
        ]),
    },
    Picture { file: "view.png", made: Made::Seen },
    Picture { file: "gast-map.png", made: Made::Reproduced("gast-map", "full", "gast-map.png") },
    Picture { file: "dinev-cube.png", made: Made::Reproduced("dinev-cube", "smoke", "dinev-cube.png") },
    Picture { file: "dinev-spring.png", made: Made::Reproduced("dinev-spring", "full", "path.png") },
    Picture { file: "ppn-ablation.png", made: Made::Reproduced("ppn-ablation", "smoke", "ppn-ablation.png") },
    Picture {
        file: "ppn-quasistatic.png",
        made: Made::Reproduced("ppn-quasistatic", "smoke", "ppn-quasistatic.png"),
    },
    Picture { file: "ppn-sweep.png", made: Made::Reproduced("ppn-sweep", "smoke", "ppn-sweep.png") },
];

/// The names there are.
pub(crate) fn names() -> Vec<&'static str> {
    PICTURES.iter().map(|picture| picture.file).collect()
}

/// Makes all pictures again, or those that are named.
pub(crate) fn make(root: &Path, chosen: &[String]) -> Outcome {
    if let Some(wrong) = chosen.iter().find(|name| !names().contains(&name.as_str())) {
        return Err(format!("there is no picture {wrong}; there are {}", names().join(", ")));
    }
    let images = root.join("docs").join("images");
    let work = root.join("target").join("pictures");
    fs::create_dir_all(&work).map_err(|e| format!("cannot make {}: {e}", work.display()))?;
    let wanted = |picture: &&Picture| chosen.is_empty() || chosen.iter().any(|name| name == picture.file);
    let mut count = 0;
    for picture in PICTURES.iter().filter(wanted) {
        println!("   {}", picture.file);
        let target = images.join(picture.file);
        match picture.made {
            Made::Rendered(arguments) => {
                lope(root, &[&["render"], arguments, &["--quiet", "-o", &path(&target)]].concat())?;
            }
            Made::Plotted(runs) => plot(root, runs, &work, &target)?,
            Made::Reproduced(name, size, file) => {
                let place = work.join(name);
                lope(root, &["reproduce", name, "--size", size, "-o", &path(&place)])?;
                copy(&place.join(file), &target)?;
            }
            Made::Seen => drop(page::check_keeping(root, Some(&target))?),
        }
        count += 1;
    }
    Ok(format!("{count} pictures"))
}

fn plot(root: &Path, runs: &[(&str, &str, &[&str])], work: &Path, target: &Path) -> Result<(), String> {
    let mut arguments = vec!["plot".to_owned()];
    for (name, scene, settings) in runs {
        let place = path(&work.join(name));
        let set: Vec<&str> = settings.iter().flat_map(|setting| ["--set", setting]).collect();
        lope(root, &[&["run", scene, "--quiet", "--overwrite", "-o", &place], &set[..]].concat())?;
        arguments.push(place);
    }
    let plots = work.join("plots");
    arguments.extend(["-o".to_owned(), path(&plots)]);
    lope(root, &arguments.iter().map(String::as_str).collect::<Vec<_>>())?;
    copy(&plots.join("overview.png"), target)
}

fn path(path: &Path) -> String {
    path.display().to_string()
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::copy(from, to).map(drop).map_err(|e| format!("cannot copy {}: {e}", from.display()))
}

fn lope(root: &Path, arguments: &[&str]) -> Result<(), String> {
    let mut command = cargo(root);
    command.args(["run", "--release", "--quiet", "--bin", "lope", "--"]).args(arguments);
    run(&mut command, "a picture was not made, see above")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_of_the_documents_can_be_made() {
        let images = crate::root().join("docs").join("images");
        let mut there: Vec<String> = fs::read_dir(images)
            .map(|entries| entries.flatten().map(|e| e.file_name().to_string_lossy().into_owned()).collect())
            .unwrap_or_default();
        there.sort();
        let mut made: Vec<String> = names().iter().map(|name| (*name).to_owned()).collect();
        made.sort();
        assert_eq!(there, made);
    }

    #[test]
    fn an_unknown_picture_is_refused() {
        let refused = make(&crate::root(), &["zo.png".to_owned()]);
        assert!(refused.is_err_and(|message| message.contains("zo.png") && message.contains("zoo.png")));
    }
}
