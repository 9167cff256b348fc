//! Where the picture is taken from.

use lope::math::vec3::{Vec3, add, cross, dot, norm, scaled, sub, unit};

/// Share of the picture that a fitted scene takes up.
const FILL: f64 = 0.8;

/// Angle from the lower to the upper edge of a picture where none is chosen, in degrees.
pub const VIEW_ANGLE: f64 = 26.0;

/// A pinhole camera. Up is the y axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Where it stands.
    pub eye: [f64; 3],
    /// What it looks at.
    pub target: [f64; 3],
    /// Angle from the lower to the upper edge of the picture, in degrees.
    pub view_angle: f64,
}

/// From which side a scene is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Direction {
    /// Angle around the vertical axis, from the z axis towards the x axis, in degrees.
    pub azimuth: f64,
    /// Angle above the horizon, in degrees.
    pub elevation: f64,
}

impl Default for Direction {
    /// Three quarters from the front, a little from above.
    fn default() -> Self {
        Self { azimuth: 32.0, elevation: 20.0 }
    }
}

impl Camera {
    /// The camera that has all points in a picture of so many pixels; points that are not finite do not count.
    pub fn fit<'a>(
        points: impl Iterator<Item = &'a [f64; 3]> + Clone,
        from: Direction,
        view_angle: f64,
        width: usize,
        height: usize,
    ) -> Self {
        let points = points.filter(|p| p.iter().all(|x| x.is_finite()));
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for p in points.clone() {
            (0..3).for_each(|k| (low[k], high[k]) = (low[k].min(p[k]), high[k].max(p[k])));
        }
        if low[0] > high[0] {
            (low, high) = ([-1.0; 3], [1.0; 3]);
        }
        let mut target = scaled(add(low, high), 0.5);
        let size = sub(high, low);
        let radius = (0.5 * norm(size)).max(f64::MIN_POSITIVE.sqrt());
        let (azimuth, elevation) =
            (from.azimuth.to_radians(), from.elevation.clamp(-89.0, 89.0).to_radians());
        let back = [azimuth.sin() * elevation.cos(), elevation.sin(), azimuth.cos() * elevation.cos()];
        let tangent = (0.5 * view_angle.to_radians()).tan();
        let wide = tangent * width.max(1) as f64 / height.max(1) as f64;
        let mut distance = 1.2 * radius / tangent.min(wide).atan().sin();
        for _ in 0..6 {
            let camera = Self { eye: add(target, scaled(back, distance)), target, view_angle };
            let frame = camera.frame();
            let mut range = [[f64::INFINITY, f64::NEG_INFINITY]; 2];
            for p in points.clone() {
                let [x, y, z] = frame.to_view(*p);
                for (axis, t) in [x / z, y / z].into_iter().enumerate() {
                    range[axis] = [range[axis][0].min(t), range[axis][1].max(t)];
                }
            }
            if range[0][0].is_infinite() {
                break;
            }
            let middle = range.map(|[from, to]| 0.5 * (from + to) * distance);
            target = add(target, add(scaled(frame.right, middle[0]), scaled(frame.up, middle[1])));
            let used = ((range[0][1] - range[0][0]) / wide).max((range[1][1] - range[1][0]) / tangent) / 2.0;
            distance = (distance * used / FILL).max(1.3 * radius);
        }
        Self { eye: add(target, scaled(back, distance)), target, view_angle }
    }

    /// The axes of the picture.
    pub(super) fn frame(&self) -> Frame {
        let forward = unit(sub(self.target, self.eye));
        let side = cross(forward, [0.0, 1.0, 0.0]);
        let right = if dot(side, side) > 1e-12 { unit(side) } else { [1.0, 0.0, 0.0] };
        Frame { eye: self.eye, right, up: cross(right, forward), forward }
    }
}

/// A place to look from, with axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) eye: Vec3,
    pub(super) right: Vec3,
    pub(super) up: Vec3,
    pub(super) forward: Vec3,
}

impl Frame {
    /// Coordinates to the right, upwards and away from the eye.
    #[inline]
    pub(super) fn to_view(self, p: Vec3) -> Vec3 {
        self.turned(sub(p, self.eye))
    }

    /// The same for a direction.
    #[inline]
    pub(super) fn turned(self, d: Vec3) -> Vec3 {
        [dot(d, self.right), dot(d, self.up), dot(d, self.forward)]
    }

    /// Back to the coordinates of the scene.
    #[inline]
    pub(super) fn to_scene(self, v: Vec3) -> Vec3 {
        let along = add(scaled(self.right, v[0]), scaled(self.up, v[1]));
        add(self.eye, add(along, scaled(self.forward, v[2])))
    }
}
