//! Numbers as bytes: the types and byte orders of binary files.

use std::borrow::Cow;

/// Which byte of a number comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// The lowest.
    Little,
    /// The highest.
    Big,
}

/// Reads numbers of one type from the start of a slice that is long enough.
macro_rules! readers {
    ($($name:ident: $type:ty),*) => {
        impl Order {
            $(
                /// The number in these bytes.
                #[inline]
                pub(super) fn $name(self, bytes: [u8; size_of::<$type>()]) -> $type {
                    match self {
                        Order::Little => <$type>::from_le_bytes(bytes),
                        Order::Big => <$type>::from_be_bytes(bytes),
                    }
                }
            )*
        }
    };
}

readers!(i16: i16, u16: u16, i32: i32, u32: u32, i64: i64, u64: u64, f32: f32, f64: f64);

/// A type of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
}

impl Scalar {
    /// Bytes of one number.
    pub(super) const fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::I64 | Self::U64 | Self::F64 => 8,
        }
    }

    /// Whether its numbers are whole.
    pub(super) const fn is_integer(self) -> bool {
        !matches!(self, Self::F32 | Self::F64)
    }

    /// The number in these bytes as a double; none if there are too few bytes.
    #[inline]
    pub(super) fn real(self, order: Order, bytes: &[u8]) -> Option<f64> {
        match self {
            Self::F32 => Some(f64::from(order.f32(*bytes.first_chunk()?))),
            Self::F64 => Some(order.f64(*bytes.first_chunk()?)),
            _ => self.integer(order, bytes).map(|n| n as f64),
        }
    }

    /// The number in these bytes if it is whole and fits.
    #[inline]
    pub(super) fn integer(self, order: Order, bytes: &[u8]) -> Option<i64> {
        Some(match self {
            Self::I8 => i64::from(*bytes.first()? as i8),
            Self::U8 => i64::from(*bytes.first()?),
            Self::I16 => i64::from(order.i16(*bytes.first_chunk()?)),
            Self::U16 => i64::from(order.u16(*bytes.first_chunk()?)),
            Self::I32 => i64::from(order.i32(*bytes.first_chunk()?)),
            Self::U32 => i64::from(order.u32(*bytes.first_chunk()?)),
            Self::I64 => order.i64(*bytes.first_chunk()?),
            Self::U64 => i64::try_from(order.u64(*bytes.first_chunk()?)).ok()?,
            Self::F32 | Self::F64 => return whole(self.real(order, bytes)?),
        })
    }
}

/// A double as a whole number, if it is one that doubles hold exactly.
pub(super) fn whole(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() <= 9e15).then_some(number as i64)
}

/// An array of numbers out of a file.
#[derive(Clone, Debug)]
pub(crate) enum Numbers<'a> {
    /// As they are in a binary file.
    Bytes(Scalar, Order, Cow<'a, [u8]>),
    /// Read from text, where they may have a point.
    Reals(Vec<f64>),
    /// Read from text, where they are whole.
    Integers(Vec<i64>),
}

impl Numbers<'_> {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Bytes(scalar, _, bytes) => bytes.len() / scalar.size(),
            Self::Reals(list) => list.len(),
            Self::Integers(list) => list.len(),
        }
    }

    /// One number, if it is there and whole.
    #[inline]
    pub(crate) fn integer(&self, i: usize) -> Option<i64> {
        match self {
            Self::Bytes(scalar, order, bytes) => scalar.integer(*order, bytes.get(i * scalar.size()..)?),
            Self::Reals(list) => whole(*list.get(i)?),
            Self::Integers(list) => list.get(i).copied(),
        }
    }

    /// All of them, in order.
    pub(super) fn into_reals(self) -> Vec<f64> {
        match self {
            Self::Bytes(Scalar::F64, order, bytes) => {
                bytes.as_chunks().0.iter().map(|word| order.f64(*word)).collect()
            }
            Self::Bytes(scalar, order, bytes) => {
                bytes.chunks_exact(scalar.size()).filter_map(|word| scalar.real(order, word)).collect()
            }
            Self::Reals(list) => list,
            Self::Integers(list) => list.into_iter().map(|n| n as f64).collect(),
        }
    }

    /// All of them as vertex numbers. The place of the first that cannot be one is the error.
    pub(super) fn indices(&self) -> Result<Vec<u32>, usize> {
        // The two types that files really use, without a branch for each number.
        match self {
            Self::Bytes(Scalar::I32, order, bytes) => {
                let number = |(i, word): (usize, &[u8; 4])| u32::try_from(order.i32(*word)).map_err(|_| i);
                bytes.as_chunks().0.iter().enumerate().map(number).collect()
            }
            Self::Bytes(Scalar::I64, order, bytes) => {
                let number = |(i, word): (usize, &[u8; 8])| u32::try_from(order.i64(*word)).map_err(|_| i);
                bytes.as_chunks().0.iter().enumerate().map(number).collect()
            }
            _ => (0..self.len())
                .map(|i| self.integer(i).and_then(|n| u32::try_from(n).ok()).ok_or(i))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_in_both_orders() {
        let all = [
            (Scalar::I8, vec![0xfe], -2),
            (Scalar::U8, vec![0xfe], 254),
            (Scalar::I16, vec![0xff, 0xfe], -2),
            (Scalar::U16, vec![0xff, 0xfe], 65534),
            (Scalar::I32, vec![0xff, 0xff, 0xff, 0xfe], -2),
            (Scalar::U32, vec![0, 0, 1, 2], 258),
            (Scalar::I64, vec![0, 0, 0, 0, 0, 0, 1, 2], 258),
            (Scalar::U64, vec![0, 0, 0, 0, 0, 0, 1, 2], 258),
            (Scalar::F32, 258_f32.to_be_bytes().to_vec(), 258),
            (Scalar::F64, 258_f64.to_be_bytes().to_vec(), 258),
        ];
        for (scalar, mut bytes, value) in all {
            assert_eq!(scalar.integer(Order::Big, &bytes), Some(value), "{scalar:?}");
            bytes.reverse();
            assert_eq!(scalar.real(Order::Little, &bytes), Some(value as f64), "{scalar:?}");
            assert_eq!(scalar.integer(Order::Little, &bytes[1..]), None);
        }
        assert_eq!(Scalar::U64.integer(Order::Big, &[255; 8]), None);
        assert_eq!(
            (whole(1.5), whole(f64::NAN), whole(f64::INFINITY), whole(-3.0)),
            (None, None, None, Some(-3))
        );
    }

    #[test]
    fn negative_numbers_are_no_vertices() {
        assert_eq!(Numbers::Integers(vec![3, -1]).indices(), Err(1));
        assert_eq!(Numbers::Reals(vec![3.0, 1.5]).indices(), Err(1));
        let bytes: Cow<'_, [u8]> = Cow::Owned(vec![0, 0, 0, 7, 255, 0, 0, 0]);
        assert_eq!(Numbers::Bytes(Scalar::I32, Order::Big, bytes.clone()).indices(), Err(1));
        assert_eq!(Numbers::Bytes(Scalar::U32, Order::Big, bytes).indices(), Ok(vec![7, 255 << 24]));
    }
}
