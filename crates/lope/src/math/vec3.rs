//! Points and vectors of R³, for everything that is not written over lanes.
//!
//! No formula here is fused and sums go from x to z, so that results have the same bits on every processor. What runs
//! in lanes uses [`small`](super::small).

/// A point or a vector.
pub type Vec3 = [f64; 3];

/// a + b.
#[inline]
pub fn add(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// a − b.
#[inline]
pub fn sub(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// s·a.
#[inline]
pub fn scaled(a: Vec3, s: f64) -> Vec3 {
    [a[0] * s, a[1] * s, a[2] * s]
}

/// a + s·d.
#[inline]
pub fn along(a: Vec3, s: f64, d: Vec3) -> Vec3 {
    [a[0] + s * d[0], a[1] + s * d[1], a[2] + s * d[2]]
}

/// a + t·(b − a): a at 0, b at 1 but for rounding.
#[inline]
pub fn mix(a: Vec3, b: Vec3, t: f64) -> Vec3 {
    along(a, t, sub(b, a))
}

/// a·b.
#[inline]
pub fn dot(a: Vec3, b: Vec3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// a × b.
#[inline]
pub fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// ‖a‖.
#[inline]
pub fn norm(a: Vec3) -> f64 {
    dot(a, a).sqrt()
}

/// ‖a − b‖².
#[inline]
pub fn distance_squared(a: Vec3, b: Vec3) -> f64 {
    let d = sub(a, b);
    dot(d, d)
}

/// ‖a − b‖.
#[inline]
pub fn distance(a: Vec3, b: Vec3) -> f64 {
    distance_squared(a, b).sqrt()
}

/// A vector of length 1 by the inverse of its length; the zero vector stays.
#[inline]
pub fn unit(a: Vec3) -> Vec3 {
    let length = norm(a);
    if length > 0.0 { scaled(a, 1.0 / length) } else { a }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_follow_the_right_hand() {
        let (x, y, z) = ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
        assert_eq!([cross(x, y), cross(y, z), cross(z, x)], [z, x, y]);
        let (a, b) = ([1.0, -2.0, 3.0], [0.5, 4.0, -1.0]);
        assert_eq!([dot(a, cross(a, b)), dot(b, cross(a, b)), dot(a, b)], [0.0, 0.0, -10.5]);
    }

    #[test]
    fn ways_begin_and_end_where_they_say() {
        let (a, b) = ([1.0, 2.0, 3.0], [3.0, 2.0, 1.0]);
        assert_eq!([mix(a, b, 0.0), mix(a, b, 0.5), mix(a, b, 1.0)], [a, scaled(add(a, b), 0.5), b]);
        assert_eq!(along(a, 0.5, sub(b, a)), [2.0, 2.0, 2.0]);
        assert_eq!([distance_squared(a, b), distance([3.0, 0.0, 4.0], [0.0; 3])], [8.0, 5.0]);
    }

    #[test]
    fn directions_have_length_one_and_nothing_has_none() {
        assert_eq!(unit([0.0, -2.0, 0.0]), [0.0, -1.0, 0.0]);
        assert_eq!(unit([0.0; 3]), [0.0; 3]);
    }
}
