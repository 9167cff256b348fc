//! From what pixels see to what they show.

use lope::math::vec3::{Vec3, add, cross, dot, mix, norm, scaled, sub, unit};
use rayon::prelude::*;

use super::camera::{Camera, Frame};
use super::grid::{Fragment, Grid, ROWS};
use super::light::{Looks, REACH, SETS, Shadow, Studio, openness};
use super::raster::{Lens, NOTHING};
use super::reach::{Ground, Reach, TILE, Touch};
use super::soup::Soup;
use super::{Floor, Image, Looking, Options, Theme, normal};

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

/// The light that reaches the pixels, before they share it with their neighbours. For each row of them five lines of
/// numbers: the normal in view coordinates, the share of the key light, and that of the sky.
struct Lights {
    width: usize,
    numbers: Vec<f32>,
}

impl Lights {
    const LINES: usize = 5;

    /// Four pixels of a row, from a column on; zero beyond its end.
    fn four(&self, row: usize, column: usize) -> [[f32; 4]; Self::LINES] {
        let lines = &self.numbers[row * Self::LINES * self.width..(row + 1) * Self::LINES * self.width];
        std::array::from_fn(|line| four(&lines[line * self.width..(line + 1) * self.width], column))
    }
}

/// Four numbers from a place on; zero beyond the end.
fn four(line: &[f32], start: usize) -> [f32; 4] {
    match line[start..].first_chunk() {
        Some(four) => *four,
        None => std::array::from_fn(|k| line.get(start + k).copied().unwrap_or(0.0)),
    }
}

/// Where a pixel is.
#[derive(Clone, Copy)]
struct Pixel {
    x: usize,
    y: usize,
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

/// The plane of a place. A pixel at a depth is off it by depth · (a + b·columns + c·rows) − d, columns and rows counted
/// from the pixel that sees the place: linear in the picture.
#[derive(Clone, Copy)]
struct Plane {
    /// In view coordinates.
    normal: [f32; 3],
    a: f32,
    b: f32,
    c: f32,
    d: f32,
    /// How far off is the same surface.
    close: f32,
}

/// Everything that is known before the first pixel is painted.
pub(super) struct Painter<'a> {
    soup: Soup<'a>,
    view: Vec<Vec3>,
    frame: Frame,
    /// Of pixels.
    lens: Lens,
    grid: Grid,
    /// Of the first fragments, with the floor.
    depths: Vec<f32>,
    /// Of the floor, for each row.
    grounds: Vec<f32>,
    /// Up, in view coordinates.
    up: Vec3,
    reach: Reach,
    lights: Lights,
    studio: Studio,
    shadow: Shadow,
    looks: Looks,
    units: Vec<Vec3>,
    smooth: Vec<[Vec3; 3]>,
    options: Options,
    side: usize,
    /// Where in its pixel each sample is.
    within: Vec<[f64; 2]>,
    floor: Option<f64>,
}

impl<'a> Painter<'a> {
    pub(super) fn new(soup: Soup<'a>, camera: Camera, side: usize, options: Options) -> Self {
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
        let view: Vec<Vec3> = soup.points.par_iter().map(|p| frame.to_view(*p)).collect();
        let flat = normal::flat(&soup.points, &soup.triangles);
        let units: Vec<Vec3> = flat.par_iter().map(|n| unit(*n)).collect();
        let smooth = match options.smooth {
            true => normal::smooth(&soup.points, &soup.triangles, &flat, &units),
            false => Vec::new(),
        };
        let grid = Grid::new(&fine, side, &view, &soup, &units);
        let studio = Studio::new(&frame);
        let shadow =
            Shadow::new(&soup.points, &soup.triangles, soup.center, soup.radius, studio.key, options.looking);
        let floor = match options.floor {
            Floor::None => None,
            Floor::Lowest => Some(soup.lowest),
            Floor::At(height) => Some(height),
        };
        let floor = floor.filter(|floor| frame.eye[1] > *floor);
        let ground = Ground { lens: &lens, frame: &frame, floor, radius: soup.radius };
        let reach = Reach::new(&grid, side * side, &ground, &shadow);
        // Where the middle of a pixel's samples sees nothing, the floor is behind it.
        let middle = ((side * side / 2 / side) as f64 + 0.5) / side as f64;
        let grounds = (0..height).map(|y| ground.depth(y as f64 + middle) as f32).collect();
        let place = |k: usize| (k as f64 + 0.5) / side as f64;
        let within = (0..side * side).map(|k| [place(k % side), place(k / side)]).collect();
        let mut painter = Self {
            floor,
            soup,
            view,
            up: frame.turned(UP),
            frame,
            lens,
            grid,
            depths: Vec::new(),
            grounds,
            reach,
            lights: Lights { width, numbers: Vec::new() },
            studio,
            shadow,
            looks: Looks::new(),
            units,
            smooth,
            options,
            side,
            within,
        };
        painter.depths = painter.all_depths();
        painter.lights.numbers = painter.all_lights();
        painter
    }

    /// The first fragments of a row.
    fn row(&self, y: usize) -> &[Fragment] {
        &self.grid.first[y * self.lens.width..(y + 1) * self.lens.width]
    }

    fn all_depths(&self) -> Vec<f32> {
        let mut depths = vec![0.0; self.lens.width * self.lens.height];
        depths.par_chunks_mut(self.lens.width).enumerate().for_each(|(y, line)| {
            let tiles = line.chunks_mut(TILE).zip(self.row(y).chunks(TILE));
            for (tile, (touch, (depths, fragments))) in self.reach.row(y / TILE).iter().zip(tiles).enumerate()
            {
                if touch.is_bare() {
                    depths.fill(self.grounds[y]);
                    continue;
                }
                for (x, (depth, fragment)) in (tile * TILE..).zip(depths.iter_mut().zip(fragments)) {
                    *depth = self.depth(Pixel { x, y }, fragment);
                }
            }
        });
        depths
    }

    fn all_lights(&self) -> Vec<f32> {
        let width = self.lens.width;
        let [a, b, c] = self.up.map(|x| x as f32);
        let half = self.options.looking == Looking::Half;
        let mut numbers = vec![0.0; Lights::LINES * width * self.lens.height];
        numbers.par_chunks_mut(Lights::LINES * width * TILE).enumerate().for_each(|(band, lines)| {
            let rows = lines.len() / (Lights::LINES * width);
            // Tile by tile: what pixels look at is close to what their neighbours have looked at.
            for (tile, touch) in self.reach.row(band).iter().enumerate() {
                let columns = tile * TILE..((tile + 1) * TILE).min(width);
                for (row, y) in (band * TILE..).take(rows).enumerate() {
                    let lines = &mut lines[row * Lights::LINES * width..][..Lights::LINES * width];
                    if touch.is_bare() {
                        // What is bare lies in the light, if it is floor at all.
                        if self.grounds[y].is_finite() {
                            let bare = lines.chunks_exact_mut(width).zip([a, b, c, 1.0, 1.0]);
                            bare.for_each(|(line, number)| line[columns.clone()].fill(number));
                        }
                        continue;
                    }
                    // Who does not look has no normal, and nobody takes his surface for the same.
                    let start = columns.start + if half { (columns.start + y) % 2 } else { 0 };
                    for x in (start..columns.end).step_by(if half { 2 } else { 1 }) {
                        let five = self.lit(Pixel { x, y }, &self.row(y)[x], *touch);
                        for (line, number) in five.into_iter().enumerate() {
                            lines[line * width + x] = number;
                        }
                    }
                }
            }
        });
        numbers
    }

    /// Where in the picture a fragment was seen.
    #[inline]
    fn spot(&self, pixel: Pixel, fragment: &Fragment) -> [f64; 2] {
        let [right, down] = self.within[usize::from(fragment.sample)];
        [pixel.x as f64 + right, pixel.y as f64 + down]
    }

    /// Depth of a fragment, or else of the floor behind it.
    #[inline]
    fn depth(&self, pixel: Pixel, fragment: &Fragment) -> f32 {
        match fragment.seen.triangle {
            NOTHING if usize::from(fragment.sample) == self.side * self.side / 2 => self.grounds[pixel.y],
            NOTHING => self.ground().depth(self.spot(pixel, fragment)[1]) as f32,
            _ => fragment.seen.depth,
        }
    }

    fn ground(&self) -> Ground<'_> {
        Ground { lens: &self.lens, frame: &self.frame, floor: self.floor, radius: self.soup.radius }
    }

    /// The place a fragment sees; none of the background.
    #[inline]
    fn place(&self, pixel: Pixel, fragment: &Fragment, depth: f32) -> Option<Place> {
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
        let [x, _, z] = sub(place.point, self.soup.center);
        fragment.seen.triangle == NOTHING && (x * x + z * z).sqrt() > (1.0 + REACH) * self.soup.radius
    }

    fn lit(&self, pixel: Pixel, fragment: &Fragment, touch: Touch) -> [f32; Lights::LINES] {
        let depth = self.depths[pixel.y * self.lens.width + pixel.x];
        let Some(place) = self.place(pixel, fragment, depth) else { return [0.0; Lights::LINES] };
        let [key, open] = self.look(&place, self.is_alone(fragment, &place), pixel, touch);
        let [x, y, z] = self.frame.turned(place.normal);
        [x as f32, y as f32, z as f32, key as f32, open as f32]
    }

    /// Looks towards key light and sky, as far as something may be in the way.
    #[inline]
    fn look(&self, place: &Place, alone: bool, pixel: Pixel, touch: Touch) -> [f64; 2] {
        let set = self.set(pixel);
        let key = match touch.shade {
            true => self.shadow.light(&self.looks, place.point, place.outward, set),
            false => 1.0,
        };
        if alone || !touch.hidden {
            return [key, 1.0];
        }
        let normal = self.frame.turned(place.normal);
        let open = openness(&self.looks, &self.lens, &self.depths, place.at, normal, self.soup.radius, set);
        [key, open]
    }

    /// Which directions a pixel looks into: every square of four by four looks into all. If only half of them look, these
    /// have the numbers up to seven, and look into every second set.
    fn set(&self, Pixel { x, y }: Pixel) -> usize {
        const ORDER: [usize; 16] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
        let number = ORDER[4 * (y % 4) + x % 4];
        match self.options.looking {
            Looking::All => number,
            Looking::Half => 2 * number % SETS,
        }
    }

    /// The plane of a place that a pixel sees, in view coordinates.
    #[inline]
    fn plane(&self, Pixel { x, y }: Pixel, normal: Vec3, at: Vec3) -> Plane {
        let over = 1.0 / self.lens.scale;
        let (width, height) = (self.lens.width as f64, self.lens.height as f64);
        let (across, down) = (x as f64 + 0.5 - 0.5 * width, y as f64 + 0.5 - 0.5 * height);
        Plane {
            normal: normal.map(|n| n as f32),
            a: (normal[2] + over * (normal[0] * across - normal[1] * down)) as f32,
            b: (normal[0] * over) as f32,
            c: (-normal[1] * over) as f32,
            d: dot(normal, at) as f32,
            close: (2.5 * at[2] * over) as f32,
        }
    }

    /// What the pixels around have found, as far as they see the same surface.
    #[inline]
    fn shared(&self, Pixel { x, y }: Pixel, plane: &Plane) -> Option<[f64; 2]> {
        let (width, height) = (self.lens.width, self.lens.height);
        let Plane { normal, a, b, c, d, close } = *plane;
        // Four columns side by side: the processor takes them together.
        let (mut keys, mut opens, mut counts) = ([0.0_f32; 4], [0.0_f32; 4], [0.0_f32; 4]);
        let column = x.saturating_sub(1);
        for row in y.saturating_sub(1)..(y + 3).min(height) {
            let start = a + c * (row as f32 - y as f32) + b * (column as f32 - x as f32);
            let depths = four(&self.depths[row * width..(row + 1) * width], column);
            let [nx, ny, nz, key, open] = self.lights.four(row, column);
            for k in 0..4 {
                let off = depths[k] * (start + b * k as f32) - d;
                let turn = normal[0] * nx[k] + normal[1] * ny[k] + normal[2] * nz[k];
                // Of the background, off is not a number or too much.
                let same = if (off.abs() < close) & (turn > 0.85) { 1.0 } else { 0.0 };
                keys[k] += same * key[k];
                opens[k] += same * open[k];
                counts[k] += same;
            }
        }
        let sum = |four: [f32; 4]| f64::from((four[0] + four[1]) + (four[2] + four[3]));
        let count = sum(counts);
        (count > 0.0).then(|| [sum(keys) / count, sum(opens) / count])
    }

    /// The background of a row, as linear light.
    fn backdrop(&self, y: usize) -> Vec3 {
        let [top, bottom] = self.options.theme.backdrop();
        mix(top, bottom, (y as f64 + 0.5) / self.lens.height as f64)
    }

    /// Linear light of the floor; of the background if there is none.
    #[inline]
    fn floor_light(&self, pixel: Pixel, fragment: &Fragment, depth: f32, backdrop: Vec3) -> Vec3 {
        if !depth.is_finite() {
            return backdrop;
        }
        let [x, y] = self.spot(pixel, fragment);
        let plane = self.plane(pixel, self.up, self.lens.point(x, y, f64::from(depth)));
        let [key, open] = self.shared(pixel, &plane).unwrap_or_else(|| {
            let place = self.place(pixel, fragment, depth);
            place.map_or([1.0; 2], |place| self.look(&place, false, pixel, Touch::ALL))
        });
        scaled(backdrop, (0.62 + 0.38 * key) * (0.35 + 0.65 * open))
    }

    /// Linear light of a fragment.
    fn light(&self, pixel: Pixel, fragment: &Fragment, depth: f32, backdrop: Vec3) -> Vec3 {
        if fragment.seen.triangle == NOTHING {
            return self.floor_light(pixel, fragment, depth, backdrop);
        }
        let Some(place) = self.place(pixel, fragment, depth) else { return backdrop };
        let plane = self.plane(pixel, self.frame.turned(place.normal), place.at);
        let shared = self.shared(pixel, &plane);
        let [key, open] = shared.unwrap_or_else(|| self.look(&place, false, pixel, Touch::ALL));
        let t = fragment.seen.triangle as usize;
        let mut color = self.soup.color(t, fragment.seen.weights);
        if place.back && !self.soup.speaks(t) {
            // The back of an open surface, in a duller colour.
            color = scaled(mix(color, [0.25; 3], 0.35), 0.8);
        }
        let to_eye = unit(sub(self.frame.eye, place.point));
        let shaded = self.studio.shade(color, place.normal, to_eye, key, open);
        if self.options.wire { mix(shaded, WIRE, WIRE_COVER * self.on_wire(t, place.at)) } else { shaded }
    }

    /// Whether a point of a triangle, in view coordinates, is on its edges: from 0 to 1.
    fn on_wire(&self, triangle: usize, at: Vec3) -> f64 {
        let corners = self.soup.triangles[triangle].map(|v| self.view[v as usize]);
        let pixel = at[2] / self.lens.scale;
        let mut nearest = f64::INFINITY;
        for k in 0..3 {
            let (a, b) = (corners[k], corners[(k + 1) % 3]);
            let along = unit(sub(b, a));
            let away = cross(along, sub(at, a));
            nearest = nearest.min(norm(away));
        }
        (1.1 - nearest / (0.55 * pixel)).clamp(0.0, 1.0)
    }

    pub(super) fn paint(&self) -> Image {
        let (width, screen) = (self.lens.width, Screen::new());
        let mut bytes = vec![0; 3 * width * self.lens.height];
        bytes.par_chunks_mut(3 * width * ROWS).enumerate().for_each(|(band, bytes)| {
            let mut more = self.grid.more[band].iter().peekable();
            for (row, line) in bytes.as_chunks_mut::<3>().0.chunks_mut(width).enumerate() {
                let y = band * ROWS + row;
                let backdrop = self.backdrop(y);
                let bare = screen.color(backdrop);
                for (tile, (touch, pixels)) in
                    self.reach.row(band).iter().zip(line.chunks_mut(TILE)).enumerate()
                {
                    if touch.is_bare() {
                        pixels.fill(bare);
                        continue;
                    }
                    for (x, pixel) in (tile * TILE..).zip(pixels) {
                        let number = (row * width + x) as u32;
                        let others = std::iter::from_fn(|| more.next_if(|(of, _)| *of == number));
                        let others = others.map(|(_, fragment)| fragment);
                        *pixel = screen.color(self.average(Pixel { x, y }, others, backdrop));
                    }
                }
            }
        });
        Image::from_pixels(width, self.lens.height, bytes)
    }

    /// Linear light of a pixel: of its first fragment and the others by their shares.
    fn average<'f>(&self, pixel: Pixel, others: impl Iterator<Item = &'f Fragment>, backdrop: Vec3) -> Vec3 {
        let place = pixel.y * self.lens.width + pixel.x;
        let first = &self.grid.first[place];
        let light = self.light(pixel, first, self.depths[place], backdrop);
        let whole = self.side * self.side;
        if usize::from(first.count) == whole {
            return light;
        }
        let sum = others.fold(scaled(light, f64::from(first.count)), |sum, other| {
            let own = self.light(pixel, other, self.depth(pixel, other), backdrop);
            add(sum, scaled(own, f64::from(other.count)))
        });
        scaled(sum, 1.0 / whole as f64)
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

    fn color(&self, light: Vec3) -> [u8; 3] {
        const LAST: f32 = (Screen::STEPS - 1) as f32;
        // Three and a spare one: the processor takes four roots together.
        let light = [light[0] as f32, light[1] as f32, light[2] as f32, 0.0];
        let places = light.map(|x| (x.max(0.0) * (1.0 / Self::BRIGHTEST as f32)).sqrt() * LAST + 0.5);
        std::array::from_fn(|k| self.0[places[k].min(LAST) as i32 as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::super::camera::{Direction, VIEW_ANGLE};
    use super::super::{Color, Paint, PreviewMesh};
    use super::*;

    /// A tetrahedron that hangs over the floor, seen from low and from high, near and with much around it.
    #[test]
    fn who_does_not_look_sees_what_looking_finds() {
        let points = [[0.0, 0.2, 0.0], [1.0, 0.3, 0.1], [0.3, 1.2, 0.2], [0.2, 0.4, 1.0]];
        let triangles = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
        let mesh =
            PreviewMesh { points: &points, triangles: &triangles, paint: Paint::Plain(Color(230, 130, 20)) };
        for (elevation, far) in [(3.0, 1.0), (20.0, 1.0), (20.0, 1.5), (70.0, 1.5)] {
            for floor in [Floor::At(0.0), Floor::At(-0.7), Floor::None] {
                let options = Options { width: 163, height: 121, floor, ..Options::default() };
                let from = Direction { azimuth: 30.0, elevation };
                let mut camera = Camera::fit(points.iter(), from, VIEW_ANGLE, 163, 121);
                camera.eye = add(camera.target, scaled(sub(camera.eye, camera.target), far));
                let mut painter = Painter::new(Soup::new(&[mesh], &options), camera, 2, options);
                let quick = painter.paint();
                let bare =
                    (0..16).flat_map(|row| painter.reach.row(row)).filter(|touch| touch.is_bare()).count();
                assert!(bare > 30, "{bare} of 336 tiles are bare");
                painter.reach = Reach::unknown(163, 121);
                painter.lights.numbers = painter.all_lights();
                let full = painter.paint();
                // From afar a floor in few pixels hides a little of itself from those who look.
                let most = if far > 1.0 { 4 } else { 0 };
                let fits = |(full, quick): (&u8, &u8)| full <= quick && quick - full <= most;
                assert!(full.pixels().iter().zip(quick.pixels()).all(fits), "{elevation}°, {far}, {floor:?}");
            }
        }
    }
}
