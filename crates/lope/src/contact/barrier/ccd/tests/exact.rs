//! When simplices with whole coordinates first touch on straight ways, decided exactly.
//!
//! A touch is where polynomials of the time are 0 and others are not negative. Their roots are separated by chains of
//! Sturm, and a sign at a root that is too small to be seen is 0 if a common factor has that root.

use std::array::from_fn;

use super::Pair::{self, EdgeEdge, VertexEdge, VertexTriangle, VertexVertex};

/// Whole numbers of 512 bits, modulo 2⁵¹².
type Wide = [u64; 8];

fn wide(x: i128) -> Wide {
    let fill = if x < 0 { u64::MAX } else { 0 };
    from_fn(|k| if k < 2 { (x >> (64 * k)) as u64 } else { fill })
}

fn plus(a: Wide, b: Wide) -> Wide {
    let mut carry = 0;
    from_fn(|k| {
        let sum = u128::from(a[k]) + u128::from(b[k]) + carry;
        carry = sum >> 64;
        sum as u64
    })
}

fn times(a: Wide, m: u64) -> Wide {
    let mut carry = 0;
    from_fn(|k| {
        let product = u128::from(a[k]) * u128::from(m) + carry;
        carry = product >> 64;
        product as u64
    })
}

fn sign(a: Wide) -> i32 {
    if a == [0; 8] {
        0
    } else if a[7] >> 63 == 1 {
        -1
    } else {
        1
    }
}

/// Times are whole numbers of 1/ONE.
pub(super) const ONE: u64 = 1 << 62;

/// A polynomial of degree 4 at most with whole coefficients, the constant first.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Poly([i128; 5]);

const ZERO: Poly = Poly([0; 5]);

impl Poly {
    fn degree(&self) -> usize {
        (0..5).rev().find(|&k| self.0[k] != 0).unwrap_or(0)
    }

    fn minus(self, other: Self) -> Self {
        Self(from_fn(|k| self.0[k] - other.0[k]))
    }

    fn times(self, other: Self) -> Self {
        let mut product = [0; 5];
        for i in 0..=self.degree() {
            for j in 0..=other.degree().min(4 - i) {
                product[i + j] += self.0[i] * other.0[j];
            }
        }
        Self(product)
    }

    fn slope(&self) -> Self {
        Self(from_fn(|k| if k < 4 { self.0[k + 1] * (k as i128 + 1) } else { 0 }))
    }

    /// Without common factors of the coefficients, which keeps all signs.
    fn primitive(self) -> Self {
        let common = self.0.iter().fold(0, |a, b| greatest(a, b.unsigned_abs()));
        if common > 1 { Self(self.0.map(|c| c / common as i128)) } else { self }
    }

    /// The value at m / ONE, times ONE to the degree.
    fn at(&self, m: u64) -> Wide {
        let degree = self.degree();
        let mut value = wide(self.0[degree]);
        for k in (0..degree).rev() {
            let term = (k..degree).fold(wide(self.0[k]), |term, _| times(term, ONE));
            value = plus(times(value, m), term);
        }
        value
    }

    /// What a division leaves, times something positive, and the quotient, times something. None if 128 bits are too few.
    fn divide(self, by: Self) -> Option<(Self, Self)> {
        let (mut rest, mut quotient) = (self, ZERO);
        let low = by.degree();
        let lead = by.0[low];
        while rest != ZERO && rest.degree() >= low {
            let high = rest.degree();
            let factor = rest.0[high] * lead.signum();
            let mut next = ZERO;
            for k in 0..5 {
                let taken = if k + low >= high && k + low - high <= low { by.0[k + low - high] } else { 0 };
                next.0[k] = rest.0[k].checked_mul(lead.abs())?.checked_sub(taken.checked_mul(factor)?)?;
                quotient.0[k] = quotient.0[k].checked_mul(lead.abs())?;
            }
            quotient.0[high - low] = quotient.0[high - low].checked_add(factor)?;
            rest = next;
        }
        Some((rest.primitive(), quotient.primitive()))
    }

    fn common(self, other: Self) -> Option<Self> {
        let (mut a, mut b) = (self.primitive(), other.primitive());
        while b != ZERO {
            if b.degree() == 0 {
                return Some(Self([1, 0, 0, 0, 0]));
            }
            (a, b) = (b, a.divide(b)?.0);
        }
        Some(a)
    }

    /// The chain of Sturm.
    fn chain(self) -> Option<Vec<Self>> {
        let mut chain = vec![self, self.slope()];
        while chain[chain.len() - 1].degree() > 0 {
            let rest = chain[chain.len() - 2].divide(chain[chain.len() - 1])?.0;
            if rest == ZERO {
                break;
            }
            chain.push(ZERO.minus(rest));
        }
        Some(chain)
    }
}

fn greatest(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { greatest(b, a % b) }
}

fn changes(chain: &[Poly], m: u64) -> usize {
    let signs: Vec<i32> = chain.iter().map(|p| sign(p.at(m))).filter(|s| *s != 0).collect();
    signs.windows(2).filter(|two| two[0] != two[1]).count()
}

/// The least m of each root of [0, 1] such that it is at most m / ONE, in order. The polynomial has no double roots.
fn roots(p: Poly) -> Option<Vec<u64>> {
    let chain = p.chain()?;
    let mut found = Vec::new();
    if p.0[0] == 0 {
        found.push(0);
    }
    let mut pieces = vec![(0, ONE, changes(&chain, 0), changes(&chain, ONE))];
    while let Some((mut low, mut high, before, after)) = pieces.pop() {
        if before == after {
            continue;
        }
        let end = sign(p.at(high));
        if high - low > 1 && (before - after > 1 || end == 0 || sign(p.at(low)) == 0) {
            let middle = low + (high - low) / 2;
            let between = changes(&chain, middle);
            pieces.push((middle, high, between, after));
            pieces.push((low, middle, before, between));
            continue;
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            let here = sign(p.at(middle));
            if here == end || here == 0 { high = middle } else { low = middle }
        }
        found.push(high);
    }
    Some(found)
}

/// The sign of g at the root of p in (m − 1, m] / ONE. None if it cannot be told.
fn sign_at(p: Poly, m: u64, g: Poly) -> Option<i32> {
    let value = g.at(m);
    if sign(p.at(m)) == 0 {
        return Some(sign(value));
    }
    let steepness: i128 = (1..5).map(|k| k as i128 * g.0[k].abs()).sum();
    let most = (1..g.degree()).fold(wide(steepness), |most, _| times(most, ONE));
    let negative = |a: Wide| plus(a.map(|x| !x), wide(1));
    if sign(plus(value, negative(most))) > 0 {
        return Some(1);
    }
    if sign(plus(value, most)) < 0 {
        return Some(-1);
    }
    let chain = p.common(g)?.chain()?;
    (changes(&chain, m - 1) != changes(&chain, m)).then_some(0)
}

/// When all of `zero` are 0, none of `positive` is below 0 and `more` is above it: the first m as of [`roots`]. Where the
/// first are 0 at all times, only the start is looked at. The outer None is for what cannot be told.
fn moment(zero: &[Poly], positive: &[Poly], more: Poly) -> Option<Option<u64>> {
    let common = zero.iter().try_fold(ZERO, |a, b| a.common(*b))?;
    if common == ZERO {
        let met = more.0[0] > 0 && positive.iter().all(|g| g.0[0] >= 0);
        return Some(met.then_some(0));
    }
    if common.degree() == 0 {
        return Some(None);
    }
    let double = common.common(common.slope())?;
    let simple = common.divide(double)?.1;
    for m in roots(simple)? {
        let mut met = sign_at(simple, m, more)? > 0;
        for g in positive {
            met = met && sign_at(simple, m, *g)? >= 0;
        }
        if met {
            return Some(Some(m));
        }
    }
    Some(None)
}

type Way = [Poly; 3];

fn between(a: &Way, b: &Way) -> Way {
    from_fn(|c| b[c].minus(a[c]))
}

fn inner(a: &Way, b: &Way) -> Poly {
    (0..3).fold(ZERO, |sum, c| sum.minus(ZERO.minus(a[c].times(b[c]))))
}

fn outer(a: &Way, b: &Way) -> Way {
    from_fn(|c| {
        let (i, j) = ((c + 1) % 3, (c + 2) % 3);
        a[i].times(b[j]).minus(a[j].times(b[i]))
    })
}

/// The first touch, exactly. It is one of a corner with a corner, of a corner with an edge, or of insides; where these are
/// in one plane at all times, it is one of the others, or at the start.
pub(super) fn touch(pair: Pair, from: &[[i128; 3]; 4], to: &[[i128; 3]; 4]) -> Option<Option<u64>> {
    let x: [Way; 4] = from_fn(|k| from_fn(|c| Poly([from[k][c], to[k][c] - from[k][c], 0, 0, 0])));
    let mut found = Vec::new();
    let mut corners = |i: usize, j: usize| {
        found.push(moment(&between(&x[i], &x[j]), &[], Poly([1, 0, 0, 0, 0])));
    };
    let (pairs, edges): (&[[usize; 2]], &[[usize; 3]]) = match pair {
        VertexTriangle => (&[[0, 1], [0, 2], [0, 3]], &[[0, 1, 2], [0, 2, 3], [0, 3, 1]]),
        EdgeEdge => (&[[0, 2], [0, 3], [1, 2], [1, 3]], &[[0, 2, 3], [1, 2, 3], [2, 0, 1], [3, 0, 1]]),
        VertexEdge => (&[[0, 1], [0, 2]], &[[0, 1, 2]]),
        VertexVertex => (&[[0, 1]], &[]),
    };
    pairs.iter().for_each(|&[i, j]| corners(i, j));
    for &[p, a, b] in edges {
        let (e, r) = (between(&x[a], &x[b]), between(&x[a], &x[p]));
        let (s, ee) = (inner(&e, &r), inner(&e, &e));
        found.push(moment(&outer(&e, &r), &[s, ee.minus(s)], ee));
    }
    if pair == VertexTriangle {
        let (e, f, r) = (between(&x[1], &x[2]), between(&x[1], &x[3]), between(&x[1], &x[0]));
        let n = outer(&e, &f);
        let (nn, v, w) = (inner(&n, &n), inner(&outer(&r, &f), &n), inner(&outer(&e, &r), &n));
        found.push(moment(&[inner(&n, &r)], &[v, w, nn.minus(v).minus(w)], nn));
    } else if pair == EdgeEdge {
        let (e, f, r) = (between(&x[0], &x[1]), between(&x[2], &x[3]), between(&x[0], &x[2]));
        let n = outer(&e, &f);
        let (nn, s, t) = (inner(&n, &n), inner(&outer(&r, &f), &n), inner(&outer(&r, &e), &n));
        found.push(moment(&[inner(&n, &r)], &[s, t, nn.minus(s), nn.minus(t)], nn));
    }
    let found = found.into_iter().collect::<Option<Vec<_>>>()?;
    Some(found.into_iter().flatten().min())
}
