//! The survey of a mesh as a page of text.

use std::fmt::Write as _;
use std::path::Path;

use lope::geometry::FileMesh;
use lope::geometry::survey::{Histogram, Survey};

use crate::terminal::line;

/// Longest bar of a histogram, in characters.
const BAR: usize = 40;

/// The page.
pub(super) fn text(path: &Path, mesh: &FileMesh, survey: &Survey) -> String {
    let mut page = format!("{}: {}\n\n", path.display(), mesh.format);
    let mut row = |name: &str, value: String| {
        let _ = writeln!(page, "  {name:<18}{value}");
    };
    let count = |n: usize, rest: &str| if n == 0 { "none".to_owned() } else { format!("{n}{rest}") };
    row("vertices", survey.vertices.to_string());
    row("tetrahedra", survey.tets.to_string());
    row("triangles", survey.triangles.to_string());
    row("parts", survey.components.to_string());
    if let Some([low, high]) = survey.bounds {
        let size = [0, 1, 2].map(|k| high[k] - low[k]);
        row("bounds", format!("{} to {}", vector(low), vector(high)));
        row("size", vector(size));
    }
    row("volume", survey.volume.map_or("not closed".to_owned(), number));
    row("area", number(survey.area));
    let skin = &survey.skin;
    let of = if survey.tets > 0 { " (boundary)" } else { "" };
    row(
        "surface",
        format!("{} triangles, {} edges, {} vertices{of}", skin.triangles, skin.edges, skin.vertices),
    );
    row("closed", if skin.closed { "yes" } else { "no" }.to_owned());
    row("boundary edges", count(skin.boundary.len(), &format!(", around {} holes", skin.holes)));
    row(
        "non-manifold",
        match (skin.non_manifold.len(), skin.non_manifold_vertices.len()) {
            (0, 0) => "none".to_owned(),
            (edges, vertices) => format!("{edges} edges, {vertices} vertices"),
        },
    );
    row("inconsistent", count(skin.inconsistent.len(), " edges"));
    row("self-intersecting", count(survey.self_intersections.len(), " pairs"));
    row("inverted", count(survey.inverted.len(), ""));
    row("degenerate", count(survey.degenerate.len(), ""));
    row("unreferenced", count(survey.unreferenced.len(), " vertices"));
    row(
        "duplicates",
        match (survey.duplicate_vertices.len(), survey.repeated_elements.len()) {
            (0, 0) => "none".to_owned(),
            (vertices, elements) => format!("{vertices} vertices, {elements} elements"),
        },
    );
    for (name, vertices, cells) in &survey.groups {
        row("group", format!("{}: {vertices} vertices, {cells} elements", line(name)));
    }
    let angles = if survey.tets > 0 { "dihedral angles, degrees" } else { "corner angles, degrees" };
    let aspect = "aspect: longest edge over smallest height, 1 if regular";
    for (title, of) in
        [(angles, &survey.angles), (aspect, &survey.aspects), ("edge lengths", &survey.lengths)]
    {
        if let Some(of) = of {
            page.push_str(&histogram(title, of));
        }
    }
    let findings = survey.findings();
    if !(findings.is_empty() && mesh.notes.is_empty()) {
        page.push('\n');
    }
    findings.iter().for_each(|finding| {
        let _ = writeln!(page, "{finding}");
    });
    mesh.notes.iter().for_each(|note| {
        let _ = writeln!(page, "note: {note}");
    });
    page
}

fn histogram(title: &str, of: &Histogram) -> String {
    let mut text =
        format!("\n  {title}: {} to {}, mean {}\n", number(of.least), number(of.most), number(of.mean));
    let most = of.counts.iter().copied().max().unwrap_or(0).max(1);
    let filled = |count: &u64| *count > 0;
    let first = of.counts.iter().position(filled).unwrap_or(0);
    let last = of.counts.iter().rposition(filled).unwrap_or(0);
    for bin in first..=last {
        let count = of.counts[bin];
        let length = (count as f64 / most as f64 * BAR as f64).ceil() as usize;
        let range = format!("{} – {}", number(of.bounds[bin]), number(of.bounds[bin + 1]));
        let _ = writeln!(text, "    {range:>22}  {:<BAR$}  {count}", "█".repeat(length));
    }
    text
}

fn vector([x, y, z]: [f64; 3]) -> String {
    format!("({}, {}, {})", number(x), number(y), number(z))
}

/// Four to six digits, without an exponent where it reads well.
fn number(x: f64) -> String {
    if x.is_infinite() {
        return if x > 0.0 { "∞" } else { "−∞" }.to_owned();
    }
    let size = x.abs();
    if x == 0.0 {
        "0".to_owned()
    } else if (1e-3..1e6).contains(&size) {
        let decimals = (4 - size.log10().floor() as i32).clamp(0, 7) as usize;
        let text = format!("{x:.decimals$}");
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
    } else {
        format!("{x:.4e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (x, text) in [
            (0.0, "0"),
            (1.0, "1"),
            (0.5, "0.5"),
            (1.0 / 3.0, "0.33333"),
            (123_456.0, "123456"),
            (1.5e9, "1.5000e9"),
            (-2e-7, "-2.0000e-7"),
            (f64::INFINITY, "∞"),
        ] {
            assert_eq!(number(x), text);
        }
    }

    #[test]
    fn bars_are_as_long_as_counts() {
        let of = Histogram {
            bounds: vec![0.0, 1.0, 2.0, 3.0],
            counts: vec![0, 40, 20],
            least: 1.0,
            mean: 1.5,
            most: 3.0,
        };
        let text = histogram("lengths", &of);
        let bars: Vec<usize> =
            text.lines().map(|line| line.matches('█').count()).filter(|n| *n > 0).collect();
        assert_eq!(bars, [40, 20]);
        assert!(text.contains("lengths: 1 to 3, mean 1.5"), "{text}");
    }
}
