//! Steps of the real-time path, and steps with contacts, take no memory: what they need is there after the first few.
// An allocator is an unsafe trait; this one only counts and hands on.
#![allow(unsafe_code)]

mod fixture;
mod particles;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use fixture::{good_step, world};
use lope::world::World;

static TAKEN: AtomicUsize = AtomicUsize::new(0);

struct Counting;

// SAFETY: hands every request on to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        TAKEN.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        TAKEN.fetch_add(1, Ordering::Relaxed);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const CLOTH: &str = r#"
[time]
step = "1/30"
steps = 100
integrator = "stabilized"
[solver]
method = "local-global"
iterations = 10
[[body]]
kind = "springs"
mesh = { shape = "sheet", size = [1, 1], cells = [20, 20] }
springs = { density = 0.2, stiffness = 200, shear = 100, bending = 5 }
damping = { nonrigid = 0.05 }
[[body.attach]]
where = { vertices = [0, 20] }
stiffness = 1000
"#;

const SOLID: &str = r#"
[time]
step = "1/60"
steps = 100
[solver]
method = "local-global"
iterations = 10
[[body]]
mesh = { shape = "box", size = [1, 1, 1], cells = [6, 6, 6] }
material = { model = "arap", young = 1e5, poisson = 0.3, density = 1000 }
damping = { drag = 0.1 }
[[body.pin]]
where = { box = [[-1, 0.49, -1], [1, 1, 1]] }
motion = { velocity = [0.1, 0, 0] }
"#;

/// Two boxes, one on the other, on a belt: constraints with friction, contact between bodies, a penalty on a grid.
const STACK: &str = r#"
[time]
step = "1/60"
steps = 200
[solver]
linear = "pcg"
[[body]]
mesh = { shape = "box", size = [0.4, 0.4, 0.4], cells = [3, 3, 3] }
material = { model = "fixed-corotated", young = 1e6, poisson = 0.4, density = 1000 }
translate = [0, 0.2, 0]
[[body]]
mesh = { shape = "box", size = [0.4, 0.4, 0.4], cells = [3, 3, 3] }
material = { model = "fixed-corotated", young = 1e6, poisson = 0.4, density = 1000 }
translate = [0.03, 0.601, 0.02]
[contact]
model = "penalty"
stiffness = 1e6
friction = 0.3
[[obstacle]]
name = "belt"
shape = "plane"
model = "constraint"
friction = 0.3
motion = { velocity = [0.1, 0, 0] }
[[obstacle]]
name = "fence"
shape = "box"
size = [1, 0.2, 1]
grid = { cells = 16 }
translate = [0, -0.101, 0]
model = "penalty"
stiffness = 1e6
"#;

/// Allocations of `count` steps.
fn taken(world: &mut World, count: usize, mut between: impl FnMut(&mut World, usize)) -> usize {
    let before = TAKEN.load(Ordering::Relaxed);
    for number in 0..count {
        good_step(world, 1.0 / 60.0);
        between(world, number);
    }
    TAKEN.load(Ordering::Relaxed) - before
}

/// One test, since the count is that of the whole process. Its thread does all the work: one
/// that hands it over may have to make room in its queue.
#[test]
fn steps_take_no_memory() {
    rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build_global().expect("threads");
    for (name, text) in [("cloth", CLOTH), ("solid", SOLID)] {
        for integrator in ["backward-euler", "implicit-midpoint", "bdf2", "stabilized"] {
            let mut world = world(text, &[&format!("time.integrator={integrator}")]);
            assert!(taken(&mut world, 40, |_, _| ()) > 0, "the count counts");
            let more = taken(&mut world, 40, |_, _| ());
            assert_eq!(more, 0, "{name}, {integrator}: allocations in 40 steps");
        }
    }
    for model in ["arap", "symmetric-gradient", "symmetric-dirichlet", "neo-hookean", "stable-neo-hookean"] {
        for integrator in ["backward-euler", "implicit-midpoint", "variational-midpoint"] {
            let text = SOLID.replace("iterations = 10\n", "");
            let set = ["solver.method=admm", &format!("body.0.material.model={model}")];
            let mut world = world(&text, &[set[0], set[1], &format!("time.integrator={integrator}")]);
            taken(&mut world, 40, |_, _| ());
            let more = taken(&mut world, 40, |_, _| ());
            assert_eq!(more, 0, "admm, {model}, {integrator}: allocations in 40 steps");
        }
    }
    for (name, text) in [("cloth", CLOTH), ("solid", SOLID)] {
        for integrator in ["backward-euler", "implicit-midpoint"] {
            let set = ["solver.method=xpbd", "time.substeps=3", &format!("time.integrator={integrator}")];
            let mut world = world(text, &set);
            taken(&mut world, 40, |_, _| ());
            let more = taken(&mut world, 40, |_, _| ());
            assert_eq!(more, 0, "xpbd, {name}, {integrator}: allocations in 40 steps");
        }
    }
    // Bodies that touch: what comes and goes has its room after a while.
    for method in ["stabilized-newton", "projected-newton", "progressive"] {
        let mut stack = world(STACK, &[&format!("solver.method={method}")]);
        taken(&mut stack, 150, |_, _| ());
        let inside =
            stack.measure_penetrations().iter().any(|(obstacle, depth)| obstacle.is_none() && *depth > 0.0);
        assert!(inside, "{method}: the boxes touch");
        let more = taken(&mut stack, 40, |_, _| ());
        assert_eq!(more, 0, "contacts, {method}: allocations in 40 steps");
    }
    // Nodes that are made anew take none either, unless there are more than ever.
    for assembled in [true, false] {
        let still = particles::Particles::block(20.0, assembled).at_rest();
        let text =
            SOLID.replace("method = \"local-global\"\niterations = 10", "method = \"projected-newton\"");
        let mut remade =
            world(&text, &["solver.linear=pcg", "gravity=[0,0,0]"]).with_interaction(Box::new(still));
        taken(&mut remade, 40, |_, _| ());
        let more = taken(&mut remade, 40, |_, _| ());
        assert_eq!(more, 0, "particles, assembled: {assembled}: allocations in 40 steps");
    }
    // A hand that moves takes none either.
    let mut held = world(CLOTH, &[]);
    let grip = held.grab(&[200], 100.0).expect("a vertex");
    let mut pull = |world: &mut World, number: usize| {
        let target = [[0.01 * number as f64, 0.2, 0.0]];
        world.drag(grip, &target).expect("a place");
    };
    taken(&mut held, 40, &mut pull);
    assert_eq!(taken(&mut held, 40, &mut pull), 0, "dragged: allocations in 40 steps");
}
