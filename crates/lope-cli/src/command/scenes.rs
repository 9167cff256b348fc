//! `lope scenes` and `lope schema`.

use std::process::ExitCode;

use clap::Args;
use lope::scene::{builtin, schema};

use crate::failure::{Done, Failure};
use crate::table::table;
use crate::terminal::print;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Print the text of this scene, to start a file of your own from
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

pub(crate) fn scenes(arguments: &Arguments) -> Done {
    match &arguments.name {
        None => {
            let rows: Vec<_> =
                builtin::SCENES.iter().map(|s| vec![s.name.to_owned(), s.title().to_owned()]).collect();
            print(&table(&["scene", "shows"], &rows));
            print("\nrun one with `lope run NAME`, print it with `lope scenes NAME`\n");
        }
        Some(name) => match builtin::find(name) {
            Some(scene) => print(scene.text),
            None => {
                return Err(Failure::input(format!(
                    "{name}: no built-in scene of that name; `lope scenes` lists them"
                )));
            }
        },
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn schema() -> Done {
    print(&schema::schema());
    print("\n");
    Ok(ExitCode::SUCCESS)
}
