// Links that carry a recipe: its text, compressed, after `#r=`.

const through = async (bytes, stream) => {
  const response = new Response(new Blob([bytes]).stream().pipeThrough(stream));
  return new Uint8Array(await response.arrayBuffer());
};

/** The address of a page with a recipe. */
export async function linkTo(page, text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  const letters = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''));
  const url = new URL(page);
  url.hash = `r=${letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
  return url.href;
}

/** What an address names: the text of a recipe, or a preset after `#preset=`; a notice if the text is damaged. */
export async function readLink(address) {
  const values = new URLSearchParams(new URL(address).hash.slice(1));
  const [letters, preset] = [values.get('r'), values.get('preset')];
  if (letters === null) return { preset };
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0));
    const text = await through(bytes, new DecompressionStream('deflate-raw'));
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(text) };
  } catch {
    return { notice: 'The recipe in the link is incomplete. Copy the whole link.' };
  }
}
