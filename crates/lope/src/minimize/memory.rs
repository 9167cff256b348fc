//! What methods learn in one minimization for the next.

/// What a method has learnt. A run goes on to the same bits from a checkpoint only if that holds it. Each method fills in what
/// it has, and leaves the rest alone.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Memory {
    /// Whether the two-level preconditioner pays.
    pub pays: bool,
    /// Iterations of the last linear solves, a running mean, where a factorization may pay.
    pub tedium: f64,
    /// Whether linear solves are cheap beside Hessians, and so made more accurate.
    pub cheap: bool,
    /// How much of Hessians had to be projected, at most.
    pub most: Extent,
    /// Of how much that was told.
    pub told: Extent,
    /// How strongly a splitting method couples; 0 where there is none.
    pub penalty: f64,
}

/// How much of the Hessian is projected.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub enum Extent {
    /// Nothing.
    #[default]
    Nothing,
    /// Some elements.
    Some,
    /// All elements.
    All,
}

impl Memory {
    /// As numbers, to be written down.
    pub fn numbers(&self) -> [f64; 6] {
        let flag = |flag: bool| f64::from(u8::from(flag));
        let extent = |extent: Extent| f64::from(extent as u8);
        let [pays, cheap] = [self.pays, self.cheap].map(flag);
        [pays, self.tedium, cheap, extent(self.most), extent(self.told), self.penalty]
    }

    /// From the numbers that were written down; nothing if they are not that.
    pub fn from_numbers(numbers: &[f64]) -> Option<Self> {
        let &[pays, tedium, cheap, most, told, penalty] = numbers else { return None };
        let extent = |number: f64| match number {
            n if n >= 2.0 => Extent::All,
            n if n >= 1.0 => Extent::Some,
            _ => Extent::Nothing,
        };
        let (most, told) = (extent(most), extent(told));
        let [pays, cheap] = [pays, cheap].map(|flag| flag != 0.0);
        Some(Self { pays, tedium, cheap, most, told, penalty })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_down_comes_back() {
        let (most, told) = (Extent::All, Extent::Some);
        let memory = Memory { pays: true, tedium: 12.5, cheap: false, most, told, penalty: 0.375 };
        assert_eq!(Memory::from_numbers(&memory.numbers()), Some(memory));
        let other = Memory { cheap: true, tedium: 1.0, ..Memory::default() };
        assert_eq!(Memory::from_numbers(&other.numbers()), Some(other));
        assert_eq!(Memory::from_numbers(&[1.0]), None);
    }
}
