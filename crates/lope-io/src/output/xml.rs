//! The little XML that VTK's files need: escaping, and reading the attributes of tags that lope wrote.

/// Text made safe between double quotes.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // Control characters are not allowed in XML, not even escaped.
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// The reverse of [`escape`].
pub(crate) fn unescape(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&apos;", "'")
        .replace("&amp;", "&")
}

/// The tags of a text in order, as what stands between `<` and `>`. A `>` inside an attribute is always
/// escaped in files written here.
pub(super) fn tags(text: &str) -> impl Iterator<Item = &str> {
    text.split('<').skip(1).filter_map(|rest| rest.split('>').next())
}

/// Whether a tag opens the element `name`.
pub(super) fn opens(tag: &str, name: &str) -> bool {
    tag.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '/']))
}

/// Value of an attribute of a tag.
pub(super) fn attribute(tag: &str, name: &str) -> Option<String> {
    let mut rest = tag;
    while let Some(start) = rest.find('=') {
        let key = rest[..start].trim_end().rsplit([' ', '\n', '\t']).next()?;
        let value = rest[start + 1..].trim_start().strip_prefix('"')?;
        let end = value.find('"')?;
        if key == name {
            return Some(unescape(&value[..end]));
        }
        rest = &value[end + 1..];
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_round_trip() {
        for value in ["plain", "a<b>&\"c\"", "&amp;lt;", "x=\"1\""] {
            let text = format!("<?xml?><A><Data Name=\"{}\" n=\"3\"/></A>", escape(value));
            let tag = tags(&text).find(|t| opens(t, "Data")).unwrap();
            assert_eq!(attribute(tag, "Name").as_deref(), Some(value));
            assert_eq!(attribute(tag, "n").as_deref(), Some("3"));
            assert_eq!(attribute(tag, "ame"), None);
        }
    }

    #[test]
    fn names_are_not_taken_for_their_prefixes() {
        assert!(opens("Points", "Points") && opens("Points a=\"1\"", "Points"));
        assert!(!opens("PointData", "Point") && !opens("/Points", "Points"));
    }
}
