//! Chunks of elements, evaluated in parallel without a shared write.

use std::ops::Range;

/// A chunk of one energy's elements, and where its slots start.
#[derive(Clone, Debug)]
pub(super) struct Work {
    pub(super) energy: usize,
    pub(super) elements: Range<usize>,
    pub(super) gradient: usize,
    pub(super) hessian: usize,
}

/// Calls `evaluate` for every chunk with the slots that are its own, writing the value it returns. The list is
/// halved recursively, and the slots with it, so threads share work and nothing else; empty slot slices stay
/// empty.
pub(super) fn run<F>(
    works: &[Work],
    values: &mut [f64],
    gradients: &mut [f64],
    hessians: &mut [f64],
    evaluate: &F,
) where
    F: Fn(&Work, &mut [f64], &mut [f64]) -> f64 + Sync,
{
    match works {
        [] => {}
        [work] => values[0] = evaluate(work, gradients, hessians),
        _ => {
            let middle = works.len() / 2;
            let (left, right) = works.split_at(middle);
            let (values_left, values_right) = values.split_at_mut(middle);
            let cut = |slots: &[f64], from: usize, to: usize| if slots.is_empty() { 0 } else { to - from };
            let gradient_cut = cut(gradients, left[0].gradient, right[0].gradient);
            let hessian_cut = cut(hessians, left[0].hessian, right[0].hessian);
            let (gradients_left, gradients_right) = gradients.split_at_mut(gradient_cut);
            let (hessians_left, hessians_right) = hessians.split_at_mut(hessian_cut);
            rayon::join(
                || run(left, values_left, gradients_left, hessians_left, evaluate),
                || run(right, values_right, gradients_right, hessians_right, evaluate),
            );
        }
    }
}
