//! Frames of all bodies.

use std::path::{Path, PathBuf};

use lope::body::Body;
use lope::scene::Scene;
use lope::scene::build::Scenery;
use lope::scene::model::{Field as FieldName, FrameFormat, Output};
use lope::world::World;

use super::fields::{self, On, Quantity};
use super::obj;
use super::scenery::SceneryWriter;
use crate::output::pvd::Collection;
use crate::output::vtu::{CellKind, Compression, Field, Grid};
use crate::output::{OutputError, atomic, frame_file_name, nodes_file_name, vtu};
use crate::show::Shown;
use crate::show::patch::Patches;
use crate::show::surface::{carried, cell_kind, connectivity, surface};

/// The list of frames is written again when it has grown by this part of its length.
const OFTEN: usize = 256;

/// Writes one file a frame per body and the list of them.
pub(super) struct FrameWriter {
    directory: PathBuf,
    formats: Vec<FrameFormat>,
    fields: Vec<FieldName>,
    collection: Collection,
    /// Frames written since the list was.
    unsaved: usize,
    cells: Vec<(CellKind, Vec<u32>)>,
    /// What is around every node of a surface, where pressures are asked for.
    patches: Vec<Patches>,
    surfaces: Vec<(Shown, Vec<u32>)>,
    scenery: SceneryWriter,
}

/// Asks a world for the forces that a run writes down.
pub(crate) fn ask(scene: &Scene, world: &mut World) {
    let expected = scene.expect.field.iter().map(|end| end.field);
    world.tell_forces(scene.output.fields.iter().copied().chain(expected).any(FieldName::is_force));
}

impl FrameWriter {
    pub(super) fn new(
        world: &World,
        obstacles: Vec<Scenery>,
        output: &Output,
        run: &Path,
    ) -> Result<Self, OutputError> {
        let directory = run.join("frames");
        atomic::create_directory(&directory)?;
        let wants_surface = output.formats.contains(&FrameFormat::Obj);
        Ok(Self {
            directory,
            formats: output.formats.clone(),
            fields: output.fields.clone(),
            collection: Collection::default(),
            unsaved: 0,
            cells: world.bodies().iter().map(connectivity).collect(),
            patches: world
                .bodies()
                .iter()
                .map(|body| match output.fields.contains(&FieldName::ContactPressure) {
                    true => Patches::new(body),
                    false => Patches::default(),
                })
                .collect(),
            surfaces: world
                .bodies()
                .iter()
                .map(|b| if wants_surface { surface(b) } else { (Shown::Faces, Vec::new()) })
                .collect(),
            scenery: SceneryWriter::new(obstacles, output, run)?,
        })
    }

    /// As new, but keeping the list of the frames up to the state the world is in; later ones, which a killed run
    /// may have left, will be written again.
    pub(super) fn resume(
        world: &World,
        obstacles: Vec<Scenery>,
        output: &Output,
        run: &Path,
    ) -> Result<Self, OutputError> {
        let mut writer = Self::new(world, obstacles, output, run)?;
        if output.formats.contains(&FrameFormat::Vtu) {
            writer.collection = Collection::load(&writer.directory)?;
            writer.collection.truncate_after(world.state().t);
        }
        Ok(writer)
    }

    pub(super) fn write(&mut self, world: &World, index: u64, time: f64) -> Result<(), OutputError> {
        if let Some(body) = world.bodies().first() {
            self.collection.forget(&frame_file_name(&body.name, index as usize, FrameFormat::Vtu.name()));
        }
        for (part, body) in world.bodies().iter().enumerate() {
            let nodes = 3 * body.nodes.start..3 * body.nodes.end;
            let fine = body.skin.as_ref().map(|skin| carried(skin, &world.state().x[nodes.clone()]));
            let points = fine.as_deref().unwrap_or(&world.state().x[nodes]);
            for format in &self.formats {
                let name = frame_file_name(&body.name, index as usize, format.name());
                let path = self.directory.join(&name);
                match format {
                    FrameFormat::Vtu => {
                        self.write_vtu(world, part, body, points, &path)?;
                        if body.skin.is_some() {
                            let name = nodes_file_name(&body.name, index as usize);
                            write_nodes(world, body, &self.directory.join(name))?;
                        }
                        self.collection.push(time, part, &body.name, &name);
                    }
                    FrameFormat::Obj => {
                        let (shown, corners) = &self.surfaces[part];
                        obj::write(&path, &body.name, points, *shown, corners)?;
                    }
                }
            }
        }
        self.scenery.frame(index, time, world.bodies().len(), &mut self.collection)?;
        self.unsaved += 1;
        // Of a long list, not every frame writes all of it again.
        if self.unsaved * OFTEN * world.bodies().len().max(1) >= self.collection.entries.len() {
            self.save_list()?;
        }
        Ok(())
    }

    /// Writes the world as it is into a directory of its own, as its only frame.
    pub(super) fn write_alone(&self, directory: &Path, world: &World) -> Result<(), OutputError> {
        let output =
            Output { formats: vec![FrameFormat::Vtu], fields: self.fields.clone(), ..Output::default() };
        let mut alone = Self::new(world, self.scenery.list().to_vec(), &output, directory)?;
        alone.write(world, 0, world.time())?;
        alone.save_list()
    }

    /// Writes the list of frames, so that it has all of them.
    pub(super) fn save_list(&mut self) -> Result<(), OutputError> {
        if self.unsaved > 0 && self.formats.contains(&FrameFormat::Vtu) {
            self.collection.save(&self.directory)?;
        }
        self.unsaved = 0;
        Ok(())
    }

    fn write_vtu(
        &self,
        world: &World,
        part: usize,
        body: &Body,
        points: &[f64],
        path: &Path,
    ) -> Result<(), OutputError> {
        let (kind, cells) = &self.cells[part];
        let quantities: Vec<Quantity> = FieldName::ALL
            .iter()
            .filter(|field| self.fields.contains(field))
            .filter_map(|field| fields::of(*field, world, body, &self.patches[part]))
            .collect();
        let on = |wanted: On| -> Vec<Field<'_>> {
            let there = quantities.iter().filter(|quantity| quantity.on == wanted);
            there
                .map(|one| Field { name: one.name, components: one.components, values: &one.values })
                .collect()
        };
        let (point_data, cell_data) = (on(On::Vertices), on(On::Elements));
        let grid = Grid { points, kind: *kind, cells, point_data: &point_data, cell_data: &cell_data };
        vtu::write(path, &grid, Compression::default())
    }
}

/// Writes the nodes of a body that is shown by its skin: what it takes to go on from there.
fn write_nodes(world: &World, body: &Body, path: &Path) -> Result<(), OutputError> {
    let nodes = 3 * body.nodes.start..3 * body.nodes.end;
    let state = world.state();
    let velocity = Field { name: "velocity", components: 3, values: &state.v[nodes.clone()] };
    let grid = Grid {
        points: &state.x[nodes],
        kind: cell_kind(&body.cells),
        cells: body.cells.flat(),
        point_data: &[velocity],
        cell_data: &[],
    };
    vtu::write(path, &grid, Compression::default())
}
