//! `lope.pvd`: the list of frames with their times, so that ParaView opens a run as one animation.
//!
//! It is written again after every frame, atomically, so a run can be watched while it goes on.

use std::path::Path;

use super::{OutputError, Result, atomic, xml};

/// Name of the list in the directory of frames.
pub const FILE_NAME: &str = "lope.pvd";

/// One file of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Time of the frame, s.
    pub time: f64,
    /// Number of the body: each is a part that can be shown or hidden.
    pub part: usize,
    /// Name of the body.
    pub name: String,
    /// File, relative to the list.
    pub file: String,
}

/// The frames of a run so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Collection {
    /// Entries in the order of writing.
    pub entries: Vec<Entry>,
}

impl Collection {
    /// Adds the file of one body at one time.
    pub fn push(&mut self, time: f64, part: usize, name: &str, file: &str) {
        self.entries.push(Entry { time, part, name: name.to_owned(), file: file.to_owned() });
    }

    /// Forgets the frames later than `time`: what a resumed run will write again.
    pub fn truncate_after(&mut self, time: f64) {
        self.entries.retain(|e| e.time <= time);
    }

    /// Forgets the frame that has a file of this name, which is going to be another frame: a run that was cut short ends
    /// with a frame that a longer one does not have.
    pub fn forget(&mut self, file: &str) {
        if let Some(time) = self.entries.iter().find(|e| e.file == file).map(|e| e.time) {
            self.entries.retain(|e| e.time != time);
        }
    }

    /// Writes `lope.pvd` in `directory`.
    pub fn save(&self, directory: &Path) -> Result<()> {
        atomic::write_parts(&directory.join(FILE_NAME), &[self.to_xml().as_bytes()], false)
    }

    /// Reads `lope.pvd` from `directory`.
    pub fn load(directory: &Path) -> Result<Self> {
        let path = directory.join(FILE_NAME);
        let text = atomic::read_text(&path)?;
        let bad = |what: &str| OutputError::content(&path, what, "delete it and run again without --resume");
        if !text.contains("type=\"Collection\"") || !text.trim_end().ends_with("</VTKFile>") {
            return Err(bad("is not a list of frames"));
        }
        let entry = |tag: &str| {
            Some(Entry {
                time: xml::attribute(tag, "timestep")?.parse().ok()?,
                part: xml::attribute(tag, "part")?.parse().ok()?,
                name: xml::attribute(tag, "name")?,
                file: xml::attribute(tag, "file")?,
            })
        };
        let entries = xml::tags(&text).filter(|t| xml::opens(t, "DataSet")).map(entry).collect::<Option<_>>();
        Ok(Self { entries: entries.ok_or_else(|| bad("has an entry without time, part, name or file"))? })
    }

    fn to_xml(&self) -> String {
        let mut text = String::from(
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" \
             byte_order=\"LittleEndian\">\n  <Collection>\n",
        );
        for e in &self.entries {
            let (name, file) = (xml::escape(&e.name), xml::escape(&e.file));
            text += &format!(
                "    <DataSet timestep=\"{:?}\" group=\"\" part=\"{}\" name=\"{name}\" file=\"{file}\"/>\n",
                e.time, e.part
            );
        }
        text + "  </Collection>\n</VTKFile>\n"
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_directory::TestDirectory;
    use super::*;

    #[test]
    fn two_bodies_come_back_and_a_resume_forgets_the_future() {
        let dir = TestDirectory::new("pvd");
        let mut list = Collection::default();
        for frame in 0..4 {
            for (part, name) in ["ball & \"chain\"", "wall"].into_iter().enumerate() {
                list.push(f64::from(frame) / 24.0, part, name, &format!("{part}_{frame}.vtu"));
                list.save(dir.path()).unwrap();
                assert_eq!(Collection::load(dir.path()).unwrap(), list);
            }
        }
        list.truncate_after(1.0 / 24.0);
        assert_eq!(list.entries.len(), 4);
        assert_eq!(list.entries[3].name, "wall");
    }

    #[test]
    fn a_frame_written_anew_has_one_time() {
        let mut list = Collection::default();
        for (frame, time) in [0.0, 1.0, 1.3].into_iter().enumerate() {
            list.push(time, 0, "cube", &format!("cube_{frame}.vtu"));
            list.push(time, 1, "floor", "../obstacles/floor.vtu");
        }
        list.forget("cube_3.vtu");
        assert_eq!(list.entries.len(), 6);
        list.forget("cube_2.vtu");
        assert_eq!(list.entries.len(), 4, "also without what rests in it");
        assert!(list.entries.iter().all(|e| e.time <= 1.0));
    }

    #[test]
    fn the_text_is_what_paraview_expects() {
        let mut list = Collection::default();
        list.push(0.5, 1, "cube", "cube_000001.vtu");
        assert_eq!(
            list.to_xml(),
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n  \
             <Collection>\n    <DataSet timestep=\"0.5\" group=\"\" part=\"1\" name=\"cube\" \
             file=\"cube_000001.vtu\"/>\n  </Collection>\n</VTKFile>\n"
        );
    }

    #[test]
    fn a_damaged_list_is_named() {
        let dir = TestDirectory::new("pvd-bad");
        for text in ["", "<VTKFile type=\"Collection\"><DataSet file=\"a\"/></VTKFile>"] {
            std::fs::write(dir.path().join(FILE_NAME), text).unwrap();
            let message = Collection::load(dir.path()).unwrap_err().to_string();
            assert!(message.contains("lope.pvd") && message.contains("--resume"), "{message}");
        }
    }
}
