//! Interleaves the bits of two numbers (Morton 1966).

/// Moves the bits of a number apart, so that bit `k` becomes bit `2k`.
fn spread(x: u32) -> u64 {
    let x = u64::from(x);
    let x = (x | x << 16) & 0x0000_ffff_0000_ffff;
    let x = (x | x << 8) & 0x00ff_00ff_00ff_00ff;
    let x = (x | x << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    let x = (x | x << 2) & 0x3333_3333_3333_3333;
    (x | x << 1) & 0x5555_5555_5555_5555
}

/// The inverse of [`spread`]; odd bits are ignored.
fn gather(x: u64) -> u32 {
    let x = x & 0x5555_5555_5555_5555;
    let x = (x | x >> 1) & 0x3333_3333_3333_3333;
    let x = (x | x >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
    let x = (x | x >> 4) & 0x00ff_00ff_00ff_00ff;
    let x = (x | x >> 8) & 0x0000_ffff_0000_ffff;
    (x | x >> 16) as u32
}

/// `x` in the even bits and `y` in the odd ones.
pub(super) fn weave([x, y]: [u32; 2]) -> u64 {
    spread(x) | spread(y) << 1
}

/// The inverse of [`weave`].
pub(super) fn unweave(woven: u64) -> [u32; 2] {
    [gather(woven), gather(woven >> 1)]
}
