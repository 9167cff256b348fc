//! One camera, one floor and one scale of colours for all moments of a film.

use lope::math::vec3::{distance, norm, sub};
use lope::scene::model::{Number, array};
use rayon::prelude::*;

use super::colours::{self, MARK, OBSTACLE, WITHOUT};
use super::overlay::Overlay;
use super::{Film, Look, RenderError, Result};
use crate::plot::{Color, Image};
use crate::preview::camera::VIEW_ANGLE;
use crate::preview::{
    Camera, Direction, Floor, Looking, Options, Paint, PreviewMesh, Scale, balls, render, tubes,
};
use crate::show::{Pose, Role, Shown, ShownPart};

/// Radius of lines, as a share of that of the scene, and of the lines' length at most.
const LINE: [f64; 2] = [0.009, 0.25];
/// Radius of points, as a share of that of the scene.
const POINT: f64 = 0.012;
/// The same of points that mark something, and half of it of lines.
const MARKED: f64 = 0.02;
/// How much of a thing of glass shows.
const GLASS: f64 = 0.28;
/// Points that a camera is fitted to: more would not change it.
const ENOUGH: usize = 200_000;

/// Draws the moments of a film.
pub struct Studio<'a> {
    film: &'a Film,
    size: [usize; 2],
    options: Options,
    scale: Option<Scale>,
    overlay: Overlay,
    /// The part that the floor stands for.
    floor_part: Option<usize>,
    radius: f64,
}

impl<'a> Studio<'a> {
    /// Looks at all moments and chooses what stays.
    ///
    /// # Errors
    /// If the film has no moment, or the picture is too small for what is to be laid over it.
    pub fn new(film: &'a Film, look: &Look) -> Result<Self> {
        Self::on_page(film, look, look.size)
    }

    /// For pictures that are parts of a page of this size.
    pub(super) fn on_page(film: &'a Film, look: &Look, page: [usize; 2]) -> Result<Self> {
        if film.moments.is_empty() {
            return Err(RenderError::Pick("the film has no frames".into()));
        }
        let ([low, high], everything) = extent(film);
        let spans = sub(high, low);
        let radius = (0.5 * norm(spans)).max(1e-9);
        let surface = |part: &ShownPart| part.role == Role::Body && part.shown == Shown::Faces;
        let flat = spans[2] == 0.0 && film.parts.iter().any(surface);
        let floor_part = (0..film.parts.len()).find(|&part| is_floor(film, part, low[1] + 0.1 * radius));
        let floor = match floor_part {
            _ if !look.floor => Floor::None,
            Some(part) => Floor::At(f64::from(film.moments[0].poses[part].points[1])),
            None if flat => Floor::None,
            None => Floor::At(low[1]),
        };
        let (size, scale) = (look.size, colours::scale(film, look));
        let overlay = Overlay::new(film, look, scale.as_ref(), page)?;
        // The time stands below the picture, not on it.
        let [width, height] = [look.size[0], look.size[1] - overlay.strip(look.size[1])];
        let look = &Look { size: [width, height], ..*look };
        // A film shows each picture for a moment; a montage is a page of stills.
        let (samples, looking) = match film.moments.len() > 1 && page == size {
            true => (2, Looking::Half),
            false => (Options::default().samples, Looking::All),
        };
        let options = Options {
            width,
            height,
            samples,
            looking,
            wire: look.wire,
            floor,
            theme: look.theme,
            camera: Some(camera(film, look, &everything, flat)),
            bounds: Some([low, high]),
            ..Options::default()
        };
        let floor_part = floor_part.filter(|_| look.floor);
        Ok(Self { film, size, options, scale, overlay, floor_part, radius })
    }

    /// The film.
    pub fn film(&self) -> &'a Film {
        self.film
    }

    /// Width and height of its pictures.
    pub fn size(&self) -> [usize; 2] {
        self.size
    }

    /// Colour of what nothing is drawn on.
    pub fn paper(&self) -> Color {
        self.overlay.paper()
    }

    /// Draws a moment by its number.
    pub fn draw(&self, moment: usize) -> Image {
        let mut picture = self.panel(moment);
        self.overlay.legend(&mut picture);
        picture
    }

    /// Draws all moments with their times.
    pub(super) fn draw_all_panels(&self) -> Vec<Image> {
        (0..self.film.moments.len()).into_par_iter().map(|moment| self.panel(moment)).collect()
    }

    /// Lays the legend over a sheet of panels.
    pub(super) fn legend(&self, sheet: &mut Image) {
        self.overlay.legend(sheet);
    }

    /// Pixels that a legend needs beside pictures.
    pub(super) fn legend_width(&self) -> usize {
        self.overlay.legend_width()
    }

    /// A moment with its time, without a legend.
    fn panel(&self, moment: usize) -> Image {
        let mut picture = self.seen(moment, true);
        if !self.film.glass.is_empty() {
            // What is behind glass is what would be seen without it.
            let mut behind = self.seen(moment, false);
            behind.lay(&picture, 0, 0, GLASS);
            picture = behind;
        }
        self.mark(moment, &mut picture);
        if self.size != [picture.width(), picture.height()] {
            let mut page = Image::new(self.size[0], self.size[1], self.paper());
            page.lay(&picture, 0, 0, 1.0);
            picture = page;
        }
        self.overlay.lay(&mut picture, self.film.moments[moment].time);
        picture
    }

    /// Fine lines between the panels of a sheet.
    pub(super) fn rule(&self, sheet: &mut Image, [w, h]: [usize; 2], columns: usize, rows: usize) {
        let (width, height) = (w * columns, h * rows);
        (1..columns).for_each(|k| self.overlay.line(sheet, (k * w) as isize, 0, 1, height));
        (1..rows).for_each(|k| self.overlay.line(sheet, 0, (k * h) as isize, width, 1));
    }

    /// The bodies and obstacles of a moment, with those of glass or without.
    fn seen(&self, moment: usize, glass: bool) -> Image {
        let poses = &self.film.moments[moment].poses;
        let mut bodies = 0;
        let mut shapes = Vec::new();
        for (number, (part, pose)) in self.film.parts.iter().zip(poses).enumerate() {
            let color = match part.role {
                Role::Body => colours::body(bodies),
                Role::Obstacle => OBSTACLE,
                Role::Mark => MARK,
            };
            bodies += usize::from(part.role == Role::Body);
            let mark = part.role == Role::Mark;
            if !mark && Some(number) != self.floor_part && (glass || !self.film.glass.contains(&number)) {
                shapes.push((self.shape(part, pose), color, part.role));
            }
        }
        let meshes: Vec<PreviewMesh<'_>> = shapes
            .iter()
            .map(|(shape, color, role)| {
                let paint = match &self.scale {
                    Some(scale) if !shape.values.is_empty() => Paint::Scale { values: &shape.values, scale },
                    Some(_) if *role == Role::Body => Paint::Plain(WITHOUT),
                    _ => Paint::Plain(*color),
                };
                PreviewMesh { points: &shape.points, triangles: &shape.triangles, paint }
            })
            .collect();
        render(&meshes, &self.options)
    }

    /// Draws what marks something over all that is in front of it, where no shadow falls.
    fn mark(&self, moment: usize, picture: &mut Image) {
        let parts = self.film.parts.iter().zip(&self.film.moments[moment].poses);
        let marks: Vec<Shape> = parts
            .filter(|(part, _)| part.role == Role::Mark)
            .map(|(part, pose)| self.shape(part, pose))
            .collect();
        if marks.is_empty() {
            return;
        }
        let options = Options { floor: Floor::None, wire: false, ..self.options };
        let meshes: Vec<PreviewMesh<'_>> = marks
            .iter()
            .map(|Shape { points, triangles, .. }| PreviewMesh {
                points,
                triangles,
                paint: Paint::Plain(MARK),
            })
            .collect();
        let drawn = render(&meshes, &options);
        let empty = render(&[], &options);
        for (x, y) in (0..drawn.height()).flat_map(|y| (0..drawn.width()).map(move |x| (x, y))) {
            if let Some(color) = drawn.get(x, y).filter(|color| Some(*color) != empty.get(x, y)) {
                picture.set(x as isize, y as isize, color);
            }
        }
    }

    /// The surface of a part: its own, or one around its lines or points.
    fn shape(&self, part: &ShownPart, pose: &Pose) -> Shape {
        let points: Vec<[f64; 3]> = pose.points.as_chunks().0.iter().map(|p| p.map(f64::from)).collect();
        let strokes = match part.shown {
            Shown::Faces => {
                let triangles = part.corners.as_chunks().0.to_vec();
                return Shape { points, triangles, values: pose.values.clone() };
            }
            Shown::Lines => {
                let lines = part.corners.as_chunks().0;
                tubes(&points, lines, self.thickness(part))
            }
            Shown::Points => {
                let share = if part.role == Role::Mark { MARKED } else { POINT };
                balls(&points, &part.corners, share * self.radius)
            }
        };
        let value = |owner: &u32| pose.values.get(*owner as usize).copied();
        let values = strokes.owners.iter().map_while(value).collect();
        Shape { points: strokes.points, triangles: strokes.triangles, values }
    }

    /// Radius of a part's lines: the same at all times.
    fn thickness(&self, part: &ShownPart) -> f64 {
        if part.role == Role::Mark {
            return 0.5 * MARKED * self.radius;
        }
        let number = self.film.parts.iter().position(|other| other == part).unwrap_or(0);
        let points = self.film.moments[0].poses[number].points.as_chunks::<3>().0;
        let length = |[a, b]: &[u32; 2]| {
            let (a, b) = (points[*a as usize], points[*b as usize]);
            (0..3).map(|k| f64::from(a[k] - b[k]).powi(2)).sum::<f64>().sqrt()
        };
        let lines = part.corners.as_chunks::<2>().0;
        let mean = lines.iter().map(length).sum::<f64>() / lines.len().max(1) as f64;
        (LINE[0] * self.radius).min(LINE[1] * mean).max(0.001 * self.radius)
    }
}

struct Shape {
    points: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
    values: Vec<f32>,
}

/// Lowest and highest corner of all bodies at all times, with the obstacles that are not larger than them, and points
/// enough to fit a camera to.
fn extent(film: &Film) -> ([[f64; 3]; 2], Vec<[f64; 3]>) {
    let count: usize = film.moments.iter().flat_map(|m| &m.poses).map(|pose| pose.points.len() / 3).sum();
    let every = count.div_ceil(ENOUGH).max(1);
    let bodies = gather(film, |part| part.role != Role::Obstacle);
    let mut bounds = bounds(bodies.iter());
    let mut points: Vec<[f64; 3]> = bodies.into_iter().step_by(every).collect();
    let size = diagonal(bounds);
    for (number, _) in film.parts.iter().enumerate().filter(|(_, part)| part.role == Role::Obstacle) {
        let own = gather(film, |part| std::ptr::eq(part, &film.parts[number]));
        let around = self::bounds(own.iter());
        if diagonal(around) <= size {
            bounds = [
                [0, 1, 2].map(|k| bounds[0][k].min(around[0][k])),
                [0, 1, 2].map(|k| bounds[1][k].max(around[1][k])),
            ];
            points.extend(own.into_iter().step_by(every));
        }
    }
    (bounds, points)
}

fn gather(film: &Film, wanted: impl Fn(&ShownPart) -> bool) -> Vec<[f64; 3]> {
    let all = film.moments.iter().flat_map(|moment| film.parts.iter().zip(&moment.poses));
    let chosen = all.filter(|(part, _)| wanted(part)).flat_map(|(_, pose)| pose.points.as_chunks::<3>().0);
    chosen.map(|p| p.map(f64::from)).filter(|p| p.iter().all(|x| x.is_finite())).collect()
}

fn bounds<'a>(points: impl Iterator<Item = &'a [f64; 3]>) -> [[f64; 3]; 2] {
    let start = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    let (low, high) = points.fold(start, |(low, high), p| {
        ([0, 1, 2].map(|k| low[k].min(p[k])), [0, 1, 2].map(|k| high[k].max(p[k])))
    });
    if low[0] > high[0] { [[-1.0; 3], [1.0; 3]] } else { [low, high] }
}

fn diagonal([low, high]: [[f64; 3]; 2]) -> f64 {
    distance(high, low)
}

/// Whether a part is level ground, not above `highest`.
fn is_floor(film: &Film, part: usize, highest: f64) -> bool {
    let ShownPart { role, moves, shown, .. } = &film.parts[part];
    let points = film.moments[0].poses[part].points.as_chunks::<3>().0;
    let Some(first) = points.first() else { return false };
    let size = points.iter().fold(0.0_f32, |size, p| size.max((p[0] - first[0]).abs()));
    let level = points.iter().all(|p| (p[1] - first[1]).abs() <= 1e-5 * size);
    *role == Role::Obstacle && !moves && *shown == Shown::Faces && level && f64::from(first[1]) <= highest
}

/// The camera that was asked for, or else one that has everything in view.
fn camera(film: &Film, look: &Look, everything: &[[f64; 3]], flat: bool) -> Camera {
    let view = film.view.with(&look.view);
    let default = if flat { Direction { azimuth: 0.0, elevation: 0.0 } } else { Direction::default() };
    let from = Direction {
        azimuth: view.azimuth.map_or(default.azimuth, Number::get),
        elevation: view.elevation.map_or(default.elevation, Number::get),
    };
    let [width, height] = look.size;
    let angle = view.fov.map_or(VIEW_ANGLE, Number::get);
    let mut camera = Camera::fit(everything.iter(), from, angle, width, height);
    if let Some(at) = view.at {
        let at = array(&at);
        camera.eye = [0, 1, 2].map(|k| camera.eye[k] + at[k] - camera.target[k]);
        camera.target = at;
    }
    if let Some(eye) = view.eye {
        camera.eye = array(&eye);
    }
    camera
}
