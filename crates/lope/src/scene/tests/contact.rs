//! What is said about models of contact that cannot be.

use super::with;
use crate::scene::Kind::{self, Impossible, Missing, Unsupported};

const FLOOR: &str = "obstacle=[{shape=\"plane\",model=\"constraint\"}]";
const CONTACT: &str = "contact={model=\"penalty\",stiffness=1e7}";
const ARAP: &str = "body.0.material={model=\"arap\",kappa=1e5}";

#[test]
fn impossible_contacts_are_explained_with_a_remedy() {
    // What is set, the key complained about, the kind and a part of the message.
    let table: [(&[&str], &str, Kind, &str); 15] = [
        (
            &["obstacle=[{shape=\"plane\",model=\"constraint\",stiffness=1e4}]"],
            "obstacle.0.stiffness",
            Impossible,
            "the model constraint has no stiffness; remove this key",
        ),
        (
            &["obstacle=[{shape=\"plane\",model=\"penalty\"}]"],
            "obstacle.0.stiffness",
            Missing,
            "required by the model penalty, but missing: N/m², for example 1e8",
        ),
        (
            &["obstacle=[{shape=\"plane\",model=\"post\",margin=0.1}]"],
            "obstacle.0.margin",
            Impossible,
            "would have no effect on the model post",
        ),
        (&[FLOOR, "solver.method=lbfgs"], "obstacle.0.model", Impossible, "cannot follow the curved paths"),
        (
            &[FLOOR, ARAP, "solver.method=local-global"],
            "obstacle.0.model",
            Impossible,
            "use newton, stabilized-newton",
        ),
        (&[FLOOR, "time.integrator=stabilized"], "obstacle.0.model", Impossible, "use penalty or spring"),
        (
            &["obstacle=[{shape=\"plane\",model=\"post\"}]", "time.integrator=quasistatic"],
            "obstacle.0.model",
            Impossible,
            "nothing would hold the bodies",
        ),
        (
            &[CONTACT, "solver.method=lbfgs"],
            "contact.model",
            Impossible,
            "which knows everything that acts from the start",
        ),
        (
            &[CONTACT, ARAP, "solver.method=local-global"],
            "contact.model",
            Impossible,
            "which knows everything that acts from the start",
        ),
        (
            &["contact={model=\"penalty\",stiffness=0}"],
            "contact.stiffness",
            Impossible,
            "greater than 0 N/m²",
        ),
        (
            &["contact={model=\"penalty\"}"],
            "contact.stiffness",
            Missing,
            "required by the model penalty, but missing",
        ),
        (&[CONTACT, "contact.friction=-1"], "contact.friction", Impossible, "must be 0 or more"),
        (
            &[CONTACT, "contact.within=false", "contact.between=false"],
            "contact.between",
            Impossible,
            "remove [contact]",
        ),
        (&[CONTACT, "contact.model=spring"], "contact.model", Unsupported, "use ipc or penalty"),
        (
            &[CONTACT, "dimension=2", "body.0.mesh={shape=\"rectangle\",size=[1,1],cells=4}"],
            "contact.model",
            Impossible,
            "need tetrahedra",
        ),
    ];
    for (set, key, kind, message) in table {
        let error = with(set).expect_err(key);
        let [problem] = error.problems() else { panic!("{set:?}: {error}") };
        assert_eq!((problem.key.as_str(), problem.kind), (key, kind), "{set:?}: {problem}");
        assert!(problem.message.contains(message), "{set:?}: {problem}");
    }
}

#[test]
fn constraints_of_grids_are_refused_before_anything_runs() {
    let ball =
        "obstacle=[{shape=\"sphere\",radius=1,grid={cells=8},model=\"constraint\",translate=[0,-3,0]}]";
    let scene = with(&[ball]).expect("a valid scene");
    let problems = crate::scene::build::build(&scene).map(|_| ()).expect_err("a grid");
    assert_eq!(problems[0].key, "obstacle.0.model");
    assert!(problems[0].message.contains("use penalty"), "{}", problems[0]);
    let penalty = ball.replace("\"constraint\"", "\"penalty\",stiffness=1e8");
    assert!(crate::scene::build::build(&with(&[&penalty]).expect("valid")).is_ok());
}
