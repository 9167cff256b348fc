//! How long the element kernels take, one thread. Run with
//! `cargo test --release --test kernel_speed -- --ignored --nocapture`.

mod differences;

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use differences::Random;
use lope::energy::strain::StrainEnergy;
use lope::energy::{CHUNK, Energy, Slots, Want, gradient_slot, hessian_slot};
use lope::material::{Model, Parameters, build};
use lope::math::{Filter, Kernel, Lane, Quad, Spectrum, dispatch};

/// Best of several runs, nanoseconds per item.
fn best(items: usize, mut work: impl FnMut()) -> f64 {
    let time = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64() * 1e9 / items as f64
    };
    (0..60).map(|_| time(&mut work)).fold(f64::INFINITY, f64::min)
}

struct Decompose<'a>(&'a [[Quad; 9]], &'a mut [Spectrum], bool);

impl Kernel for Decompose<'_> {
    type Out = ();
    #[inline(always)]
    fn run<L: Lane>(self) {
        if self.2 { L::svd3(self.0, self.1) } else { L::singular3(self.0, self.1) }
    }
}

#[test]
#[ignore = "measures time"]
fn nanoseconds_per_element() {
    let mut random = Random(3);
    let mut quads = vec![[Quad::ZERO; 9]; 1024];
    for quad in &mut quads {
        for (k, entries) in quad.iter_mut().enumerate() {
            entries.0 = std::array::from_fn(|_| f64::from(u8::from(k % 4 == 0)) + 0.4 * random.next());
        }
    }
    let mut out = vec![Spectrum::ZERO; quads.len()];
    for (name, vectors) in [("svd", true), ("singular values", false)] {
        let wide = best(4 * quads.len(), || dispatch(Decompose(black_box(&quads), &mut out, vectors)));
        let single = best(4 * quads.len(), || Decompose(black_box(&quads), &mut out, vectors).run::<f64>());
        println!("{name}: {wide:.1} ns a matrix, without AVX2 {single:.1}");
    }

    // A grid of cubes of six tets each, shaken.
    let n = 16;
    let at = |i: usize, j: usize, k: usize| (((i * (n + 1)) + j) * (n + 1) + k) as u32;
    let mut rest = Vec::new();
    for node in 0..(n + 1).pow(3) {
        let place = [node / (n + 1).pow(2), node / (n + 1) % (n + 1), node % (n + 1)];
        rest.extend(place.map(|c| c as f64));
    }
    let mut tets = Vec::new();
    for cell in 0..n.pow(3) {
        let corner = [cell / (n * n), cell / n % n, cell % n];
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let mut place = corner;
            tets.push(at(place[0], place[1], place[2]));
            for axis in order {
                place[axis] += 1;
                tets.push(at(place[0], place[1], place[2]));
            }
        }
    }
    let x: Vec<f64> = rest.iter().map(|x| x + 0.12 * random.next()).collect();
    let tets: Arc<[u32]> = tets.into();
    let count = tets.len() / 4;
    let mut gradient = vec![0.0; CHUNK * gradient_slot(4)];
    let mut hessian = vec![0.0; CHUNK * hessian_slot(4)];
    for model in Model::ALL {
        let material = build(model, Parameters::from_young_poisson(model, 1e5, 0.4), false);
        let strain = StrainEnergy::tets(&rest, tets.clone(), material).unwrap();
        let mut run = |want, filter| {
            best(count, || {
                for start in (0..count).step_by(CHUNK) {
                    let elements = start..count.min(start + CHUNK);
                    let slots = Slots { gradient: &mut gradient, hessian: &mut hessian };
                    black_box(strain.eval(black_box(&x), elements, want, filter, slots));
                }
            })
        };
        println!(
            "{model}: value {:.1}, gradient {:.1}, Hessian {:.1}, clamped {:.1}, mirrored {:.1} ns a tet",
            run(Want::Value, Filter::Raw),
            run(Want::Gradient, Filter::Raw),
            run(Want::Hessian, Filter::Raw),
            run(Want::Hessian, Filter::Clamp(1e-8)),
            run(Want::Hessian, Filter::Mirror(1e-8)),
        );
    }
}
