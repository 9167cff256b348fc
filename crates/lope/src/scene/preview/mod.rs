//! Pictures of meshes, drawn without a graphics card.
//!
//! Every sample of the picture keeps the nearest triangle (`raster`), then gets its light (`light`): a key light
//! with a soft shadow, a fill light, a sky that corners see less of, and a floor that shows nothing but shadow.
//! Several samples a pixel are averaged as light, not as numbers of a screen. The picture depends on the meshes
//! and the settings alone.

pub mod camera;
mod light;
mod normal;
mod raster;
mod vector;

use rayon::prelude::*;

pub use camera::{Camera, Direction};

use super::plot::{Color, Image};
use light::{Looks, REACH, Shadow, Studio, openness};
use raster::{Lens, NOTHING, Seen};
use vector::{Vec3, add, cross, dot, mix, scaled, sub, unit};

/// Most samples that a picture may have: what fits into some hundred megabytes.
const MOST_SAMPLES: usize = 24_000_000;
/// Where the background begins and ends, top and bottom, as linear light.
const BACKDROP: [Vec3; 2] = [[0.80, 0.83, 0.87], [0.94, 0.945, 0.95]];
/// Lines of the wire, as linear light, and how much of them shows.
const WIRE: Vec3 = [0.02, 0.025, 0.035];
const WIRE_COVER: f64 = 0.62;

/// One surface to draw.
#[derive(Clone, Copy, Debug)]
pub struct PreviewMesh<'a> {
    /// Vertex positions.
    pub points: &'a [[f64; 3]],
    /// Triangles; those that name a vertex that does not exist are not drawn.
    pub triangles: &'a [[u32; 3]],
    /// Colour.
    pub color: Color,
}

/// How to draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
    /// Whether the edges of triangles are drawn.
    pub wire: bool,
    /// Whether small angles between triangles are smoothed over.
    pub smooth: bool,
    /// Whether shadows fall on a floor under the lowest point.
    pub floor: bool,
    /// Samples along each side of a pixel; fewer if the picture is very large.
    pub samples: usize,
    /// From where to look if there is no camera.
    pub from: Direction,
    /// A camera that stays, for films; none: one that has everything in the picture.
    pub camera: Option<Camera>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            width: 1280,
            height: 960,
            wire: false,
            smooth: true,
            floor: true,
            samples: 3,
            from: Direction::default(),
            camera: None,
        }
    }
}

/// Everything that is drawn, as one surface.
struct Stage {
    points: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    colors: Vec<Vec3>,
    /// Number of the mesh that each triangle belongs to.
    owners: Vec<u32>,
    center: Vec3,
    radius: f64,
    floor: f64,
}

impl Stage {
    fn new(meshes: &[PreviewMesh<'_>]) -> Self {
        let (mut points, mut triangles, mut owners) = (Vec::new(), Vec::new(), Vec::new());
        for (number, mesh) in meshes.iter().enumerate() {
            let offset = points.len() as u32;
            let there =
                |v: &u32| mesh.points.get(*v as usize).is_some_and(|p| p.iter().all(|x| x.is_finite()));
            let good = mesh.triangles.iter().filter(|t| t.iter().all(there));
            triangles.extend(good.map(|t| t.map(|v| v + offset)));
            owners.resize(triangles.len(), number as u32);
            points.extend_from_slice(mesh.points);
        }
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for p in triangles.iter().flatten().map(|v| points[*v as usize]) {
            (0..3).for_each(|k| (low[k], high[k]) = (low[k].min(p[k]), high[k].max(p[k])));
        }
        if triangles.is_empty() {
            (low, high) = ([-1.0; 3], [1.0; 3]);
        }
        let size = sub(high, low);
        let radius = (0.5 * dot(size, size).sqrt()).max(1e-150);
        let colors = meshes.iter().map(|mesh| linear(mesh.color)).collect();
        let center = scaled(add(low, high), 0.5);
        Self { points, triangles, colors, owners, center, radius, floor: low[1] }
    }
}

/// Draws meshes.
pub fn render(meshes: &[PreviewMesh<'_>], options: &Options) -> Image {
    let (width, height) = (options.width.max(1), options.height.max(1));
    let stage = Stage::new(meshes);
    let used = stage.triangles.iter().flatten().map(|v| &stage.points[*v as usize]);
    let camera = options.camera.unwrap_or_else(|| Camera::fit(used, options.from, width, height));
    let mut samples = options.samples.clamp(1, 8);
    while samples > 1 && width * height * samples * samples > MOST_SAMPLES {
        samples -= 1;
    }
    let frame = camera.frame();
    let tangent = (0.5 * camera.view_angle.to_radians()).tan();
    let lens = Lens {
        width: width * samples,
        height: height * samples,
        scale: 0.5 * (height * samples) as f64 / tangent,
        perspective: true,
    };
    let view: Vec<Vec3> = stage.points.par_iter().map(|p| frame.to_view(*p)).collect();
    let mut seen = lens.draw(&view, &stage.triangles);
    let floor = options.floor.then_some(stage.floor).filter(|floor| frame.eye[1] > *floor);
    if let Some(floor) = floor {
        lay_floor(&lens, &frame, &mut seen, floor);
    }
    let studio = Studio::new(&frame);
    let shadow = Shadow::new(&stage.points, &stage.triangles, stage.center, stage.radius, studio.key);
    let flat = normal::flat(&stage.points, &stage.triangles);
    let smooth =
        if options.smooth { normal::smooth(&stage.points, &stage.triangles, &flat) } else { Vec::new() };
    let painter = Painter {
        stage,
        view,
        frame,
        lens,
        seen,
        studio,
        shadow,
        looks: Looks::new(),
        flat,
        smooth,
        options: *options,
        samples,
    };
    painter.paint(width, height)
}

/// Gives samples that see no triangle the depth of the floor.
fn lay_floor(lens: &Lens, frame: &camera::Frame, seen: &mut [Seen], floor: f64) {
    seen.par_chunks_mut(lens.width).enumerate().for_each(|(row, line)| {
        for (column, sample) in line.iter_mut().enumerate().filter(|(_, s)| s.triangle == NOTHING) {
            let ray = lens.point(column as f64 + 0.5, row as f64 + 0.5, 1.0);
            let fall = frame.to_scene(ray)[1] - frame.eye[1];
            let depth = (floor - frame.eye[1]) / fall;
            if fall < 0.0 && depth.is_finite() {
                sample.depth = depth as f32;
            }
        }
    });
}

struct Painter {
    stage: Stage,
    view: Vec<Vec3>,
    frame: camera::Frame,
    lens: Lens,
    seen: Vec<Seen>,
    studio: Studio,
    shadow: Shadow,
    looks: Looks,
    flat: Vec<Vec3>,
    smooth: Vec<[Vec3; 3]>,
    options: Options,
    samples: usize,
}

impl Painter {
    fn paint(&self, width: usize, height: usize) -> Image {
        let pixel = |row: usize, column: usize| {
            let mut sum = [0.0; 3];
            for y in 0..self.samples {
                for x in 0..self.samples {
                    sum = add(sum, self.light(row * self.samples + y, column * self.samples + x));
                }
            }
            screen(scaled(sum, 1.0 / (self.samples * self.samples) as f64))
        };
        let rows: Vec<Vec<Color>> = (0..height)
            .into_par_iter()
            .map(|row| (0..width).map(|column| pixel(row, column)).collect())
            .collect();
        let mut image = Image::new(width, height, Color(255, 255, 255));
        for (y, row) in rows.iter().enumerate() {
            for (x, color) in row.iter().enumerate() {
                image.set(x as isize, y as isize, *color);
            }
        }
        image
    }

    /// Linear light of one sample.
    fn light(&self, row: usize, column: usize) -> Vec3 {
        let number = row * self.lens.width + column;
        let seen = self.seen[number];
        let backdrop = mix(BACKDROP[0], BACKDROP[1], (row as f64 + 0.5) / self.lens.height as f64);
        let depth = f64::from(seen.depth);
        if !depth.is_finite() {
            return backdrop;
        }
        let at = self.lens.point(column as f64 + 0.5, row as f64 + 0.5, depth);
        let place = self.frame.to_scene(at);
        let (stage, key) = (&self.stage, number as u64);
        if seen.triangle == NOTHING {
            let up = [0.0, 1.0, 0.0];
            let lit = self.shadow.light(&self.looks, place, up, key);
            // Beyond the reach of everything nothing is darkened.
            let [x, _, z] = sub(place, stage.center);
            let alone = (x * x + z * z).sqrt() > (1.0 + REACH) * stage.radius;
            let open = if alone { 1.0 } else { self.openness(at, up, key) };
            return scaled(backdrop, (0.62 + 0.38 * lit) * (0.35 + 0.65 * open));
        }
        let t = seen.triangle as usize;
        let to_eye = unit(sub(self.frame.eye, place));
        let facing = unit(self.flat[t]);
        let [v, w] = seen.weights.map(f64::from);
        let mut normal = match self.smooth.get(t) {
            Some([a, b, c]) => unit(add(scaled(*a, 1.0 - v - w), add(scaled(*b, v), scaled(*c, w)))),
            None => facing,
        };
        let mut color = stage.colors[stage.owners[t] as usize];
        let mut outward = facing;
        if dot(facing, to_eye) < 0.0 {
            // The back of an open surface, in a duller colour.
            (normal, outward) = (scaled(normal, -1.0), scaled(facing, -1.0));
            color = scaled(mix(color, [0.25; 3], 0.35), 0.8);
        }
        let lit = self.shadow.light(&self.looks, place, outward, key);
        let open = self.openness(at, normal, key);
        let shaded = self.studio.shade(color, normal, to_eye, lit, open);
        if self.options.wire { mix(shaded, WIRE, WIRE_COVER * self.on_wire(t, at)) } else { shaded }
    }

    fn openness(&self, at: Vec3, normal: Vec3, sample: u64) -> f64 {
        let normal = self.frame.turned(normal);
        openness(&self.looks, &self.lens, &self.seen, at, normal, self.stage.radius, sample)
    }

    /// Whether a point of a triangle, in view coordinates, is on its edges: from 0 to 1.
    fn on_wire(&self, triangle: usize, at: Vec3) -> f64 {
        let corners = self.stage.triangles[triangle].map(|v| self.view[v as usize]);
        let pixel = at[2] / self.lens.scale * self.samples as f64;
        let mut nearest = f64::INFINITY;
        for k in 0..3 {
            let (a, b) = (corners[k], corners[(k + 1) % 3]);
            let along = unit(sub(b, a));
            let away = cross(along, sub(at, a));
            nearest = nearest.min(dot(away, away).sqrt());
        }
        (1.1 - nearest / (0.55 * pixel)).clamp(0.0, 1.0)
    }
}

/// Linear light of a colour of the screen.
fn linear(color: Color) -> Vec3 {
    [color.0, color.1, color.2].map(|byte| (f64::from(byte) / 255.0).powf(2.2))
}

/// The colour of the screen for linear light; what is too bright fades to white instead of breaking off.
fn screen(light: Vec3) -> Color {
    let byte = |x: f64| {
        let soft = if x > 0.8 { 0.8 + 0.2 * (1.0 - (-(x - 0.8) / 0.2).exp()) } else { x.max(0.0) };
        (255.0 * soft.powf(1.0 / 2.2)).round() as u8
    };
    Color(byte(light[0]), byte(light[1]), byte(light[2]))
}

#[cfg(test)]
mod tests;
