//! Everything that is drawn, as one soup of triangles.

use lope::math::vec3::{Vec3, add, norm, scaled, sub};

use super::scale::Scale;
use super::{Options, Paint, PreviewMesh, linear};

/// All meshes with common vertex numbers.
pub(super) struct Soup<'a> {
    pub(super) points: Vec<Vec3>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// Number of the mesh that each triangle belongs to.
    pub(super) owners: Vec<u32>,
    /// Value of each vertex, where its mesh has them.
    values: Vec<f32>,
    paints: Vec<Coat<'a>>,
    pub(super) center: Vec3,
    pub(super) radius: f64,
    pub(super) lowest: f64,
}

enum Coat<'a> {
    Plain(Vec3),
    Scale(&'a Scale),
}

impl<'a> Soup<'a> {
    pub(super) fn new(meshes: &[PreviewMesh<'a>], options: &Options) -> Self {
        let (mut points, mut triangles, mut owners): (Vec<Vec3>, Vec<[u32; 3]>, _) =
            (Vec::new(), Vec::new(), Vec::new());
        let (mut values, mut paints) = (Vec::new(), Vec::new());
        for (number, mesh) in meshes.iter().enumerate() {
            let offset = points.len() as u32;
            let there =
                |v: &u32| mesh.points.get(*v as usize).is_some_and(|p| p.iter().all(|x| x.is_finite()));
            let good = mesh.triangles.iter().filter(|t| t.iter().all(there));
            triangles.extend(good.map(|t| t.map(|v| v + offset)));
            owners.resize(triangles.len(), number as u32);
            points.extend_from_slice(mesh.points);
            let coat = match mesh.paint {
                Paint::Plain(color) => Coat::Plain(linear(color)),
                Paint::Scale { values: own, scale } => {
                    values.extend_from_slice(&own[..own.len().min(mesh.points.len())]);
                    Coat::Scale(scale)
                }
            };
            paints.push(coat);
            values.resize(points.len(), f32::NAN);
        }
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for p in triangles.iter().flatten().map(|v| points[*v as usize]) {
            (0..3).for_each(|k| (low[k], high[k]) = (low[k].min(p[k]), high[k].max(p[k])));
        }
        if triangles.is_empty() {
            (low, high) = ([-1.0; 3], [1.0; 3]);
        }
        [low, high] = options.bounds.unwrap_or([low, high]);
        let size = sub(high, low);
        let radius = (0.5 * norm(size)).max(1e-150);
        let center = scaled(add(low, high), 0.5);
        Self { points, triangles, owners, values, paints, center, radius, lowest: low[1] }
    }

    /// Whether the colours of a triangle say something.
    pub(super) fn speaks(&self, triangle: usize) -> bool {
        matches!(self.paints[self.owners[triangle] as usize], Coat::Scale(_))
    }

    /// Colour of a place in a triangle, as linear light.
    pub(super) fn color(&self, triangle: usize, weights: [f32; 2]) -> Vec3 {
        match &self.paints[self.owners[triangle] as usize] {
            Coat::Plain(color) => *color,
            Coat::Scale(scale) => {
                let [a, b, c] = self.triangles[triangle].map(|v| self.values[v as usize]);
                let [v, w] = weights;
                scale.light((1.0 - v - w) * a + v * b + w * c)
            }
        }
    }
}
