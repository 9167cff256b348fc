//! The tutorial: every scene of it is written, every command run, in the order of the page, and what it shows is compared.

mod place;

use std::fs;
use std::path::Path;

use place::Place;

const PAGE: &str = include_str!("../../../docs/tutorial.md");

/// A fenced block of the page: its language and its text.
fn blocks() -> Vec<(&'static str, &'static str)> {
    let mut found = Vec::new();
    let mut rest = PAGE;
    while let Some((_, block)) = rest.split_once("\n```") {
        let (language, text) = block.split_once('\n').expect("a language");
        let (text, after) = text.split_once("\n```").expect("an end of the block");
        found.push((language, text));
        rest = after;
    }
    found
}

/// The words of a command as a shell would part them.
fn words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let (mut quote, mut inside) = (None, false);
    for sign in line.chars() {
        match (quote, sign) {
            (Some(open), _) if sign == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(sign);
                if !inside {
                    words.push(String::new());
                    inside = true;
                }
            }
            (None, ' ') => inside = false,
            _ => {
                if !inside {
                    words.push(String::new());
                    inside = true;
                }
                words.last_mut().expect("a word").push(sign);
            }
        }
    }
    words
}

/// The last value of a column of a table.
fn last(table: &Path, column: &str) -> f64 {
    let text = fs::read_to_string(table).expect("a table");
    let mut lines = text.lines();
    let at = lines.next().expect("a head").split(',').position(|name| name == column).expect("a column");
    lines.last().expect("a row").split(',').nth(at).expect("a cell").parse().expect("a number")
}

#[test]
fn every_scene_and_every_command_of_the_tutorial_works_in_its_order() {
    let place = Place::new("tutorial");
    let mut printed = String::new();
    let mut counts = [0; 3];
    for (language, text) in blocks() {
        match language {
            "toml" => {
                let head = text.lines().next().and_then(|line| line.strip_prefix("# "));
                let name = head.expect("a scene of the tutorial begins with `# NAME.toml`");
                place.write(name, text);
                counts[0] += 1;
            }
            "sh" => {
                for line in text.lines() {
                    let arguments = words(line);
                    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
                    assert_eq!(arguments[0], "lope", "only lope is run here: {line}");
                    let told = place.lope(&arguments[1..]).with(0);
                    assert!(
                        !told.out.contains("warning") && !told.err.contains("warning"),
                        "{line}: {}",
                        told.out
                    );
                    printed = told.out;
                    counts[1] += 1;
                }
            }
            "text" => {
                for line in text.lines() {
                    assert!(
                        printed.contains(line),
                        "the tutorial shows `{line}`, and this was printed: {printed}"
                    );
                }
                counts[2] += 1;
            }
            other => panic!("what is ```{other} in the tutorial?"),
        }
    }
    assert!(counts[0] >= 5 && counts[1] >= 20 && counts[2] >= 1, "{counts:?}");

    // What its words say.
    for name in ["first.gif", "bunny.gif", "finger.png", "grip.gif", "still.png"] {
        assert!(fs::metadata(place.path(name)).is_ok_and(|file| file.len() > 1000), "{name}");
    }
    let tension = place.path("out/tension");
    let end = last(&tension.join("probes.csv"), "end.dy");
    assert!((end + 0.096).abs() < 0.001, "the strip becomes longer by {end} m");
    let stress = last(&tension.join("probes.csv"), "middle.syy");
    assert!((1.9..2.0).contains(&(stress / 69e3)), "the stress in its middle is {stress} Pa");
    let force = last(&tension.join("forces.csv"), "strip.pin0.fy");
    // The strip still comes to rest.
    assert!((force - 6.9).abs() < 5e-3, "the pin holds {force} N");
    let tip = last(&place.path("out/finger/probes.csv"), "tip.dx");
    assert!(tip < -0.01, "the tip of the finger goes inward by a centimetre: {tip} m");
    let ball = last(&place.path("out/grip/probes.csv"), "ball.y");
    assert!((0.064..0.072).contains(&ball), "the ball is lifted by five centimetres: {ball} m");
    let friction = last(&place.path("out/grip/forces.csv"), "right-ball.friction.fy");
    assert!(friction < 0.0, "the ball pulls the finger down: {friction} N");
}

#[test]
fn quotes_keep_words_together() {
    assert_eq!(
        words("lope mesh make '{ a = \"b\" }' -o \"x y\""),
        ["lope", "mesh", "make", "{ a = \"b\" }", "-o", "x y"]
    );
}
