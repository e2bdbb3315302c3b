// What a ray sees of clouds: their radiance through the air, and the share of the light behind them that passes.
struct cumulus_Seen {
    light: vec3<f32>,
    passed: f32,
}

fn cumulus_over(behind: vec3<f32>, seen: cumulus_Seen) -> vec3<f32> {
    return behind * seen.passed + seen.light;
}
