//! The limits that a device must have.

use wgpu::{DownlevelCapabilities, DownlevelFlags, Limits};

use crate::numbers::{NUMBERS_BYTES, TABLES_BYTES};
use crate::pieces::PIECE_BYTES;

/// The device limits that this crate needs. All other limits have values that every device supports.
pub(crate) fn limits() -> Limits {
    Limits {
        max_storage_buffers_per_shader_stage: 5,
        max_storage_buffer_binding_size: TABLES_BYTES.max(PIECE_BYTES),
        max_buffer_size: TABLES_BYTES.max(PIECE_BYTES),
        max_uniform_buffer_binding_size: NUMBERS_BYTES,
        max_compute_invocations_per_workgroup: 64,
        max_compute_workgroup_size_x: 64,
        max_compute_workgroup_size_y: 1,
        max_compute_workgroup_size_z: 1,
        max_compute_workgroups_per_dimension: 65_535,
        ..Limits::downlevel_webgl2_defaults()
    }
}

/// The capability or limit that a device lacks. `None` if it lacks nothing.
pub(crate) fn lack(
    needed: &Limits,
    allowed: &Limits,
    capabilities: &DownlevelCapabilities,
) -> Option<String> {
    if !capabilities.flags.contains(DownlevelFlags::COMPUTE_SHADERS) {
        return Some("it has no compute shaders".to_owned());
    }
    let mut lack = None;
    needed.check_limits_with_fail_fn(allowed, true, |limit, needed, has| {
        lack = Some(format!("its {limit} is {has}, but must be at least {needed}"));
    });
    lack
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_limits_are_named() {
        let all = DownlevelCapabilities::default();
        assert_eq!(lack(&limits(), &limits(), &all), None);
        let low = Limits { max_storage_buffers_per_shader_stage: 4, ..limits() };
        let words = "its max_storage_buffers_per_shader_stage is 4, but must be at least 5";
        assert_eq!(lack(&limits(), &low, &all).as_deref(), Some(words));
        let low = Limits { max_uniform_buffer_binding_size: 16_384, ..limits() };
        let words = "its max_uniform_buffer_binding_size is 16384, but must be at least 65536";
        assert_eq!(lack(&limits(), &low, &all).as_deref(), Some(words));
        let none = DownlevelCapabilities { flags: DownlevelFlags::empty(), ..all };
        assert_eq!(lack(&limits(), &limits(), &none).as_deref(), Some("it has no compute shaders"));
    }
}
