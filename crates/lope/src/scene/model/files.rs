//! The files a scene reads.

use super::{LevelSet, Scene};

impl Scene {
    /// Shows the path of every file that the scene reads, with its key, always in the same order.
    pub fn visit_files(&mut self, visit: &mut dyn FnMut(&str, &mut String)) {
        for (i, body) in self.body.iter_mut().enumerate() {
            if let Some(file) = &mut body.mesh.file {
                visit(&format!("body.{i}.mesh.file"), file);
            }
        }
        // A run is a directory of files.
        if let Some(state) = &mut self.state {
            visit("state.run", &mut state.run);
        }
        for (i, body) in self.body.iter_mut().enumerate() {
            if let Some(state) = &mut body.state {
                visit(&format!("body.{i}.state.run"), &mut state.run);
            }
        }
        for (i, obstacle) in self.obstacle.iter_mut().enumerate() {
            let key = format!("obstacle.{i}");
            if let Some(path) = &mut obstacle.path {
                visit(&format!("{key}.path"), path);
            }
            parts(&key, &mut obstacle.parts, visit);
        }
    }

    /// The key and the path of every file that the scene reads.
    pub fn files(&self) -> Vec<(String, String)> {
        let mut found = Vec::new();
        self.clone().visit_files(&mut |key, path| found.push((key.to_owned(), path.clone())));
        found
    }
}

fn parts(key: &str, list: &mut [LevelSet], visit: &mut dyn FnMut(&str, &mut String)) {
    for (i, part) in list.iter_mut().enumerate() {
        let key = format!("{key}.parts.{i}");
        if let Some(path) = &mut part.path {
            visit(&format!("{key}.path"), path);
        }
        parts(&key, &mut part.parts, visit);
    }
}
