//! How light falls: a key light with a soft shadow, a fill light, the sky, and corners that see little of it.

use lope::math::vec3::{Vec3, add, cross, dot, mix, scaled, unit};

use super::Looking;
use super::camera::Frame;
use super::raster::Lens;
use super::reach::Sums;

/// Samples along each side of the shadow map of a still, and of a picture among many.
const MAP: [usize; 2] = [1280, 960];
/// Radius of the soft edge of a shadow, as a share of the scene's.
const SOFTNESS: f64 = 0.03;
/// Samples along each side of a cell of it, of which is known whether something is there.
const CELL: usize = 16;
/// How far around a point others darken it, as a share of the scene's radius.
pub(super) const REACH: f64 = 0.22;
/// Looks for darkness around a pixel, and into the shadow map.
const LOOKS: usize = 4;
/// Sets of looks; neighbouring pixels use different ones, and share what they find.
pub(super) const SETS: usize = 16;
/// The angle that leaves the most even gaps when repeated.
const GOLDEN_ANGLE: f64 = 2.399_963_229_728_653;

/// A number for each look of a set: the processor takes them together.
type Four = [f32; LOOKS];

/// Directions to look into, made once.
pub(super) struct Looks {
    /// Points of the unit ball's surface, and how far to go.
    sphere: Vec<[Four; 4]>,
    /// Points of the unit disc, and how far they are from its middle.
    disc: Vec<[Four; 3]>,
}

impl Looks {
    pub(super) fn new() -> Self {
        // One even cover of disc and sphere, dealt out to the sets in turn.
        let share = |i: usize| (i as f64 + 0.5) / (SETS * LOOKS) as f64;
        let sphere = |set: usize, look: usize| {
            let i = set + SETS * look;
            let z = 1.0 - 2.0 * share(i);
            let (sine, cosine) = (GOLDEN_ANGLE * i as f64).sin_cos();
            let flat = (1.0 - z * z).max(0.0).sqrt();
            // The plastic number's powers leave even gaps too.
            let far = (0.754_877_666_246_693 * i as f64 + 0.5).fract();
            [flat * cosine, flat * sine, z, 0.03 + 0.97 * far * far]
        };
        let disc = |set: usize, look: usize| {
            let i = set + SETS * look;
            // Vogel's spiral covers the disc evenly.
            let r = share(i).sqrt();
            let (sine, cosine) = (GOLDEN_ANGLE * i as f64).sin_cos();
            [r * cosine, r * sine, r]
        };
        Self {
            sphere: (0..SETS).map(|set| together(|look| sphere(set, look))).collect(),
            disc: (0..SETS).map(|set| together(|look| disc(set, look))).collect(),
        }
    }
}

/// The numbers of all looks, by what they are.
fn together<const N: usize>(look: impl Fn(usize) -> [f64; N]) -> [Four; N] {
    std::array::from_fn(|number| std::array::from_fn(|k| look(k)[number] as f32))
}

/// The scene as the key light sees it.
pub(super) struct Shadow {
    frame: Frame,
    lens: Lens,
    depths: Vec<f32>,
    /// Cells in which something casts a shadow.
    taken: Sums,
    /// Radius of the soft edge, in samples.
    spread: f64,
}

impl Shadow {
    /// Looks along the light, whose direction points towards it.
    pub(super) fn new(
        points: &[Vec3],
        triangles: &[[u32; 3]],
        center: Vec3,
        radius: f64,
        to_light: Vec3,
        looking: Looking,
    ) -> Self {
        let side = if looking == Looking::All { MAP[0] } else { MAP[1] };
        let forward = scaled(to_light, -1.0);
        let right = unit(cross(forward, [0.301, 0.217, 0.928]));
        let eye = add(center, scaled(to_light, 2.0 * radius));
        let frame = Frame { eye, right, up: cross(right, forward), forward };
        let lens = Lens { width: side, height: side, scale: 0.45 * side as f64 / radius, perspective: false };
        let view: Vec<Vec3> = points.iter().map(|p| frame.to_view(*p)).collect();
        let depths = lens.depths(&view, triangles);
        let cells = side / CELL;
        let taken = |cell: usize| {
            let corner = cell / cells * CELL * side + cell % cells * CELL;
            let least = |row: usize| {
                depths[corner + row * side..][..CELL].iter().copied().fold(f32::INFINITY, f32::min)
            };
            (0..CELL).any(|row| least(row).is_finite())
        };
        let taken = Sums::new(cells, cells, taken);
        Self { frame, lens, depths, taken, spread: SOFTNESS * radius * lens.scale }
    }

    /// A point of a surface as the map sees it.
    #[inline]
    fn above(&self, point: Vec3, normal: Vec3) -> Vec3 {
        // A step off the surface, so that it does not shade itself.
        self.frame.to_view(add(point, scaled(normal, 2.5 / self.lens.scale)))
    }

    /// Whether something may shade a piece of the floor, given by its corners.
    pub(super) fn may_reach(&self, corners: [Vec3; 4]) -> bool {
        let places = corners.map(|corner| self.lens.place(self.above(corner, [0.0, 1.0, 0.0])));
        let cells = |k: usize| {
            let least = places.iter().fold(f64::INFINITY, |least, place| least.min(place[k]));
            let most = places.iter().fold(f64::NEG_INFINITY, |most, place| most.max(place[k]));
            [least - self.spread - 1.0, most + self.spread + 1.0]
        };
        let [columns, rows] = [cells(0), cells(1)];
        let cell = |[from, to]: [f64; 2]| [from as usize / CELL, to.max(0.0) as usize / CELL + 1];
        columns[1] >= 0.0 && rows[1] >= 0.0 && self.taken.any(cell(columns), cell(rows))
    }

    /// How much of the light arrives at a point, from 0 to 1.
    #[inline]
    pub(super) fn light(&self, looks: &Looks, point: Vec3, normal: Vec3, set: usize) -> f64 {
        // What is turned away from the light is in its own shadow.
        if dot(normal, self.frame.forward) >= 0.0 {
            return 0.0;
        }
        let (texel, spread) = (1.0 / self.lens.scale, self.spread);
        let view = self.above(point, normal);
        let [x, y] = self.lens.place(view);
        let side = self.lens.width;
        let beyond = |t: f64| t < -spread || t > side as f64 + spread;
        if beyond(x) || beyond(y) {
            return 1.0;
        }
        let (x, y, wide, side_wide) = (x as f32, y as f32, spread as f32, side as f32);
        let (near, texel) = (view[2] as f32, texel as f32);
        let [right, down, away] = &looks.disc[set];
        let mut lit = 0.0;
        for k in 0..LOOKS {
            let (column, row) = (x + wide * right[k], y + wide * down[k]);
            let inside = column >= 0.0 && row >= 0.0 && column < side_wide && row < side_wide;
            let depth = if inside {
                self.depths[row as i32 as usize * side + column as i32 as usize]
            } else {
                f32::INFINITY
            };
            // The farther from the middle, the more a slope may rise.
            let slack = texel * (1.5 + 0.6 * wide * away[k]);
            lit += f64::from(u8::from(near <= depth + slack));
        }
        lit / LOOKS as f64
    }
}

/// How much of the sky a sample sees, from 0 to 1, judged by the depths around it. `point` and `normal` are in
/// view coordinates, the lens is one of perspective.
#[inline]
pub(super) fn openness(
    looks: &Looks,
    lens: &Lens,
    depths: &[f32],
    point: Vec3,
    normal: Vec3,
    radius: f64,
    set: usize,
) -> f64 {
    let reach = (REACH * radius) as f32;
    let [x, y, z, far] = &looks.sphere[set];
    let (point, normal) = (point.map(|p| p as f32), normal.map(|n| 1.01 * n as f32));
    let (width, height, scale) = (lens.width as f32, lens.height as f32, lens.scale as f32);
    let (mut columns, mut rows, mut depth) = ([0.0; LOOKS], [0.0; LOOKS], [0.0; LOOKS]);
    for k in 0..LOOKS {
        // A point of the sphere plus the normal: more looks along the normal, and farther ones, as the cosine law wants.
        let length = 0.75 * reach * far[k];
        depth[k] = point[2] + (z[k] + normal[2]) * length;
        let scale = scale / depth[k];
        columns[k] = 0.5 * width + (point[0] + (x[k] + normal[0]) * length) * scale;
        rows[k] = 0.5 * height - (point[1] + (y[k] + normal[1]) * length) * scale;
    }
    let mut hidden = 0.0;
    for k in 0..LOOKS {
        let (x, y) = (columns[k], rows[k]);
        if !(x >= 0.0 && y >= 0.0 && x < width && y < height) {
            continue;
        }
        let gap = depth[k] - depths[y as i32 as usize * lens.width + x as i32 as usize];
        if gap > 0.01 * reach {
            // What is far in front is another thing, and hides nothing.
            hidden += (1.5 - gap / reach).clamp(0.0, 1.0);
        }
    }
    1.0 - f64::from(hidden) / LOOKS as f64
}

/// Lights of the studio, in the coordinates of the scene; directions point towards the light.
pub(super) struct Studio {
    pub(super) key: Vec3,
    fill: Vec3,
    to_eye_level: Vec3,
}

impl Studio {
    /// Lights that stand where they flatter what a camera sees.
    pub(super) fn new(frame: &Frame) -> Self {
        let back = unit([-frame.forward[0], 0.0, -frame.forward[2]]);
        let place = |right: f64, up: f64, towards: f64| {
            let flat = add(scaled(frame.right, right), scaled(back, towards));
            unit(add(flat, [0.0, up, 0.0]))
        };
        Self {
            key: place(-0.55, 1.0, 0.55),
            fill: place(0.9, 0.25, 0.5),
            to_eye_level: place(0.35, 0.5, -1.0),
        }
    }

    /// The light that a point of a colour sends to the eye; all of it linear.
    #[inline]
    pub(super) fn shade(&self, color: Vec3, normal: Vec3, to_eye: Vec3, lit: f64, open: f64) -> Vec3 {
        let key = dot(normal, self.key).max(0.0) * lit;
        let fill = (0.5 + 0.5 * dot(normal, self.fill)).max(0.0).powi(2) * open;
        let up = 0.5 + 0.5 * normal[1];
        // Cool from the sky, warm from the ground.
        let sky = scaled(mix([0.25, 0.23, 0.21], [0.34, 0.38, 0.44], up), open);
        let half = unit(add(self.key, to_eye));
        let gloss = 0.16 * dot(normal, half).max(0.0).powi(48) * lit.min(1.0);
        let edge = (1.0 - dot(normal, to_eye).clamp(0.0, 1.0)).powi(4);
        let rim = 0.22 * edge * (0.5 + 0.5 * dot(normal, self.to_eye_level)).max(0.0) * open;
        let warm = scaled([0.93, 0.88, 0.80], key);
        let [r, g, b] = add(sky, add(warm, [0.22 * fill; 3]));
        add([color[0] * r, color[1] * g, color[2] * b], [gloss + rim; 3])
    }
}
