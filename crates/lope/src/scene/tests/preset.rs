//! Materials by name: what they stand for, what goes before, and what is refused.

use super::{Scene, parse, with};
use crate::scene::build::build;
use crate::scene::model::preset::PRESETS;
use crate::scene::model::{Constants, Material, Model, Number, Preset};
use crate::world::World;

fn made_of(keys: &str) -> Result<Material, String> {
    let scene = with(&[&format!("body.0.material={{ {keys} }}")]).map_err(|error| error.to_string())?;
    scene.body[0].material.clone().ok_or_else(|| "no material".into())
}

#[test]
fn a_preset_stands_for_its_numbers_and_the_resolved_scene_has_them() {
    let rubber = made_of("preset = \"silicone-ecoflex-30\"").unwrap();
    let written = Material::new(Model::StableNeoHookean).young(1.18e5).poisson(0.49).density(1070.0);
    assert_eq!(rubber, written);
    let scene = with(&["body.0.material={ preset = \"steel\" }"]).unwrap();
    let resolved = scene.resolved_toml().unwrap();
    assert!(resolved.contains("young = 205000000000") && !resolved.contains("preset"), "{resolved}");
    assert_eq!(parse(&resolved).unwrap(), scene);
}

#[test]
fn keys_beside_a_preset_go_before() {
    let steel = Preset::find("steel").unwrap().entry();
    let softer = made_of("preset = \"steel\", young = 1e9").unwrap();
    assert_eq!((softer.young, softer.poisson), (Some(Number(1e9)), Some(Number(steel.poisson))));
    let heavier = made_of("preset = \"steel\", density = 9000, model = \"arap\"").unwrap();
    assert_eq!((heavier.mass_per_volume(), heavier.model()), (Number(9000.0), Model::Arap));
    assert_eq!(heavier.young, Some(Number(steel.young)));
    // Other constants than young and poisson come in their place, not beside them.
    let lame = made_of("preset = \"rubber\", mu = 2, lambda = 3").unwrap();
    assert_eq!(lame.constants(), Ok(Constants { mu: 2.0, lambda: 3.0, kappa: 2.0 }));
    assert_eq!((lame.young, lame.mass_per_volume()), (None, Number(925.0)));
    let refused = made_of("preset = \"rubber\", mu = 2").unwrap_err();
    assert!(refused.contains("young and poisson, or mu and lambda; found mu"), "{refused}");
}

#[test]
fn a_preset_that_says_nothing_or_does_not_exist_is_refused() {
    let all = "model = \"arap\", young = 1e5, poisson = 0.3, density = 1";
    assert!(made_of(all).is_ok());
    let refused = made_of(&format!("preset = \"steel\", {all}")).unwrap_err();
    assert!(refused.contains("body.0.material.preset: steel would have no effect"), "{refused}");
    for (said, meant) in [
        ("stele", "steel"),
        ("ecoflex", "silicone-ecoflex-30"),
        ("dragon-skin", "silicone-dragon-skin-30"),
        ("aluminum", "aluminium"),
        ("jelly", "gelatin-10"),
    ] {
        let refused = made_of(&format!("preset = \"{said}\"")).unwrap_err();
        let hint = format!("body.0.material.preset: unknown value \"{said}\"; did you mean \"{meant}\"?");
        assert!(refused.contains(&hint), "{refused}");
    }
}

#[test]
fn without_a_model_it_is_the_one_for_every_case() {
    let plain = made_of("young = 1e5, poisson = 0.3").unwrap();
    assert_eq!((plain.model(), plain.mass_per_volume()), (Model::FixedCorotated, Number(1000.0)));
}

/// A block of each, held at one side, sags by its weight for two steps.
#[test]
fn every_preset_runs() {
    for entry in PRESETS {
        let scene: Scene = with(&[
            &format!("body.0.material={{ preset = \"{}\" }}", entry.name),
            "body.0.mesh={ shape = \"box\", size = [0.02, 0.02, 0.02], cells = [2, 2, 2] }",
            "body.0.pin=[{ where = { box = [[-0.011, -1, -1], [-0.009, 1, 1]] } }]",
        ])
        .unwrap();
        let mut world: World = build(&scene).unwrap().world;
        for _ in 0..2 {
            let step = world.advance(1.0 / 60.0);
            assert!(step.committed && step.report.outcome.word() == "converged", "{}: {step:?}", entry.name);
            assert_eq!(step.ledger.inverted, 0, "{}", entry.name);
        }
    }
}
