// Words that do not fit in the uniform buffer.
@group(0) @binding(6) var<storage, read> more: array<u32>;

fn orogen_word(at: u32) -> u32 {
    if at >= 16384u {
        return more[at - 16384u];
    }
    return orogen_words[at >> 2u][at & 3u];
}
