//! From what pixels see to what they show.

use rayon::prelude::*;

use super::camera::{Camera, Frame};
use super::grid::{Fragment, Grid, ROWS};
use super::light::{Looks, REACH, Shadow, Studio, openness};
use super::raster::{Lens, NOTHING};
use super::stage::Stage;
use super::vector::{Vec3, add, cross, dot, mix, scaled, sub, unit};
use super::{Color, Floor, Image, Options, Theme, normal};

/// Lines of the wire, as linear light, and how much of them shows.
const WIRE: Vec3 = [0.02, 0.025, 0.035];
const WIRE_COVER: f64 = 0.62;
/// Up.
const UP: Vec3 = [0.0, 1.0, 0.0];

impl Theme {
    /// Where the background begins and ends, top and bottom, as linear light.
    const fn backdrop(self) -> [Vec3; 2] {
        match self {
            Self::Light => [[0.80, 0.83, 0.87], [0.94, 0.945, 0.95]],
            Self::Dark => [[0.012, 0.014, 0.018], [0.060, 0.065, 0.075]],
        }
    }
}

/// The light that reaches a pixel, before it is shared with its neighbours.
#[derive(Clone, Copy, Default)]
struct Lit {
    /// Normal in view coordinates.
    normal: [f32; 3],
    /// Share of the key light.
    key: f32,
    /// Share of the sky.
    open: f32,
}

/// A place that is seen.
struct Place {
    /// In view coordinates.
    at: Vec3,
    /// In the scene.
    point: Vec3,
    normal: Vec3,
    /// Normal of the triangle, towards the eye.
    outward: Vec3,
    back: bool,
}

/// Everything that is known before the first pixel is painted.
pub(super) struct Painter<'a> {
    stage: Stage<'a>,
    view: Vec<Vec3>,
    frame: Frame,
    /// Of pixels.
    lens: Lens,
    grid: Grid,
    /// Of the first fragments, with the floor.
    depths: Vec<f32>,
    lit: Vec<Lit>,
    studio: Studio,
    shadow: Shadow,
    looks: Looks,
    units: Vec<Vec3>,
    smooth: Vec<[Vec3; 3]>,
    options: Options,
    side: usize,
    floor: Option<f64>,
}

impl<'a> Painter<'a> {
    pub(super) fn new(stage: Stage<'a>, camera: Camera, side: usize, options: Options) -> Self {
        let (width, height) = (options.width, options.height);
        let frame = camera.frame();
        let tangent = (0.5 * camera.view_angle.to_radians()).tan();
        let lens = Lens { width, height, scale: 0.5 * height as f64 / tangent, perspective: true };
        let fine = Lens {
            width: width * side,
            height: height * side,
            scale: lens.scale * side as f64,
            perspective: true,
        };
        let view: Vec<Vec3> = stage.points.par_iter().map(|p| frame.to_view(*p)).collect();
        let flat = normal::flat(&stage.points, &stage.triangles);
        let units: Vec<Vec3> = flat.par_iter().map(|n| unit(*n)).collect();
        let smooth = match options.smooth {
            true => normal::smooth(&stage.points, &stage.triangles, &flat, &units),
            false => Vec::new(),
        };
        let grid = Grid::new(&fine, side, &view, &stage, &units);
        let studio = Studio::new(&frame);
        let shadow = Shadow::new(&stage.points, &stage.triangles, stage.center, stage.radius, studio.key);
        let floor = match options.floor {
            Floor::None => None,
            Floor::Lowest => Some(stage.lowest),
            Floor::At(height) => Some(height),
        };
        let mut painter = Self {
            floor: floor.filter(|floor| frame.eye[1] > *floor),
            stage,
            view,
            frame,
            lens,
            grid,
            depths: Vec::new(),
            lit: Vec::new(),
            studio,
            shadow,
            looks: Looks::new(),
            units,
            smooth,
            options,
            side,
        };
        painter.depths = painter.every(|pixel, fragment| painter.depth(pixel, fragment));
        painter.lit = painter.every(|pixel, fragment| painter.lit(pixel, fragment));
        painter
    }

    /// A value for the first fragment of each pixel.
    fn every<T: Send>(&self, value: impl Fn(usize, &Fragment) -> T + Sync) -> Vec<T> {
        self.grid.first.par_iter().enumerate().map(|(pixel, fragment)| value(pixel, fragment)).collect()
    }

    /// Where in the picture a fragment was seen.
    fn spot(&self, pixel: usize, fragment: &Fragment) -> [f64; 2] {
        let (sample, side) = (fragment.sample as usize, self.side as f64);
        let (x, y) = (pixel % self.lens.width, pixel / self.lens.width);
        let within = |k: usize| (k as f64 + 0.5) / side;
        [x as f64 + within(sample % self.side), y as f64 + within(sample / self.side)]
    }

    /// Depth of a fragment, or else of the floor behind it.
    fn depth(&self, pixel: usize, fragment: &Fragment) -> f32 {
        let (Some(floor), NOTHING) = (self.floor, fragment.seen.triangle) else { return fragment.seen.depth };
        let [x, y] = self.spot(pixel, fragment);
        let fall = self.frame.to_scene(self.lens.point(x, y, 1.0))[1] - self.frame.eye[1];
        let depth = (floor - self.frame.eye[1]) / fall;
        if fall < 0.0 && depth.is_finite() { depth as f32 } else { f32::INFINITY }
    }

    /// The place a fragment sees; none of the background.
    fn place(&self, pixel: usize, fragment: &Fragment, depth: f32) -> Option<Place> {
        if !depth.is_finite() {
            return None;
        }
        let [x, y] = self.spot(pixel, fragment);
        let at = self.lens.point(x, y, f64::from(depth));
        let point = self.frame.to_scene(at);
        if fragment.seen.triangle == NOTHING {
            return Some(Place { at, point, normal: UP, outward: UP, back: false });
        }
        let t = fragment.seen.triangle as usize;
        let [v, w] = fragment.seen.weights;
        let (v, w) = (f64::from(v), f64::from(w));
        let outward = self.units[t];
        let normal = match self.smooth.get(t) {
            Some([a, b, c]) => unit(add(scaled(*a, 1.0 - v - w), add(scaled(*b, v), scaled(*c, w)))),
            None => outward,
        };
        let back = dot(outward, sub(self.frame.eye, point)) < 0.0;
        let turn = |n: Vec3| if back { scaled(n, -1.0) } else { n };
        Some(Place { at, point, normal: turn(normal), outward: turn(outward), back })
    }

    /// Whether a place of the floor is beyond the reach of everything.
    fn is_alone(&self, fragment: &Fragment, place: &Place) -> bool {
        let [x, _, z] = sub(place.point, self.stage.center);
        fragment.seen.triangle == NOTHING && (x * x + z * z).sqrt() > (1.0 + REACH) * self.stage.radius
    }

    fn lit(&self, pixel: usize, fragment: &Fragment) -> Lit {
        let Some(place) = self.place(pixel, fragment, self.depths[pixel]) else { return Lit::default() };
        let [key, open] = self.look(&place, self.is_alone(fragment, &place), self.set(pixel));
        let [x, y, z] = self.frame.turned(place.normal);
        let normal = [x as f32, y as f32, z as f32];
        Lit { normal, key: key as f32, open: open as f32 }
    }

    /// Looks towards key light and sky.
    fn look(&self, place: &Place, alone: bool, set: usize) -> [f64; 2] {
        let key = self.shadow.light(&self.looks, place.point, place.outward, set);
        if alone {
            return [key, 1.0];
        }
        let normal = self.frame.turned(place.normal);
        let open = openness(&self.looks, &self.lens, &self.depths, place.at, normal, self.stage.radius, set);
        [key, open]
    }

    /// Which directions a pixel looks into: every square of four by four looks into all.
    fn set(&self, pixel: usize) -> usize {
        const ORDER: [usize; 16] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
        ORDER[4 * (pixel / self.lens.width % 4) + pixel % self.lens.width % 4]
    }

    /// What the pixels around have found, as far as they see the same surface.
    fn shared(&self, pixel: usize, place: &Place) -> Option<[f64; 2]> {
        let (width, height) = (self.lens.width, self.lens.height);
        let (x, y) = (pixel % width, pixel / width);
        let normal = self.frame.turned(place.normal);
        // A place at a depth is off the plane of this one by depth · (a + b·column + c·row) − d: linear in the picture.
        let over = 1.0 / self.lens.scale;
        let (b, c) = ((normal[0] * over) as f32, (-normal[1] * over) as f32);
        let (across, down) = (x as f64 + 0.5 - 0.5 * width as f64, y as f64 + 0.5 - 0.5 * height as f64);
        let a = (normal[2] + over * (normal[0] * across - normal[1] * down)) as f32;
        let d = dot(normal, place.at) as f32;
        let close = (2.5 * place.at[2] * over) as f32;
        let normal = [normal[0] as f32, normal[1] as f32, normal[2] as f32];
        let (mut key, mut open, mut count) = (0.0_f32, 0.0_f32, 0.0_f32);
        let columns = x.saturating_sub(1)..(x + 3).min(width);
        for row in y.saturating_sub(1)..(y + 3).min(height) {
            let line = row * width + columns.start..row * width + columns.end;
            let start = a + c * (row as f32 - y as f32) + b * (columns.start as f32 - x as f32);
            for (k, (depth, lit)) in self.depths[line.clone()].iter().zip(&self.lit[line]).enumerate() {
                let off = depth * (start + b * k as f32) - d;
                let [nx, ny, nz] = lit.normal;
                let turn = normal[0] * nx + normal[1] * ny + normal[2] * nz;
                // Of the background, off is not a number or too much.
                if off.abs() < close && turn > 0.85 {
                    key += lit.key;
                    open += lit.open;
                    count += 1.0;
                }
            }
        }
        (count > 0.0).then(|| [f64::from(key / count), f64::from(open / count)])
    }

    /// Linear light of a fragment.
    fn light(&self, pixel: usize, fragment: &Fragment, depth: f32) -> Vec3 {
        let [top, bottom] = self.options.theme.backdrop();
        let row = pixel / self.lens.width;
        let backdrop = mix(top, bottom, (row as f64 + 0.5) / self.lens.height as f64);
        let Some(place) = self.place(pixel, fragment, depth) else { return backdrop };
        let shared = self.shared(pixel, &place);
        let [key, open] = shared.unwrap_or_else(|| self.look(&place, false, self.set(pixel)));
        if fragment.seen.triangle == NOTHING {
            return scaled(backdrop, (0.62 + 0.38 * key) * (0.35 + 0.65 * open));
        }
        let t = fragment.seen.triangle as usize;
        let mut color = self.stage.color(t, fragment.seen.weights);
        if place.back && !self.stage.speaks(t) {
            // The back of an open surface, in a duller colour.
            color = scaled(mix(color, [0.25; 3], 0.35), 0.8);
        }
        let to_eye = unit(sub(self.frame.eye, place.point));
        let shaded = self.studio.shade(color, place.normal, to_eye, key, open);
        if self.options.wire { mix(shaded, WIRE, WIRE_COVER * self.on_wire(t, place.at)) } else { shaded }
    }

    /// Whether a point of a triangle, in view coordinates, is on its edges: from 0 to 1.
    fn on_wire(&self, triangle: usize, at: Vec3) -> f64 {
        let corners = self.stage.triangles[triangle].map(|v| self.view[v as usize]);
        let pixel = at[2] / self.lens.scale;
        let mut nearest = f64::INFINITY;
        for k in 0..3 {
            let (a, b) = (corners[k], corners[(k + 1) % 3]);
            let along = unit(sub(b, a));
            let away = cross(along, sub(at, a));
            nearest = nearest.min(dot(away, away).sqrt());
        }
        (1.1 - nearest / (0.55 * pixel)).clamp(0.0, 1.0)
    }

    pub(super) fn paint(&self) -> Image {
        let width = self.lens.width;
        let screen = Screen::new();
        let bands: Vec<Vec<u8>> = (0..self.grid.more.len())
            .into_par_iter()
            .map(|band| {
                let first = band * ROWS * width;
                let pixels = first..(first + ROWS * width).min(self.grid.first.len());
                let mut bytes = Vec::with_capacity(3 * pixels.len());
                let mut more = self.grid.more[band].iter().peekable();
                for pixel in pixels {
                    let fragment = &self.grid.first[pixel];
                    let mut light = self.light(pixel, fragment, self.depths[pixel]);
                    if fragment.count as usize != self.side * self.side {
                        light = scaled(light, f64::from(fragment.count));
                        while let Some((_, other)) =
                            more.next_if(|(number, _)| *number as usize + first == pixel)
                        {
                            let own = self.light(pixel, other, self.depth(pixel, other));
                            light = add(light, scaled(own, f64::from(other.count)));
                        }
                        light = scaled(light, 1.0 / (self.side * self.side) as f64);
                    }
                    let Color(r, g, b) = screen.color(light);
                    bytes.extend([r, g, b]);
                }
                bytes
            })
            .collect();
        Image::from_pixels(width, self.lens.height, bands.concat())
    }
}

/// Colours of the screen for linear light; what is too bright fades to white instead of breaking off.
struct Screen(Vec<u8>);

impl Screen {
    /// Steps of the table, over the square root of the light: there the eye sees even steps.
    const STEPS: usize = 4096;
    /// The light at its end.
    const BRIGHTEST: f64 = 4.0;

    fn new() -> Self {
        let byte = |step: usize| {
            let x = Self::BRIGHTEST * (step as f64 / (Self::STEPS - 1) as f64).powi(2);
            let soft = if x > 0.8 { 0.8 + 0.2 * (1.0 - (-(x - 0.8) / 0.2).exp()) } else { x };
            (255.0 * soft.powf(1.0 / 2.2)).round() as u8
        };
        Self((0..Self::STEPS).map(byte).collect())
    }

    fn color(&self, light: Vec3) -> Color {
        let [r, g, b] = light.map(|x| {
            let place = (x.max(0.0) / Self::BRIGHTEST).sqrt() * (Self::STEPS - 1) as f64;
            self.0[(place.round() as usize).min(Self::STEPS - 1)]
        });
        Color(r, g, b)
    }
}
