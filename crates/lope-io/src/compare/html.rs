//! `compare.html`: one file that needs nothing else, with and without scripts, in light and dark.

use super::chart::plots;
use super::report::Comparison;
use crate::plot::palette::{AXIS, Color, FAINT, GRID, INK, MUTED, PAPER, SERIES};

/// Colours of the plots that are replaced in the dark, and what by.
const DARK: [(Color, &str); 8] = [
    (PAPER, "#16191d"),
    (INK, "#e6e9ec"),
    (MUTED, "#a9b1ba"),
    (AXIS, "#737d88"),
    (GRID, "#2d333a"),
    (FAINT, "#21262b"),
    (SERIES[0], "#4aa3df"),
    (SERIES[6], "#c8ccd1"),
];

const STYLE: &str = "\
:root{color-scheme:light dark;--paper:#fff;--ink:#212529;--muted:#545b62;--line:#e4e7eb;--wrong:#a33b00}
body{margin:2rem auto;max-width:76rem;padding:0 1rem;background:var(--paper);color:var(--ink);
font:15px/1.5 Inter,'Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif}
h1{font-size:1.5rem;margin:0 0 .25rem}h2{font-size:1.15rem;margin:2rem 0 .5rem}
p.about,figcaption,dd{color:var(--muted)}
div.wide{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;white-space:nowrap}
th,td{padding:.3rem .7rem;text-align:right;border-bottom:1px solid var(--line)}
th{font-weight:600}th.text,td.text{text-align:left}
tr.reference{font-weight:600}tr.wrong td{color:var(--wrong)}
figure{display:inline-block;margin:0 1rem 1.5rem 0;max-width:100%}
figcaption{max-width:44rem;font-size:.9rem;margin-left:14px}
svg{max-width:100%;height:auto}
dt{font-weight:600}dd{margin:0 0 .4rem 1rem}
";

/// What the columns mean, for readers who have only this page.
const COLUMNS: [(&str, &str); 11] = [
    (
        "outcome",
        "finished: all steps were made. failed: a step did not converge and the policy was to stop; the numbers \
                 include it. time limit reached: stopped there. unsupported: the combination is refused.",
    ),
    (
        "iterations, solves, linear it.",
        "iterations of the minimizer, linear systems solved, iterations of the linear \
                                        solver over all of them.",
    ),
    ("projected", "element Hessians made positive semidefinite, of elements × iterations."),
    ("time", "wall-clock time of all steps; building the scene and measuring distances are not part of it."),
    ("Hessian, linear, search, other", "the same by phase."),
    (
        "drift",
        "total energy at the end minus what it would be with exact integration (start + work of moved pins − \
               damping), relative to the largest energy in play; negative is a loss.",
    ),
    (
        "distance",
        "largest distance of any node from the same node of the reference, at all times that the runs share, m.",
    ),
    ("of probes", "what they measured at the end."),
    ("|…|", "the force of a pin, an attachment, a load, an obstacle or two bodies in the last step, N."),
    ("expected", "how many of the scene's expectations were met."),
    ("–", "does not apply, or was not measured."),
];

/// The page.
pub(super) fn page(comparison: &Comparison) -> String {
    let title = if comparison.title.is_empty() { &comparison.scene } else { &comparison.title };
    let title = escape(title);
    let about = format!(
        "{} varied over {} · {} runs · {} threads · lope {}",
        escape(&comparison.scene),
        comparison.keys.iter().map(|key| escape(key)).collect::<Vec<_>>().join(", "),
        comparison.rows.iter().filter(|row| row.measures.steps.is_some()).count(),
        comparison.threads,
        escape(&comparison.version),
    );
    let remarks: String =
        comparison.remarks().iter().map(|remark| format!("<li>{}</li>\n", escape(remark))).collect();
    let figures: String = plots(comparison)
        .iter()
        .map(|plot| format!("<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n", plot.svg, plot.caption))
        .collect();
    let columns: String =
        COLUMNS.iter().map(|(name, meaning)| format!("<dt>{name}</dt><dd>{meaning}</dd>\n")).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}: compared</title>\n<style>\n{STYLE}{}</style>\n</head>\n<body>\n\
         <h1>{title}</h1>\n<p class=\"about\">{about}</p>\n\
         <div class=\"wide\">\n{}</div>\n<ul>\n{remarks}</ul>\n\
         <h2>Plots</h2>\n{figures}<h2>Columns</h2>\n<dl>\n{columns}</dl>\n</body>\n</html>\n",
        dark(),
        table(comparison),
    )
}

/// Plots are drawn for white paper; in the dark their neutral colours are exchanged.
fn dark() -> String {
    let mut rules = String::from(
        "@media (prefers-color-scheme:dark){\n\
         :root{--paper:#16191d;--ink:#e6e9ec;--muted:#a9b1ba;--line:#2d333a;--wrong:#ff9a5c}\n",
    );
    for (light, dark) in DARK {
        let light = light.hex();
        rules += &format!("svg [fill=\"{light}\"]{{fill:{dark}}}svg [stroke=\"{light}\"]{{stroke:{dark}}}\n");
    }
    rules + "}\n"
}

fn table(comparison: &Comparison) -> String {
    let shown = comparison.shown();
    // The varied keys and the outcome are words, the rest are numbers.
    let words = shown.keys.len() + 1;
    let class = |column: usize| if column < words { " class=\"text\"" } else { "" };
    let names = shown.keys.iter().map(String::as_str).chain(shown.head.iter().map(String::as_str));
    let head: String =
        names.enumerate().map(|(i, name)| format!("<th{}>{}</th>", class(i), escape(name))).collect();
    let mut text = format!("<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n");
    for (row, cells) in comparison.rows.iter().zip(&shown.rows) {
        let kind = match (row.reference, row.outcome.finished()) {
            (_, false) => " class=\"wrong\"",
            (true, true) => " class=\"reference\"",
            (false, true) => "",
        };
        let cells: String = cells
            .iter()
            .enumerate()
            .map(|(i, cell)| format!("<td{}>{}</td>", class(i), escape(cell)))
            .collect();
        text += &format!("<tr{kind}>{cells}</tr>\n");
    }
    text + "</tbody>\n</table>\n"
}

/// Text made safe inside elements and attributes.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::sample;
    use super::*;

    #[test]
    fn the_page_needs_nothing_else_and_is_safe() {
        let page = page(&sample());
        for foreign in ["http", "<script", "src=", "href=", "url(", "@import", "<b>", "<i>"] {
            assert!(!page.contains(foreign), "{foreign} is in the page");
        }
        assert!(page.contains("A &lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;cube&quot;"));
        assert_eq!(page.matches("<svg").count(), 7);
        assert_eq!(page.matches("<tr").count(), 1 + 4);
        assert!(page.contains("class=\"reference\"") && page.contains("class=\"wrong\""));
        assert!(page.contains("prefers-color-scheme:dark"));
    }

    #[test]
    fn elements_are_closed() {
        let page = page(&sample());
        for name in ["svg", "figure", "table", "tr", "td", "ul", "li", "dl", "style", "body", "html"] {
            let opened =
                page.matches(&format!("<{name}>")).count() + page.matches(&format!("<{name} ")).count();
            assert_eq!(opened, page.matches(&format!("</{name}>")).count(), "{name}");
        }
    }
}
