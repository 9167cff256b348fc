//! Tables of bad scenes and what is said about them.

use super::{GOOD, parse, with};
use crate::scene::Kind;
use crate::scene::model::Linear;

#[test]
fn wrong_text_is_explained_with_line_key_and_the_nearest_name() {
    // What to replace in the good scene, by what, and the whole message.
    let table = [
        (
            "tolerance = 1e-3",
            "metod = \"newton\"",
            "scene.toml:7: solver.metod: unknown key; did you mean \"method\"? (known: method, linear, ",
        ),
        (
            "tolerance = 1e-3",
            "method = \"stabilised-newton\"",
            "scene.toml:7: solver.method: unknown value \"stabilised-newton\"; did you mean \
             \"stabilized-newton\"? (known: newton, ",
        ),
        (
            "tolerance = 1e-3",
            "tolerance = \"tight\"",
            "scene.toml:7: solver.tolerance: expected a number or a fraction like \"1/24\", found the string \
             \"tight\"",
        ),
        (
            "tolerance = 1e-3",
            "tolerance = true",
            "scene.toml:7: solver.tolerance: expected a number, found true",
        ),
        (
            "tolerance = 1e-3",
            "max_iterations = 2.5",
            "scene.toml:7: solver.max_iterations: expected a whole number, found the number 2.5",
        ),
        (
            "tolerance = 1e-3",
            "max_iterations = -2",
            "scene.toml:7: solver.max_iterations: expected a whole number, 0 or more, found the number -2",
        ),
        (
            "tolerance = 1e-3",
            "wolfe = 0.5",
            "scene.toml:7: solver.wolfe: expected a table with the keys c1, c2, found the number 0.5",
        ),
        (
            "tolerance = 1e-3",
            "max_iterations = 5000000000",
            "scene.toml:7: solver.max_iterations: 5000000000 is out of range",
        ),
        ("step = \"1/24\"", "", "scene.toml:3: time.step: required, but missing"),
        ("step = \"1/24\"", "step = \"1/0\"", "scene.toml:4: time.step: \"1/0\" divides by zero"),
        (
            "title = \"Stretched cube\"",
            "titel = \"x\"",
            "scene.toml:1: titel: unknown key; did you mean \"title\"?",
        ),
        (
            "title = \"Stretched cube\"",
            "title = 3",
            "scene.toml:1: title: expected a string, found the number 3",
        ),
        (
            "gravity = [0, -9.81, 0]",
            "gravity = [0, 1]",
            "scene.toml:2: gravity: expected a list of 3, found a list of 2",
        ),
        (
            "gravity = [0, -9.81, 0]",
            "gravity = [0, \"g\", 0]",
            "scene.toml:2: gravity.1: expected a number or a fraction like \"1/24\", found the string \"g\"",
        ),
        (
            "gravity = [0, -9.81, 0]",
            "gravity = 9.81",
            "scene.toml:2: gravity: expected a list of 3, found the number",
        ),
        (
            "young = 1e5",
            "yuong = 1e5",
            "scene.toml:11: body.0.material.yuong: unknown key; did you mean \"young\"? (known: preset, model, young, ",
        ),
        (
            "\"fixed-corotated\"",
            "\"rubber\"",
            "scene.toml:11: body.0.material.model: unknown value \"rubber\"; known: fixed-corotated, ",
        ),
        ("shape = \"box\"", "shape = \"cube\"", "scene.toml:10: body.0.mesh.shape: unknown value \"cube\""),
        (
            "cells = [4, 4, 4]",
            "cells = [4, 4.5, 4]",
            "scene.toml:10: body.0.mesh.cells: expected whole numbers, 0 or more",
        ),
        (
            "where = { box",
            "where = { bax",
            "scene.toml:13: body.0.pin.0.where.bax: unknown key; did you mean \"box\"? (known: box, sphere, ",
        ),
        (
            "[-0.49, 1, 1]] }",
            "[-0.49, 1, 1]], all = true }",
            "scene.toml:13: body.0.pin.0.where: expected exactly one of box, sphere, plane, vertices, all, group, found 2",
        ),
        (
            "where = { box = [[-0.51, -1, -1], [-0.49, 1, 1]] }",
            "where = \"all\"",
            "scene.toml:13: body.0.pin.0.where: \"all\" needs a value: write { all = … }",
        ),
        (
            "where = { box = [[-0.51, -1, -1], [-0.49, 1, 1]] }",
            "where = { sphere = { centre = [0, 0, 0], radius = 1 } }",
            "scene.toml:13: body.0.pin.0.where.sphere.centre: unknown key; did you mean \"center\"?",
        ),
        ("[[body.pin]]", "[[body.pins]]", "scene.toml:12: body.0.pins: unknown key; did you mean \"pin\"?"),
        (
            "[solver]",
            "[[obstacle]]\nmodel = \"spring\"\n[solver]",
            "scene.toml:6: obstacle.0.shape: required, but missing",
        ),
        (
            "[solver]",
            "[[obstacle]]\nshape = \"cube\"\n[solver]",
            "scene.toml:7: obstacle.0.shape: unknown value \"cube\"; did you mean \"box\"? (known: plane, ",
        ),
        ("[solver]", "[solver", "scene.toml:6: not valid TOML: "),
        ("duration = 3", "duration = 3\nduration = 4", "scene.toml:6: not valid TOML: "),
    ];
    for (from, to, message) in table {
        assert!(GOOD.contains(from), "{from}");
        let error = parse(&GOOD.replace(from, to)).unwrap_err().to_string();
        assert!(error.starts_with(message), "\n{error}\ninstead of\n{message}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
fn impossible_values_are_explained_with_a_remedy() {
    // What to set, the key, the kind and a part of the message.
    use Kind::{Impossible, Missing, Unsupported};
    let table = [
        (
            "body.0.material.young=0",
            "body.0.material.young",
            Impossible,
            "0 is impossible: must be greater than 0 Pa",
        ),
        (
            "body.0.material.poisson=0.5",
            "body.0.material.poisson",
            Impossible,
            "incompressible and lambda infinite; use 0.49",
        ),
        (
            "body.0.material.poisson=-1",
            "body.0.material.poisson",
            Impossible,
            "-1 is impossible: must be between -1 and 0.5",
        ),
        ("body.0.material.poisson=0.6", "body.0.material.poisson", Impossible, "must be between -1 and 0.5"),
        ("body.0.material.density=-1", "body.0.material.density", Impossible, "must be greater than 0 kg/m³"),
        (
            "body.0.material.mu=1",
            "body.0.material",
            Impossible,
            "takes young and poisson, or mu and lambda; found young, poisson, mu",
        ),
        ("body.0.material={model=\"arap\"}", "body.0.material", Impossible, "or kappa alone; found neither"),
        (
            "body.0.material={model=\"stvk\",kappa=1}",
            "body.0.material.kappa",
            Impossible,
            "stvk has no kappa",
        ),
        (
            "body.0.material={model=\"arap\",kappa=1,lambda=1}",
            "body.0.material.lambda",
            Impossible,
            "arap has no lambda",
        ),
        (
            "body.0.material={model=\"stvk\",mu=3,lambda=-2}",
            "body.0.material.lambda",
            Impossible,
            "greater than -2/3 mu",
        ),
        ("body.0.material.log=true", "body.0.material.log", Impossible, "only stable-neo-hookean has it"),
        ("time.step=0", "time.step", Impossible, "0 is impossible: must be greater than 0 s"),
        ("time.step=inf", "time.step", Impossible, "inf is not a finite number"),
        ("gravity=[0, nan, 0]", "gravity.1", Impossible, "NaN is not a finite number"),
        ("time.duration=-1", "time.duration", Impossible, "-1 is impossible: must be 0 s or more"),
        ("time={step=1}", "time", Missing, "needs duration (s) or steps"),
        ("time={step=1,steps=1,duration=1}", "time.steps", Impossible, "given together with time.duration"),
        ("time.frame_rate=0", "time.frame_rate", Impossible, "must be greater than 0 frames a second"),
        (
            "time.stabilize=bdf2",
            "time.stabilize",
            Impossible,
            "backward-euler corrects no other scheme; remove",
        ),
        ("time.epsilon=0.1", "time.epsilon", Impossible, "would have no effect on backward-euler"),
        (
            "time={step=1,steps=1,integrator='stabilized',stabilize='stabilized'}",
            "time.stabilize",
            Impossible,
            "stabilized cannot be corrected: choose one of implicit-midpoint",
        ),
        (
            "time={step=1,steps=1,integrator='stabilized',epsilon=1}",
            "time.epsilon",
            Impossible,
            "1 is impossible: must be between 0 and 1",
        ),
        ("time.substeps=0", "time.substeps", Impossible, "0 is impossible: must be between 1 and 10000"),
        (
            "solver={method=\"admm\",admm={penalty=0}}",
            "solver.admm.penalty",
            Impossible,
            "must be greater than 0",
        ),
        (
            "solver={method=\"admm\",admm={relaxation=2}}",
            "solver.admm.relaxation",
            Impossible,
            "must be between 0 and 2",
        ),
        (
            "solver={method=\"admm\",admm={memory=17}}",
            "solver.admm.memory",
            Impossible,
            "must be between 0 and 16",
        ),
        ("solver.tolerance=0", "solver.tolerance", Impossible, "must be greater than 0 m/s"),
        ("solver.gradient_tolerance=-1", "solver.gradient_tolerance", Impossible, "must be greater than 0 N"),
        ("solver.max_iterations=0", "solver.max_iterations", Impossible, "must be 1 or more"),
        ("solver.min_iterations=300", "solver.min_iterations", Impossible, "more than max_iterations, 200"),
        ("solver.wolfe.c1=0.95", "solver.wolfe", Impossible, "must be 0 < c1 < c2 < 1"),
        (
            "solver={method=\"stabilized-newton\",downhill=2}",
            "solver.downhill",
            Impossible,
            "a cosine between 0 and 1",
        ),
        (
            "solver={method=\"newton\",linear=\"cg\"}",
            "solver.linear",
            Impossible,
            "newton takes minres, cholesky",
        ),
        (
            "solver={linear=\"cg\",preconditioner=\"jacobi\"}",
            "solver.preconditioner",
            Impossible,
            "no effect on cg; use linear = \"pcg\"",
        ),
        (
            "solver={method=\"newton\",filter=\"clamp\"}",
            "solver.filter",
            Impossible,
            "newton does not project",
        ),
        ("solver.cg_scale=2", "solver.cg_scale", Impossible, "would have no effect on auto; remove this key"),
        (
            "solver={method=\"newton\",wolfe={c1=1e-3}}",
            "solver.wolfe",
            Impossible,
            "would have no effect on newton",
        ),
        (
            "solver={method=\"newton\",forcing=\"fixed\"}",
            "solver.forcing",
            Impossible,
            "fixed would have no effect on newton; remove this key",
        ),
        ("solver.history=5", "solver.history", Impossible, "auto learns from no history"),
        ("solver.iterations=10", "solver.iterations", Impossible, "auto goes on until the tolerance is met"),
        (
            "solver={method=\"lbfgs\",history=0}",
            "solver.history",
            Impossible,
            "0 is impossible: must be between 1 and 50",
        ),
        (
            "solver={method=\"lbfgs\",linear=\"cg\"}",
            "solver.linear",
            Impossible,
            "lbfgs solves no linear systems",
        ),
        (
            "solver={method=\"lbfgs\",preconditioner=\"jacobi\"}",
            "solver.preconditioner",
            Impossible,
            "lbfgs chooses its own",
        ),
        ("dimension=4", "dimension", Impossible, "must be 2 or 3"),
        (
            "dimension=2",
            "body.0.mesh.shape",
            Impossible,
            "box does not fit a scene of dimension 2; use rectangle",
        ),
        ("body=[]", "body", Missing, "a scene needs something that moves"),
        ("body.0.kind=shell", "body.0.kind", Unsupported, "shell is not available yet: available are solid"),
        ("body.0.name=a/b", "body.0.name", Impossible, "is part of file names"),
        (
            "body.0.mesh.radius=1",
            "body.0.mesh.radius",
            Impossible,
            "does not belong to the shape box; its keys are size, cells",
        ),
        ("body.0.mesh.file=a.msh", "body.0.mesh", Impossible, "has both shape and file; keep one"),
        ("body.0.mesh={}", "body.0.mesh", Impossible, "needs shape (one of box, sphere, "),
        (
            "body.0.mesh={file=\"a.msh\",cells=3}",
            "body.0.mesh.cells",
            Impossible,
            "belongs to a shape, not to a file",
        ),
        ("body.0.mesh.size=[1,1]", "body.0.mesh.size", Impossible, "expected 3 lengths, found 2"),
        ("body.0.mesh.cells=[1,2]", "body.0.mesh.cells", Impossible, "expected one number or 3, found 2"),
        ("body.0.mesh.cells=0", "body.0.mesh.cells", Impossible, "must be 1 or more"),
        (
            "body.0.mesh={shape=\"sphere\",cells=4}",
            "body.0.mesh.radius",
            Impossible,
            "required by the shape, but missing",
        ),
        (
            "body.0.mesh={shape=\"sphere\",radius=1,cells=4,inner=false}",
            "body.0.mesh.inner",
            Impossible,
            "does not belong to the shape sphere; its keys are radius, cells, edge, grading",
        ),
        (
            "body.0.mesh={shape=\"box\",cells=4,grading=2,inner=false}",
            "body.0.mesh.inner",
            Impossible,
            "given together with grading; keep one",
        ),
        (
            "body.0.mesh={file=\"a.msh\",inner=false}",
            "body.0.mesh.inner",
            Impossible,
            "belongs to a shape, not to a file; remove it",
        ),
        (
            "body.0.mesh={shape=\"torus\",radius=1,tube=1,cells=4}",
            "body.0.mesh.tube",
            Impossible,
            "leaves no hole",
        ),
        (
            "body.0.mesh={shape=\"union\",edge=0.1}",
            "body.0.mesh.parts",
            Impossible,
            "union needs a list of shapes in parts",
        ),
        (
            "body.0.mesh={shape=\"union\",edge=0.1,parts=[{shape=\"box\"},{shape=\"sphere\"}]}",
            "body.0.mesh.parts.1.radius",
            Impossible,
            "required by the shape, but missing",
        ),
        (
            "body.0.mesh={shape=\"union\",edge=0.1,parts=[{shape=\"box\",height=2}]}",
            "body.0.mesh.parts.0.height",
            Impossible,
            "does not belong to the shape box; its keys are size",
        ),
        (
            "body.0.mesh={shape=\"union\",edge=0.1,parts=[{shape=\"sheet\"}]}",
            "body.0.mesh.parts.0.shape",
            Impossible,
            "a solid, one of box, ",
        ),
        ("body.0.mesh={shape=\"bear\"}", "body.0.mesh.cells", Impossible, "(or give edge)"),
        ("body.0.mesh.edge=0.1", "body.0.mesh.edge", Impossible, "given together with cells"),
        (
            "body.0.mesh={shape=\"bear\",edge=0.1,grading=0.5}",
            "body.0.mesh.grading",
            Impossible,
            "1 for a uniform mesh, or more",
        ),
        (
            "body.0.mesh={shape=\"sheet\",cells=4,grading=2}",
            "body.0.mesh.grading",
            Impossible,
            "no inside to be graded",
        ),
        (
            "body.0.mesh={file=\"a.obj\",edge=0.1}",
            "body.0.mesh.edge",
            Impossible,
            "write tetrahedralize = { edge = … }",
        ),
        ("body.0.mesh={file=\"a.obj\",embed=true}", "body.0.mesh.embed", Impossible, "needs tetrahedralize"),
        (
            "body.0.mesh={file=\"a.obj\",tetrahedralize={edge=0}}",
            "body.0.mesh.tetrahedralize.edge",
            Impossible,
            "must be greater than 0 m",
        ),
        ("body.0.mesh={file=\"a.obj\",scale=0}", "body.0.mesh.scale", Impossible, "greater than 0"),
        ("body.0.mesh={file=\"a.obj\",merge=-1}", "body.0.mesh.merge", Impossible, "a distance, 0 or more"),
        (
            "body.0.copies={count=[0,1,1],spacing=[1,1,1]}",
            "body.0.copies.count",
            Impossible,
            "1 or more along each axis",
        ),
        (
            "body.0.inclusion=[{where={all=true},material={model=\"stvk\",kappa=1}}]",
            "body.0.inclusion.0.material.kappa",
            Impossible,
            "stvk has no kappa",
        ),
        (
            "body.0.inclusion=[{where={all=false},material={model=\"arap\",kappa=1}}]",
            "body.0.inclusion.0.where.all",
            Impossible,
            "can only be true",
        ),
        ("body.0.scale=[1,0,1]", "body.0.scale", Impossible, "must be greater than 0"),
        ("body.0.rotate={axis=[0,0,0],angle=90}", "body.0.rotate.axis", Impossible, "has no direction"),
        ("body.0.damping.drag=-1", "body.0.damping.drag", Impossible, "must be 0 1/s or more"),
        ("body.0.springs={stiffness=0}", "body.0.springs.stiffness", Impossible, "greater than 0 N/m"),
        (
            "body.0.attach=[{where={all=true},stiffness=0}]",
            "body.0.attach.0.stiffness",
            Impossible,
            "greater than 0 N/m",
        ),
        ("body.0.pin.0.where={box=[[0,1,0],[1,0,1]]}", "body.0.pin.0.where.box", Impossible, "1 > 0 in y"),
        (
            "body.0.pin.0.where={sphere={center=[0,0,0],radius=0}}",
            "body.0.pin.0.where.sphere.radius",
            Impossible,
            "0 m",
        ),
        (
            "body.0.pin.0.where={plane={point=[0,0,0],normal=[0,0,0]}}",
            "body.0.pin.0.where.plane.normal",
            Impossible,
            "no direction",
        ),
        ("body.0.pin.0.where={vertices=[]}", "body.0.pin.0.where.vertices", Impossible, "selects no vertex"),
        ("body.0.pin.0.where={all=false}", "body.0.pin.0.where.all", Impossible, "can only be true"),
        ("body.0.pin.0.axes=[false,false,false]", "body.0.pin.0.axes", Impossible, "holds nothing"),
        ("body.0.pin.0.release=-1", "body.0.pin.0.release", Impossible, "must be 0 s or more"),
        ("body.0.pin.0.motion.start=-1", "body.0.pin.0.motion.start", Impossible, "must be 0 s or more"),
        (
            "body.0.pin.0.motion.rotation={axis=[0,0,0],rate=1}",
            "body.0.pin.0.motion.rotation.axis",
            Impossible,
            "greater than 0",
        ),
        (
            "body.0.pin.0.motion.keyframes=[{t=1},{t=1}]",
            "body.0.pin.0.motion.keyframes.1.t",
            Impossible,
            "times must increase",
        ),
        (
            "body.0.pin.0.motion.expression=[\"x +\",\"y\",\"z\"]",
            "body.0.pin.0.motion.expression.0",
            Impossible,
            "is not an expression",
        ),
        (
            "body.0.pin.0.motion.expression=[\"x\",\"y+u\",\"z\"]",
            "body.0.pin.0.motion.expression.1",
            Impossible,
            "unknown name \"u\"",
        ),
        ("expect.energy_drift=-1", "expect.energy_drift", Impossible, "must be 0 or more"),
        ("output.checkpoint_every=-1", "output.checkpoint_every", Impossible, "must be 0 s or more"),
    ];
    for (set, key, kind, message) in table {
        let error = with(&[set]).expect_err(set);
        let [problem] = error.problems() else { panic!("{set}:\n{error}") };
        assert_eq!((problem.key.as_str(), problem.kind), (key, kind), "{set}: {error}");
        assert!(problem.message.contains(message), "{set}: {error}");
    }
}

#[test]
fn impossible_obstacles_are_explained_with_a_remedy() {
    use Kind::{Impossible, Missing};
    // The keys of an obstacle beside its stiffness, the key complained about, the kind and a part of the message.
    let table = [
        ("shape=\"sphere\",radius=0", "radius", Impossible, "0 is impossible: must be greater than 0 m"),
        ("shape=\"sphere\"", "radius", Impossible, "required by the shape, but missing"),
        (
            "shape=\"sphere\",radius=1,height=2",
            "height",
            Impossible,
            "does not belong to a sphere; its keys are radius",
        ),
        ("shape=\"capsule\",radius=1", "height", Impossible, "required by the shape, but missing"),
        ("shape=\"box\",size=[1,0,1]", "size", Impossible, "every length must be greater than 0 m"),
        ("shape=\"box\",size=[1,1]", "size", Impossible, "expected 3 lengths, found 2"),
        ("shape=\"rectangle\",size=[1,1]", "shape", Impossible, "set dimension = 2, or use box"),
        ("shape=\"plane\",normal=[0,0,0]", "normal", Impossible, "a vector of length 0 has no direction"),
        ("shape=\"plane\",rotate={axis=[0,0,0],angle=3}", "rotate.axis", Impossible, "length 0"),
        (
            "shape=\"plane\",motion={rotation={axis=[0,0,0],rate=3}}",
            "motion.rotation.axis",
            Impossible,
            "greater than 0",
        ),
        ("shape=\"plane\",friction=-0.1", "friction", Impossible, "-0.1 is impossible: must be 0 or more"),
        ("shape=\"plane\",margin=-1", "margin", Impossible, "must be 0 m or more"),
        ("shape=\"plane\",name=\"a/b\"", "name", Impossible, "is part of file names"),
        (
            "shape=\"plane\",bodies=[\"cub\"]",
            "bodies.0",
            Impossible,
            "no body \"cub\"; did you mean \"cube\"?",
        ),
    ];
    let refuse = |set: &str, key: &str, kind, message: &str| {
        let error = with(&[set]).expect_err(set);
        let [problem] = error.problems() else { panic!("{set}: {error}") };
        assert_eq!((problem.key.as_str(), problem.kind), (format!("obstacle.{key}").as_str(), kind), "{set}");
        assert!(problem.message.contains(message), "{set}: {problem}");
    };
    for (keys, key, kind, message) in table {
        refuse(&format!("obstacle=[{{stiffness=1e4,{keys}}}]"), &format!("0.{key}"), kind, message);
    }
    refuse("obstacle=[{shape=\"plane\"}]", "0.stiffness", Missing, "required by the model spring");
    refuse("obstacle=[{shape=\"plane\",stiffness=0}]", "0.stiffness", Impossible, "greater than 0 N/m");
    let twice =
        "obstacle=[{shape=\"plane\",stiffness=1,name=\"a\"},{shape=\"plane\",stiffness=1,name=\"a\"}]";
    refuse(twice, "1.name", Impossible, "\"a\" is already the name of obstacle.0");

    let flat = |keys: &str| {
        let set = [
            "dimension=2",
            "body.0.mesh={shape=\"rectangle\",size=[1,1],cells=4}",
            &format!("obstacle=[{{stiffness=1e4,{keys}}}]"),
        ];
        with(&set).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(flat("shape=\"rectangle\",size=[1,2],rotate={axis=[0,0,1],angle=30}"), Ok(()));
    for (keys, words) in [
        ("shape=\"box\",size=[1,1,1]", "use rectangle"),
        ("shape=\"plane\",normal=[0,1,1]", "the third number must be 0"),
        ("shape=\"sphere\",radius=1,translate=[0,0,1]", "the third number must be 0"),
        ("shape=\"plane\",rotate={axis=[1,0,0],angle=30}", "the first two numbers must be 0"),
    ] {
        assert!(flat(keys).is_err_and(|error| error.contains(words)), "{keys}: {:?}", flat(keys));
    }
}

#[test]
fn local_global_is_refused_where_it_cannot_be_and_says_why() {
    let arap = "body.0.material={model=\"arap\",kappa=1e5}";
    let table: [(&[&str], &str, &str); 9] = [
        (&[arap, "solver.iterations=0"], "solver.iterations", "0 is impossible: must be 1 or more"),
        (
            &[arap, "solver.refining_iterations=2"],
            "solver.refining_iterations",
            "would have no effect without solver.iterations",
        ),
        (&[arap, "solver.linear=cg"], "solver.linear", "local-global takes cholesky"),
        (&[arap, "solver.history=5"], "solver.history", "local-global learns from no history"),
        (
            &[],
            "body.0.material.model",
            "fixed-corotated does not go with local-global: it resists changes of volume",
        ),
        (
            &["body.0.material.model=neo-hookean"],
            "body.0.material.model",
            "is infinite where the volume is 0; use arap",
        ),
        (&["body.0.material.model=stvk"], "body.0.material.model", "or another solver.method"),
        (
            &[arap, "body.0.springs={stiffness=1,law=\"squared\"}"],
            "body.0.springs.law",
            "squared does not go with local-global",
        ),
        (
            &[arap, "body.0.inclusion=[{where={all=true},material={model=\"stvk\",young=1,poisson=0.1}}]"],
            "body.0.inclusion.0.material.model",
            "stvk does not go with local-global",
        ),
    ];
    for (set, key, message) in table {
        let error = with(&[&["solver.method=local-global"], set].concat()).unwrap_err().to_string();
        assert!(error.contains(key) && error.contains(message), "{set:?}:\n{error}");
    }
    for fine in [arap, "body.0.material.poisson=0", "body.0.material={model=\"corotated\",mu=1e4,lambda=0}"] {
        let scene = with(&["solver.method=local-global", "solver.iterations=10", fine]).unwrap();
        let keys = scene.solver.keys();
        assert_eq!((keys.iterations, keys.refining_iterations), (Some(10), Some(1)));
        assert_eq!((keys.linear, keys.max_iterations), (Some(Linear::Cholesky), Some(1000)));
    }
}
