/** Returns the bytes of the text in UTF-8 divided by the bytes of its zlib form; 0 for an empty text. */
export async function compressionRatioOf(text: string): Promise<number> {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length === 0) return 0;
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return bytes.length / (await new Response(packed).arrayBuffer()).byteLength;
}
