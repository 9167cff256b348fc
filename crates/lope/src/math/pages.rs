//! Advice to the system about large arrays.
#![allow(unsafe_code)]

/// Size and alignment of a huge page.
#[cfg(target_os = "linux")]
const HUGE: usize = 2 << 20;

/// Asks for huge pages behind a large array, best before it is first written. Arrays of hundreds of megabytes
/// that are streamed or gathered from spend much of their time in address translation otherwise. Advice only:
/// where the system does not take it, nothing changes.
pub fn prefer_huge_pages<T>(array: &[T]) {
    #[cfg(target_os = "linux")]
    {
        use std::ffi::{c_int, c_void};
        const MADV_HUGEPAGE: c_int = 14;
        unsafe extern "C" {
            fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
        }
        let bytes = size_of_val(array);
        let start = array.as_ptr() as usize;
        let first = start.next_multiple_of(HUGE);
        let end = (start + bytes) / HUGE * HUGE;
        if end > first {
            // SAFETY: the range lies inside the array, and this advice changes no contents.
            unsafe { madvise(first as *mut c_void, end - first, MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = array;
}
