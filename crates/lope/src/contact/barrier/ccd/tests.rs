//! Against the exact time of the first touch, against dense samples, and at the ends of what numbers can be.

use self::exact::{ONE, touch};
use super::*;
use crate::math::vec3::{add, distance, mix, unit};

mod exact;

/// Numbers that look random.
struct Noise(u64);

impl Noise {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 ^ (self.0 >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 11
    }

    /// Of −1 to 1.
    fn next(&mut self) -> f64 {
        self.bits() as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self) -> Vec3 {
        [self.next(), self.next(), self.next()]
    }

    /// Of −most to most.
    fn whole(&mut self, most: i128) -> i128 {
        i128::from(self.bits() >> 8) % (2 * most + 1) - most
    }
}

/// Which simplices.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Pair {
    VertexTriangle,
    EdgeEdge,
    VertexEdge,
    VertexVertex,
}
use Pair::{EdgeEdge, VertexEdge, VertexTriangle, VertexVertex};

const PAIRS: [Pair; 4] = [VertexTriangle, EdgeEdge, VertexEdge, VertexVertex];

/// The answer for the corners that the pair has.
fn ask(pair: Pair, from: &[Vec3; 4], to: &[Vec3; 4], thickness: f64, keep: f64) -> f64 {
    let ([a, b, c, _], [d, e, f, _]) = (*from, *to);
    match pair {
        VertexTriangle => vertex_triangle(from, to, thickness, keep),
        EdgeEdge => edge_edge(from, to, thickness, keep),
        VertexEdge => vertex_edge(&[a, b, c], &[d, e, f], thickness, keep),
        VertexVertex => vertex_vertex(&[a, b], &[d, e], thickness, keep),
    }
}

/// Corners at both ends with small whole coordinates: anyhow, through a touch half way, in a plane, with corners that
/// coincide, or with simplices that stand still.
fn query(noise: &mut Noise, pair: Pair, number: u64) -> [[[i128; 3]; 4]; 2] {
    let most = [1, 2, 4, 8][noise.bits() as usize % 4];
    let choice = noise.bits() % 6;
    let mut points = || from_fn::<[i128; 3], 4, _>(|_| from_fn(|_| noise.whole(most)));
    let [mut from, mut to] = [points(), points()];
    match number % 6 {
        0 | 1 => {
            let mut x = points().map(|x| x.map(|c| 4 * c));
            let mean = |i: usize, j: usize| from_fn(|c| (x[i][c] + x[j][c]) / 2);
            let meet: [i128; 3] = match (pair, choice % 3) {
                (VertexVertex, _) => x[1],
                (_, 0) => x[2],
                (VertexEdge, _) => mean(1, 2),
                (VertexTriangle, 1) => from_fn(|c| (2 * x[1][c] + x[2][c] + x[3][c]) / 4),
                _ => mean(2, 3),
            };
            if pair == EdgeEdge && choice < 3 {
                x[1] = from_fn(|c| 2 * meet[c] - x[0][c]);
            } else {
                x[0] = meet;
            }
            let way = points();
            from = from_fn(|k| from_fn(|c| x[k][c] - way[k][c]));
            to = from_fn(|k| from_fn(|c| x[k][c] + way[k][c]));
        }
        2 => {
            let tilt = noise.whole(1);
            for x in from.iter_mut().chain(&mut to) {
                x[2] = tilt * x[0] + 1;
            }
        }
        3 => {
            let (i, j) = (noise.bits() as usize % 4, noise.bits() as usize % 4);
            (from[i], to[i]) = (from[j], to[j]);
        }
        4 => {
            // One moves: this or those.
            let moves = noise.bits() & 1 == 0;
            to = from_fn(|k| if (k == 0) == moves { to[k] } else { from[k] });
        }
        _ => {}
    }
    [from, to]
}

#[test]
fn no_touch_is_passed_and_few_ways_are_cut_short() {
    let mut noise = Noise(7);
    let (mut hits, mut starts, mut unknown, mut misses, mut short, mut reached) =
        (0_u32, 0, 0_u32, 0_u32, 0_u32, 0.0);
    const COUNT: u64 = 96_000;
    for number in 0..COUNT {
        // Most with four corners.
        let pair = PAIRS[[0, 0, 0, 1, 1, 1, 2, 3][number as usize / 6 % 8]];
        let [from, to] = query(&mut noise, pair, number);
        let Some(first) = touch(pair, &from, &to) else {
            unknown += 1;
            continue;
        };
        assert!(number % 6 > 1 || first.is_some_and(|m| m <= ONE / 2), "{number}: {pair:?} met half way");
        let scale = [1.0, 2.0_f64.powi(40), 2.0_f64.powi(-60)][noise.bits() as usize % 3];
        let mut place = |x: [[i128; 3]; 4]| {
            let shift: Vec3 = match noise.bits() % 3 {
                0 => [0.0; 3],
                1 => [1_048_576.0; 3],
                _ => noise.vector().map(|c| (c * 1_048_576.0).round()),
            };
            x.map(|x| from_fn(|c| (x[c] as f64 + shift[c]) * scale))
        };
        let (from, to) = (place(from), place(to));
        let keep = [0.0, 0.1, 0.5][noise.bits() as usize % 3];
        let t = ask(pair, &from, &to, 0.0, keep);
        assert!((0.0..=1.0).contains(&t));
        match first {
            Some(0) => {
                (hits, starts) = (hits + 1, starts + 1);
                assert_eq!(t, 0.0, "{number}: {pair:?} {from:?} {to:?}");
            }
            Some(m) => {
                hits += 1;
                // Exact: the factor is a power of 2.
                let before = (t * ONE as f64) as u64;
                assert!(before < m, "{number}: {pair:?} {t} > {} {from:?} {to:?}", m as f64 / ONE as f64);
                assert!(t > 0.0, "{number}: {pair:?} {from:?} {to:?}");
                reached += t * ONE as f64 / m as f64 / (1.0 - keep);
            }
            None => {
                assert!(t > 0.0, "{number}: {pair:?} {from:?} {to:?}");
                if keep == 0.0 {
                    misses += 1;
                    short += u32::from(t < 1.0);
                }
            }
        }
    }
    reached /= f64::from(hits - starts);
    println!("{hits} hits ({starts} at the start), {unknown} unknown, {short} of {misses} misses cut short");
    println!("{reached} of the time on average");
    assert!(u64::from(hits - starts) > COUNT / 4 && misses > 10_000, "{hits} {misses}");
    assert!(u64::from(unknown) < COUNT / 500, "{unknown}");
    assert!(f64::from(short) < 0.01 * f64::from(misses), "{short} of {misses}");
    assert!(reached > 0.9, "{reached}");
}

#[test]
fn differences_that_round_do_not_let_points_meet() {
    // On the diagonal, of very different sizes: exact as whole numbers, and with differences that are not exact as f64.
    let mut noise = Noise(8);
    let (mut cut, mut rounded) = (0, 0);
    for number in 0..20_000 {
        let mut whole = || (noise.bits() as i64 >> (noise.bits() % 20)) << (noise.bits() % 8);
        let [a, b, c, d] = [0; 4].map(|_| whole());
        let point = |x: i64| [x as f64; 3];
        let t = vertex_vertex(&[point(a), point(b)], &[point(c), point(d)], 0.0, 0.0);
        let (first, last) = (i128::from(b - a), i128::from(d - c));
        let time = (t * ONE as f64) as i128;
        let lead = (first << 62) + time * (last - first);
        assert!(first == 0 || lead.signum() == first.signum(), "{number}: {a} {b} {c} {d} {t}");
        rounded += u32::from((b - a) as f64 as i64 != b - a);
        let (short, long) = (first.abs().min(last.abs()), first.abs().max(last.abs()));
        if short > long >> 32 && first.signum() != last.signum() {
            cut += 1;
            assert!(t > 0.999 * first as f64 / (first - last) as f64, "{number}: {t}");
        } else if short > long >> 32 {
            assert_eq!(t, 1.0, "{number}: {a} {b} {c} {d}");
        }
    }
    assert!(cut > 5000 && rounded > 1000, "{cut} {rounded}");
}

/// The distance by brute force, with Gram matrices instead of normals: never less than it is.
fn apart(pair: Pair, x: &[Vec3; 4]) -> f64 {
    let edge = |p: Vec3, a: Vec3, b: Vec3| {
        let e = sub(b, a);
        let s = dot(sub(p, a), e) / dot(e, e);
        distance(p, if s.is_nan() { a } else { along(a, s.clamp(0.0, 1.0), e) })
    };
    // The s and t that make |r − s e − t f| least.
    let least = |r: Vec3, e: Vec3, f: Vec3| {
        let (ee, ef, ff, re, rf) = (dot(e, e), dot(e, f), dot(f, f), dot(r, e), dot(r, f));
        let det = ee * ff - ef * ef;
        let (s, t) = ((re * ff - rf * ef) / det, (rf * ee - re * ef) / det);
        (s, t, norm(along(along(r, -s, e), -t, f)))
    };
    let &[a, b, c, d] = x;
    match pair {
        VertexVertex => distance(a, b),
        VertexEdge => edge(a, b, c),
        VertexTriangle => {
            let sides = edge(a, b, c).min(edge(a, c, d)).min(edge(a, d, b));
            let (s, t, height) = least(sub(a, b), sub(c, b), sub(d, b));
            if s >= 0.0 && t >= 0.0 && s + t <= 1.0 { sides.min(height) } else { sides }
        }
        EdgeEdge => {
            let ends = edge(a, c, d).min(edge(b, c, d)).min(edge(c, a, b)).min(edge(d, a, b));
            let (s, t, height) = least(sub(c, a), sub(b, a), sub(c, d));
            if s.min(t) >= 0.0 && s.max(t) <= 1.0 { ends.min(height) } else { ends }
        }
    }
}

fn at(from: &[Vec3; 4], to: &[Vec3; 4], t: f64) -> [Vec3; 4] {
    from_fn(|k| mix(from[k], to[k], t))
}

/// A pair of size 1 near each other, and a motion as of a large time step: where to, and a thickness below the distance.
fn near(noise: &mut Noise, pair: Pair) -> ([Vec3; 4], [Vec3; 4], f64) {
    loop {
        let mut from: [Vec3; 4] = from_fn(|_| noise.vector());
        // Corner 0, or the edge of 0 and 1, to where it is near.
        let way = match pair {
            VertexTriangle => sub(scaled(add(add(from[1], from[2]), from[3]), 1.0 / 3.0), from[0]),
            EdgeEdge => sub(mix(from[2], from[3], 0.5), mix(from[0], from[1], 0.5)),
            VertexEdge => sub(mix(from[1], from[2], 0.5), from[0]),
            VertexVertex => sub(from[1], from[0]),
        };
        let shift = add(way, scaled(noise.vector(), 0.3));
        let moved = if pair == EdgeEdge { 2 } else { 1 };
        for x in &mut from[..moved] {
            *x = add(*x, shift);
        }
        let d = apart(pair, &from);
        if d > 0.02 && d < 0.2 {
            let drift = noise.vector();
            let to = from.map(|x| add(add(x, drift), scaled(noise.vector(), 0.3)));
            return (from, to, d * (0.25 + 0.25 * noise.next()));
        }
    }
}

#[test]
fn samples_of_the_way_keep_their_distance_and_what_passes_is_let_through() {
    let mut noise = Noise(1);
    let (mut cut, mut passed, mut shares, mut worst) = (0, 0, 0.0, 1.0_f64);
    for number in 0..12_000 {
        let pair = PAIRS[number % 4];
        let (from, to, thickness) = near(&mut noise, pair);
        let thickness = if number % 3 == 0 { 0.0 } else { thickness };
        let t = ask(pair, &from, &to, thickness, 0.1);
        let d = apart(pair, &from);
        let r = thickness + 0.1 * (d - thickness);
        let sample = |end: f64| {
            let distances = (0..=200).map(move |k| f64::from(k) / 200.0 * end);
            distances.map(|t| (t, apart(pair, &at(&from, &to, t))))
        };
        let least = sample(t).map(|(_, d)| d).fold(f64::INFINITY, f64::min);
        assert!(least > thickness && least >= r * (1.0 - 1e-12), "{number}: {pair:?} {least} < {r}");
        let all = sample(1.0).map(|(_, d)| d).fold(f64::INFINITY, f64::min);
        if all > r + 0.1 * (d - r) {
            passed += 1;
            assert_eq!(t, 1.0, "{number}: {pair:?}");
        } else if all < r {
            // The time of r, between two samples.
            let end = sample(1.0).find(|(_, d)| *d < r).map_or(1.0, |(t, _)| t);
            assert!(t < end, "{number}: {pair:?}");
            let mut times = (end - 1.0 / 200.0, end);
            for _ in 0..40 {
                let middle = 0.5 * (times.0 + times.1);
                if apart(pair, &at(&from, &to, middle)) < r { times.1 = middle } else { times.0 = middle }
            }
            cut += 1;
            shares += t / times.0;
            worst = worst.min(t / times.0);
        }
    }
    shares /= f64::from(cut);
    println!("{cut} cut at {shares} of the time on average, {worst} at worst, {passed} passed");
    assert!(cut > 1500 && passed > 3000, "{cut} {passed}");
    assert!(shares > 0.98 && worst > 0.8, "{shares} {worst}");
}

#[test]
fn head_on_nearly_all_of_the_time_is_used() {
    let mut noise = Noise(2);
    for number in 0..4000 {
        let pair = PAIRS[number % 4];
        let (from, _, thickness) = near(&mut noise, pair);
        let three = [from[0], from[1], from[2]];
        let way = match pair {
            VertexTriangle => to_triangle(&from),
            EdgeEdge => between_edges(&from),
            VertexEdge => to_edge(three[0], three[1], three[2]),
            VertexVertex => sub(from[1], from[0]),
        };
        let d = norm(way);
        assert!((d - apart(pair, &from)).abs() < 1e-9, "{pair:?}");
        // The first simplex goes to the other, and through it; both go along with something.
        let moved = if pair == EdgeEdge { 2 } else { 1 };
        let drift = scaled(noise.vector(), 100.0);
        let to = from_fn(|k| {
            let x = add(from[k], drift);
            if k < moved { along(x, 3.0, way) } else { x }
        });
        let exact = 0.9 * (d - thickness) / (3.0 * d);
        let t = ask(pair, &from, &to, thickness, 0.1);
        assert!(t >= 0.97 * exact && t <= exact * (1.0 + 1e-9), "{number}: {pair:?} {t} {exact}");
    }
}

#[test]
fn passing_at_a_distance_is_free() {
    let o = [0.0; 3];
    let triangle = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-1.0, -1.0, 0.0]];
    let [a, b, c] = triangle;
    let fly = |p: Vec3, q: Vec3| vertex_triangle(&[p, a, b, c], &[q, a, b, c], 0.1, 0.0);
    // Over it, by its side, around its corner in its plane, away; and through it.
    assert_eq!(fly([-3.0, 0.2, 0.2], [3.0, 0.2, 0.2]), 1.0);
    assert_eq!(fly([1.5, 0.5, -3.0], [1.5, 0.5, 3.0]), 1.0);
    assert_eq!(fly([0.2, 1.4, 0.0], [2.0, -0.1, 0.0]), 1.0);
    assert_eq!(fly([0.0, 0.0, 0.2], [0.0, 0.0, 9.0]), 1.0);
    assert!(fly([0.0, 0.0, 0.2], [0.0, 0.0, -9.0]) < 0.1);
    // Edges: crossing each other's lines beyond the ends, one over the other, side by side.
    let cross = |p: [Vec3; 2], q: [Vec3; 2]| {
        edge_edge(
            &[[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], p[0], p[1]],
            &[[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], q[0], q[1]],
            0.1,
            0.0,
        )
    };
    assert_eq!(cross([[1.5, -1.0, 2.0], [1.5, 1.0, 2.0]], [[1.5, -1.0, -2.0], [1.5, 1.0, -2.0]]), 1.0);
    assert_eq!(cross([[-3.0, -1.0, 0.5], [-3.0, 1.0, 0.5]], [[3.0, -1.0, 0.5], [3.0, 1.0, 0.5]]), 1.0);
    assert_eq!(cross([[-3.0, 0.5, 0.0], [-2.0, 0.5, 0.0]], [[2.0, 0.5, 0.0], [3.0, 0.5, 0.0]]), 1.0);
    assert!(cross([[0.0, -1.0, 2.0], [0.0, 1.0, 2.0]], [[0.0, -1.0, -2.0], [0.0, 1.0, -2.0]]) < 0.5);
    assert_eq!(vertex_edge(&[[2.0, 0.0, 3.0], o, a], &[[2.0, 0.0, -3.0], o, a], 0.1, 0.0), 1.0);
    assert!(vertex_edge(&[[0.5, 0.0, 3.0], o, a], &[[0.5, 0.0, -3.0], o, a], 0.1, 0.0) < 0.5);
    assert_eq!(vertex_vertex(&[[1.0, -5.0, 0.0], o], &[[1.0, 5.0, 0.0], o], 0.1, 0.0), 1.0);
    assert!(vertex_vertex(&[[0.0, -5.0, 0.0], o], &[[0.0, 5.0, 0.0], o], 0.1, 0.0) < 0.5);
}

#[test]
fn what_degenerates_is_answered_like_what_it_degenerates_to() {
    let mut noise = Noise(3);
    for number in 0..2000 {
        let (mut from, mut to, thickness) = near(&mut noise, VertexVertex);
        // A triangle or an edge of one point, and a triangle that is an edge, some up to rounding.
        let point = |x: [Vec3; 4]| [x[0], x[1], x[1], x[1]];
        let whole = vertex_vertex(&[from[0], from[1]], &[to[0], to[1]], thickness, 0.1);
        let near_whole = |t: f64| assert!((t - whole).abs() <= 0.02 * whole, "{number}: {t} {whole}");
        near_whole(vertex_triangle(&point(from), &point(to), thickness, 0.1));
        near_whole(vertex_edge(&[from[0], from[1], from[1]], &[to[0], to[1], to[1]], thickness, 0.1));
        let doubled = |x: [Vec3; 4]| [x[0], x[0], x[1], x[1]];
        near_whole(edge_edge(&doubled(from), &doubled(to), thickness, 0.1));
        let share = [0.0, 1.0, 0.5, 0.3][number % 4];
        (from[3], to[3]) = (mix(from[1], from[2], share), mix(to[1], to[2], share));
        let (d, slim) = (apart(VertexEdge, &from), [from[0], from[1], from[2]]);
        let edge = vertex_edge(&slim, &[to[0], to[1], to[2]], 0.5 * d, 0.1);
        let t = vertex_triangle(&from, &to, 0.5 * d, 0.1);
        assert!((t - edge).abs() <= 0.05 * edge, "{number}: {t} {edge}");
    }
}

#[test]
fn nothing_moves_nothing_is_apart_and_no_number() {
    let mut noise = Noise(4);
    for number in 0..2000 {
        let pair = PAIRS[number % 4];
        let (from, to, thickness) = near(&mut noise, pair);
        let far = scaled(noise.vector(), 1e3);
        assert_eq!(ask(pair, &from, &from, thickness, 0.1), 1.0, "{pair:?}");
        assert_eq!(ask(pair, &from, &from.map(|x| add(x, far)), thickness, 0.1), 1.0, "{pair:?}");
        let d = apart(pair, &from);
        assert_eq!(ask(pair, &from, &to, d * (1.0 + 1e-12), 0.1), 0.0, "{pair:?}");
        assert_eq!(ask(pair, &[from[0]; 4], &to, 0.0, 0.1), 0.0, "{pair:?}");
        // Numbers that make no sense.
        for (thickness, keep) in [(1.1 * d, 3.0), (0.5 * d, 3.0), (-d, 0.1), (0.0, -0.1)] {
            assert_eq!(ask(pair, &from, &to, thickness, keep), 0.0, "{pair:?} {thickness} {keep}");
        }
        // As large and as small as scenes can be; and far beyond that, on the safe side.
        let t = ask(pair, &from, &to, thickness, 0.1);
        for scale in [1e12, 1e-12, 1e100, 1e-100, 1e-161, 1e200, 1e-200, 1e308, 1e-310] {
            let scaled = |x: [Vec3; 4]| x.map(|x| scaled(x, scale));
            let other = ask(pair, &scaled(from), &scaled(to), thickness * scale, 0.1);
            if scale.log10().abs() < 50.0 {
                assert!((other - t).abs() < 1e-9, "{pair:?} {scale} {other} {t}");
            }
            for k in 0..=20 {
                let d = apart(pair, &at(&from, &to, other * f64::from(k) / 20.0));
                assert!(other == 0.0 || d > thickness, "{pair:?} {scale} {other}");
            }
        }
        let corners = [4, 4, 3, 2][number % 4];
        let (k, c) = (number / 4 % corners, number % 3);
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let (mut wrong, mut end) = (from, to);
            wrong[k][c] = bad;
            end[k][c] = bad;
            assert_eq!(ask(pair, &wrong, &to, thickness, 0.1), 0.0, "{pair:?} {k}");
            assert_eq!(ask(pair, &from, &end, thickness, 0.1), 0.0, "{pair:?} {k}");
            assert_eq!(ask(pair, &wrong, &end, thickness, 0.1), 0.0, "{pair:?} {k}");
            assert_eq!(ask(pair, &from, &to, bad, 0.1), 0.0, "{pair:?}");
            assert_eq!(ask(pair, &from, &to, thickness, bad), 0.0, "{pair:?}");
        }
    }
}

#[test]
fn squares_that_underflow_vouch_for_nothing() {
    // The length of a direction is off by a sixth here.
    let points = |x: f64| [[0.0; 3], [x, 0.0, 0.0]];
    let t = vertex_vertex(&points(1e-161), &points(2.3e-162), 2.6e-162, 0.0);
    assert!(t < 0.961, "{t}");
}

#[test]
fn gaps_of_nearly_nothing_are_used_too() {
    // Far smaller than the simplices: what rounds off is the way between nearest points, not the normals; and of what is
    // nearly parallel or flat it is the normals.
    let mut noise = Noise(5);
    for number in 0..4000 {
        let gap: f64 = [1e-6, 1e-9, 1e-12][number % 3];
        let slim = [0.0_f64, 1e-15, 1e-13, 1e-10][number % 4].min(0.01 * gap);
        let turn = [unit(noise.vector()), unit(noise.vector())];
        let u = unit(cross(turn[0], turn[1]));
        let v = cross(turn[0], u);
        let place = |x: Vec3| along(along(scaled(turn[0], x[0]), x[1], v), x[2], u);
        let face = |h: f64| {
            let p = [0.01 * (number % 7) as f64, 0.05, h];
            [p, [1.0, 0.1, 0.0], [-0.7, 0.9, 0.0], [-0.5, -0.8, 0.0]].map(place)
        };
        let sliver =
            |h: f64| [[0.1, 0.0, h], [-1.0, 0.0, 0.0], [1.0, slim, 0.0], [0.2, -slim, 0.0]].map(place);
        let across = |h: f64| [[-0.3, -1.0, h], [0.4, 1.0, h], [-1.0, 0.0, 0.0], [1.0, 0.1, 0.0]].map(place);
        let beside =
            |h: f64| [[-0.9, -slim, h], [0.8, slim, h], [-1.0, slim, 0.0], [1.0, -slim, 0.0]].map(place);
        let edge = |h: f64| [[0.2, 0.0, h], [-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]].map(place);
        let all = [
            vertex_triangle(&face(gap), &face(-gap), 0.0, 0.1),
            vertex_triangle(&sliver(gap), &sliver(-gap), 0.0, 0.1),
            edge_edge(&across(gap), &across(-gap), 0.0, 0.1),
            edge_edge(&beside(gap), &beside(-gap), 0.0, 0.1),
            vertex_edge(&edge(gap), &edge(-gap), 0.0, 0.1),
        ];
        for t in all {
            assert!((0.42..0.4501).contains(&t), "{gap} {slim}: {all:?}");
        }
    }
}

#[test]
fn a_place_far_away_and_a_shared_motion_cost_nothing() {
    let (far, gap) = (2.0_f64.powi(30), 2.0_f64.powi(-20));
    let corners =
        |x: f64, h: f64| [[x, x, x + h], [x + 1.0, x, x], [x - 1.0, x + 1.0, x], [x - 1.0, x - 1.0, x]];
    let edges = |x: f64, h: f64| [[x, x - 1.0, x + h], [x, x + 1.0, x + h], [x - 1.0, x, x], [x + 1.0, x, x]];
    for [a, b] in [[0.0, 0.0], [far, far], [0.0, far], [far, -far]] {
        let t = vertex_triangle(&corners(a, gap), &corners(b, -gap), 0.0, 0.1);
        assert!((t - 0.45).abs() < 1e-6, "{a} {b} {t}");
        let t = edge_edge(&edges(a, gap), &edges(b, -gap), 0.0, 0.1);
        assert!((t - 0.45).abs() < 1e-6, "{a} {b} {t}");
    }
}
