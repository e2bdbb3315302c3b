fn orogen_word(at: u32) -> u32 {
    return orogen_words[at >> 2u][at & 3u];
}
