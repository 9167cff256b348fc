use super::*;

/// Numbers in [−1, 1).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn list(&mut self, count: usize) -> Vec<f64> {
        (0..count).map(|_| self.next()).collect()
    }
}

/// A system of 20 nodes, of which the body is those from 3 on.
struct Sample {
    x: Vec<f64>,
    v: Vec<f64>,
    mass: Vec<f64>,
}

const NODES: usize = 20;
const BODY: Range<usize> = 3..NODES;

impl Sample {
    /// Nodes anywhere, as wide along each axis as `width` says, around (7, −2, 3) and turned.
    fn new(seed: u64, width: [f64; 3]) -> Self {
        let mut random = Random(seed);
        let v = random.list(3 * NODES);
        let mass = (0..NODES).map(|_| 1.5 + random.next()).collect();
        let mut x = Vec::new();
        for _ in 0..NODES {
            let [a, b, c] = width.map(|width| width * random.next());
            // A turn by 3-4-5 in two planes: nothing is along a coordinate.
            let [a, b] = [0.6 * a - 0.8 * b, 0.8 * a + 0.6 * b];
            let [b, c] = [0.6 * b - 0.8 * c, 0.8 * b + 0.6 * c];
            x.extend([7.0 + a, b - 2.0, 3.0 + c]);
        }
        Self { x, v, mass }
    }

    fn damp(&self, fraction: f64) -> Vec<f64> {
        let mut damping = NonrigidDamping::new(BODY, fraction);
        let mut v = self.v.clone();
        damping.impulse(&StepEnd { x: &self.x, h: 0.01, mass: &self.mass }, &mut v);
        v
    }

    /// Momentum, angular momentum about the origin, kinetic energy.
    fn invariants(&self, v: &[f64]) -> ([f64; 3], [f64; 3], f64) {
        let (mut p, mut l, mut kinetic) = ([0.0; 3], [0.0; 3], 0.0);
        for (node, m) in self.mass.iter().enumerate() {
            let at = |list: &[f64]| [list[3 * node], list[3 * node + 1], list[3 * node + 2]];
            let (x, v) = (at(&self.x), at(v));
            let turn = cross(x, v);
            (0..3).for_each(|i| p[i] += m * v[i]);
            (0..3).for_each(|i| l[i] += m * turn[i]);
            kinetic += 0.5 * m * square(v);
        }
        (p, l, kinetic)
    }
}

fn apart(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// A cloud, a disc, a nearly straight line, a straight one, a point.
const WIDTHS: [[f64; 3]; 6] =
    [[1.0, 2.0, 0.5], [1.0, 1.0, 0.0], [1.0, 1e-3, 1e-3], [1.0, 1e-7, 0.0], [1.0, 0.0, 0.0], [0.0; 3]];

#[test]
fn both_momenta_are_kept_and_kinetic_energy_falls() {
    for (seed, width) in WIDTHS.into_iter().enumerate() {
        let sample = Sample::new(seed as u64, width);
        let (p, l, mut kinetic) = sample.invariants(&sample.v);
        for fraction in [0.0, 0.1, 0.7, 1.0] {
            let v = sample.damp(fraction);
            let (p_after, l_after, now) = sample.invariants(&v);
            let size = |a: [f64; 3]| square(a).sqrt();
            assert!(apart(&p, &p_after) < 1e-13 * size(p), "{width:?}: {p:?} became {p_after:?}");
            assert!(apart(&l, &l_after) < 1e-13 * size(l), "{width:?}: {l:?} became {l_after:?}");
            assert!(now <= kinetic * (1.0 + 1e-15), "{width:?}, {fraction}: {now} J from {kinetic} J");
            kinetic = now;
            let others = 3 * BODY.start;
            assert_eq!(v[..others], sample.v[..others], "nodes of other bodies");
        }
    }
}

#[test]
fn a_rigid_motion_is_left_alone() {
    let (drift, omega) = ([0.3, -1.0, 2.0], [3.0, 0.5, -1.0]);
    for width in WIDTHS {
        let mut sample = Sample::new(9, width);
        for (x, v) in sample.x.chunks(3).zip(sample.v.chunks_mut(3)) {
            let turn = cross(omega, [x[0], x[1], x[2]]);
            (0..3).for_each(|i| v[i] = drift[i] + turn[i]);
        }
        let off = apart(&sample.damp(1.0), &sample.v);
        assert!(off < 1e-13 * 30.0, "{width:?}: moved by {off:e}");
    }
}

#[test]
fn the_whole_fraction_leaves_no_strain() {
    for width in WIDTHS {
        let sample = Sample::new(4, width);
        let v = sample.damp(1.0);
        // The thinner a body, the faster it turns about its length, and the turn multiplies the rounding of ω × r.
        let thin = width.into_iter().filter(|w| *w > 0.0).fold(1.0, f64::min);
        let limit = 1e-12_f64.max(f64::EPSILON / thin);
        for a in BODY {
            for b in BODY.start..a {
                let d = |list: &[f64]| [0, 1, 2].map(|i| list[3 * a + i] - list[3 * b + i]);
                // The rate at which two nodes come apart.
                let rate = dot(d(&sample.x), d(&v));
                assert!(rate.abs() < limit, "{width:?}: {rate:e}");
            }
        }
    }
}

#[test]
fn a_point_has_the_velocity_of_its_mean() {
    let sample = Sample::new(2, [0.0; 3]);
    let v = sample.damp(1.0);
    let own = &v[3 * BODY.start..];
    assert!(own.chunks(3).all(|v| apart(v, &own[..3]) < 1e-14));
    let mut alone = NonrigidDamping::new(5..6, 1.0);
    let mut v = sample.v.clone();
    alone.impulse(&StepEnd { x: &sample.x, h: 0.01, mass: &sample.mass }, &mut v);
    assert!(apart(&v, &sample.v) < 1e-15);
}

#[test]
fn nothing_is_done_to_what_has_no_mass_or_no_nodes() {
    let mut sample = Sample::new(1, [1.0; 3]);
    sample.mass.fill(0.0);
    assert_eq!(sample.damp(1.0), sample.v);
    let mut v = sample.v.clone();
    NonrigidDamping::new(4..4, 1.0).impulse(&StepEnd { x: &sample.x, h: 0.01, mass: &sample.mass }, &mut v);
    assert_eq!(v, sample.v);
}
