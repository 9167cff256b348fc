#[test]
fn builds() {
    for scene in super::builtin::SCENES {
        if let Err(e) = scene.load(&[]) {
            panic!("{e}")
        }
    }
    println!("{}", super::builtin::find("twist").unwrap().load(&[]).unwrap().scene.resolved_toml().unwrap());
    println!("{}", super::schema::schema());
}
