//! The keys of the format as methods, for scenes that a program writes. Each has the name of its key and takes plain
//! numbers; what is wrong with them is found where a scene from a file is checked.

use super::{
    BarrierProfile, Cells, Contact, ContactForce, ContactModel, Keyframe, Material, Mesh, Mollifier, Motion,
    Number, Obstacle, ObstacleShape, Rotation, Shape, Spin, Springs, vector,
};

/// Methods that set a key of the same name.
macro_rules! setters {
    ($($(#[$doc:meta])* $key:ident: $Given:ty = $value:expr,)+) => {$(
        $(#[$doc])*
        #[must_use]
        pub fn $key(mut self, $key: $Given) -> Self {
            self.$key = $value;
            self
        }
    )+};
}

impl Material {
    setters! {
        /// Young's modulus, Pa: stiffness.
        young: f64 = Some(Number(young)),
        /// Poisson's ratio: how much a stretched bar thins.
        poisson: f64 = Some(Number(poisson)),
        /// The shear modulus, Pa; with `lambda` instead of `young` and `poisson`.
        mu: f64 = Some(Number(mu)),
        /// Lamé's first parameter, Pa.
        lambda: f64 = Some(Number(lambda)),
        /// The factor κ, Pa, of the models that have one.
        kappa: f64 = Some(Number(kappa)),
        /// Mass per rest volume, kg/m³.
        density: f64 = Some(Number(density)),
        /// Whether a stable neo-Hookean material has its logarithmic term.
        log: bool = log,
    }
}

impl Springs {
    setters! {
        /// Stiffness along the diagonals of a grid, N/m.
        shear: f64 = Some(Number(shear)),
        /// Stiffness against bending, N/m.
        bending: f64 = Some(Number(bending)),
        /// Mass per measure of the mesh: kg/m of lines, kg/m² of surfaces.
        density: f64 = Some(Number(density)),
        /// Mass of the whole body, kg.
        mass: f64 = Some(Number(mass)),
        /// Mass of every vertex, kg.
        vertex_mass: f64 = Some(Number(vertex_mass)),
    }
}

impl Mesh {
    /// A shape of which only the resolution is left to say: cells along its longest side. Measures are fields.
    pub fn new(shape: Shape, cells: u32) -> Self {
        Self { shape: Some(shape), cells: Some(Cells(vec![cells])), ..Self::default() }
    }

    /// A cuboid centred at the origin, the shape `box`: edge lengths, m, and cells along each edge.
    pub fn cuboid(size: [f64; 3], cells: [u32; 3]) -> Self {
        let cells = Some(Cells(cells.to_vec()));
        Self { shape: Some(Shape::Box), size: Some(vector(size).to_vec()), cells, ..Self::default() }
    }

    /// A rectangle in the xy plane centred at the origin, for 2D: edge lengths, m, and cells along each edge.
    pub fn rectangle(size: [f64; 2], cells: [u32; 2]) -> Self {
        let cells = Some(Cells(cells.to_vec()));
        Self { shape: Some(Shape::Rectangle), size: Some(vector(size).to_vec()), cells, ..Self::default() }
    }

    /// A ball centred at the origin: radius, m, and cells across its diameter.
    pub fn sphere(radius: f64, cells: u32) -> Self {
        Self { radius: Some(Number(radius)), ..Self::new(Shape::Sphere, cells) }
    }

    /// A mesh file; its format is found out. A path is relative to the directory of the simulation.
    pub fn file(path: impl Into<String>) -> Self {
        Self { file: Some(path.into()), ..Self::default() }
    }
}

impl Motion {
    /// Held where it starts, until a method says otherwise.
    pub fn new() -> Self {
        Self::default()
    }

    setters! {
        /// The time the motion begins, s.
        start: f64 = Number(start),
        /// A steady shift, m/s.
        velocity: [f64; 3] = Some(vector(velocity)),
        /// Position by formula of t, x, y and z.
        expression: [&str; 3] = Some(expression.map(str::to_owned)),
    }

    /// A steady turn about an axis through `center`, rad/s.
    #[must_use]
    pub fn rotation(mut self, axis: [f64; 3], center: [f64; 3], rate: f64) -> Self {
        self.rotation = Some(Spin { axis: vector(axis), center: vector(center), rate: Number(rate) });
        self
    }

    /// One more keyframe: at the time `t`, s, shifted by so much, m. Linear between them.
    #[must_use]
    pub fn keyframe(mut self, t: f64, translate: [f64; 3]) -> Self {
        self.keyframes.push(Keyframe { t: Number(t), translate: vector(translate), rotate: None });
        self
    }
}

impl Obstacle {
    /// All of space below the plane through `point`, whose free side `normal` points to.
    pub fn plane(point: [f64; 3], normal: [f64; 3]) -> Self {
        Self { normal: Some(vector(normal)), translate: vector(point), ..Self::new(ObstacleShape::Plane) }
    }

    /// A ball.
    pub fn sphere(center: [f64; 3], radius: f64) -> Self {
        Self { radius: Some(Number(radius)), translate: vector(center), ..Self::new(ObstacleShape::Sphere) }
    }

    /// A cuboid, the shape `box`.
    pub fn cuboid(center: [f64; 3], size: [f64; 3]) -> Self {
        let size = Some(vector(size).to_vec());
        Self { size, translate: vector(center), ..Self::new(ObstacleShape::Box) }
    }

    setters! {
        /// Name in messages.
        name: &str = name.to_owned(),
        /// How it pushes back.
        model: ContactModel = Some(model),
        /// Stiffness of collision springs, N/m, or of the penalty, N/m².
        stiffness: f64 = Some(Number(stiffness)),
        /// Coefficient of friction.
        friction: f64 = Number(friction),
        /// Distance below which a vertex gets its collision spring, m.
        margin: f64 = Number(margin),
        /// How it moves.
        motion: Motion = Some(motion),
        /// Whether bodies live inside of it.
        inside: bool = inside,
        /// A turn about the origin, before it is put in its place.
        rotate: Rotation = Some(rotate),
    }
}

impl Contact {
    /// The cubic penalty of this stiffness, N/m².
    pub fn penalty(stiffness: f64) -> Self {
        Self::new(ContactModel::Penalty).stiffness(stiffness)
    }

    /// A barrier that nothing passes.
    pub fn ipc() -> Self {
        Self::new(ContactModel::Ipc)
    }

    setters! {
        /// Stiffness of the barrier, Pa, or of the penalty, N/m².
        stiffness: f64 = Some(Number(stiffness)),
        /// Coefficient of friction.
        friction: f64 = Number(friction),
        /// Distance below which surfaces feel each other, m.
        dhat: f64 = Some(Number(dhat)),
        /// Distance that surfaces keep at least, m.
        thickness: f64 = Some(Number(thickness)),
        /// Speed below which friction sticks, m/s.
        epsv: f64 = Some(Number(epsv)),
        /// What of the barrier its force is.
        force: ContactForce = Some(force),
        /// How the barrier grows as a gap closes.
        barrier: BarrierProfile = Some(barrier),
        /// How friction grows with the velocity before things slide.
        mollifier: Mollifier = Some(mollifier),
        /// How often normal forces are taken anew in a step, at most.
        friction_iterations: u32 = Some(friction_iterations),
        /// Whether a body meets itself.
        within: bool = within,
        /// Whether bodies meet each other.
        between: bool = between,
    }
}

impl Rotation {
    /// A turn about this axis by an angle, degrees.
    pub fn new(axis: [f64; 3], angle: f64) -> Self {
        Self { axis: vector(axis), angle: Number(angle) }
    }
}

#[cfg(test)]
mod tests {
    use crate::scene::model::*;

    fn same<T: for<'a> serde::Deserialize<'a> + PartialEq + std::fmt::Debug>(made: T, text: &str) {
        assert_eq!(toml::from_str::<T>(text).expect(text), made, "{text}");
    }

    /// What a program makes and what a text that says nothing more makes are the same: defaults are written once.
    #[test]
    fn what_is_not_said_is_the_default_of_the_format() {
        same(Time::new(0.5, 3), "step = 0.5\nsteps = 3");
        same(Scene::new(Time::new(0.5, 3)), "time = { step = 0.5, steps = 3 }");
        same(Material::new(Model::Arap), "model = \"arap\"");
        same(Obstacle::new(ObstacleShape::Torus), "shape = \"torus\"");
        same(Contact::penalty(2.0), "model = \"penalty\"\nstiffness = 2");
        same(Contact::ipc(), "");
        same(Springs::new(2.0), "stiffness = 2");
        same(Pin::new(Where::All(true)), "where = { all = true }");
        let bear = "mesh = { shape = \"bear\", cells = 9 }";
        same(Body::new(Mesh::new(Shape::Bear, 9)), bear);
    }

    #[test]
    fn methods_say_what_keys_say() {
        same(
            Material::new(Model::StableNeoHookean).young(1e5).poisson(0.4).density(900.0).log(true),
            "model = \"stable-neo-hookean\"\nyoung = 1e5\npoisson = 0.4\ndensity = 900\nlog = true",
        );
        same(
            Material::new(Model::NeoHookean).mu(1.0).lambda(2.0).kappa(3.0),
            "model = \"neo-hookean\"\nmu = 1\nlambda = 2\nkappa = 3",
        );
        same(
            Springs::new(1.0).shear(2.0).bending(3.0).density(4.0).mass(5.0).vertex_mass(6.0),
            "stiffness = 1\nshear = 2\nbending = 3\ndensity = 4\nmass = 5\nvertex_mass = 6",
        );
        same(
            Mesh::cuboid([1.0, 2.0, 3.0], [4, 5, 6]),
            "shape = \"box\"\nsize = [1, 2, 3]\ncells = [4, 5, 6]",
        );
        same(Mesh::rectangle([1.0, 2.0], [4, 5]), "shape = \"rectangle\"\nsize = [1, 2]\ncells = [4, 5]");
        same(Mesh::sphere(0.5, 7), "shape = \"sphere\"\nradius = 0.5\ncells = 7");
        same(Mesh::file("a.msh"), "file = \"a.msh\"");
        same(
            Motion::new()
                .start(1.0)
                .velocity([1.0, 2.0, 3.0])
                .rotation([0.0, 1.0, 0.0], [1.0, 0.0, 0.0], 2.0)
                .keyframe(0.5, [0.0, 1.0, 0.0])
                .expression(["x", "y + t", "z"]),
            "start = 1\nvelocity = [1, 2, 3]\nrotation = { axis = [0, 1, 0], center = [1, 0, 0], rate = 2 }\n\
             keyframes = [{ t = 0.5, translate = [0, 1, 0] }]\nexpression = [\"x\", \"y + t\", \"z\"]",
        );
        same(
            Obstacle::plane([0.0, -1.0, 0.0], [0.0, 2.0, 0.0])
                .name("floor")
                .model(ContactModel::Penalty)
                .stiffness(1e6)
                .friction(0.3)
                .margin(0.1)
                .inside(true)
                .rotate(Rotation::new([0.0, 0.0, 1.0], 30.0))
                .motion(Motion::new().velocity([1.0, 0.0, 0.0])),
            "shape = \"plane\"\nname = \"floor\"\nnormal = [0, 2, 0]\ntranslate = [0, -1, 0]\nmodel = \"penalty\"\n\
             stiffness = 1e6\nfriction = 0.3\nmargin = 0.1\ninside = true\nmotion = { velocity = [1, 0, 0] }\n\
             rotate = { axis = [0, 0, 1], angle = 30 }",
        );
        same(Obstacle::sphere([1.0, 2.0, 3.0], 4.0), "shape = \"sphere\"\ntranslate = [1, 2, 3]\nradius = 4");
        same(
            Obstacle::cuboid([1.0, 2.0, 3.0], [4.0; 3]),
            "shape = \"box\"\ntranslate = [1, 2, 3]\nsize = [4, 4, 4]",
        );
        same(
            Contact::penalty(1.0).friction(0.2).within(false).between(false),
            "model = \"penalty\"\nstiffness = 1\nfriction = 0.2\nwithin = false\nbetween = false",
        );
    }
}
