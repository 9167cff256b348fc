//! One file a command.

pub(crate) mod audit;
pub(crate) mod bench;
pub(crate) mod check;
mod closing;
pub(crate) mod compare;
pub(crate) mod help;
pub(crate) mod materials;
pub(crate) mod mesh;
pub(crate) mod plot;
pub(crate) mod render;
pub(crate) mod reproduce;
pub(crate) mod run;
pub(crate) mod scenes;
pub(crate) mod view;
