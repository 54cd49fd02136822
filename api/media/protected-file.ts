import { open } from 'node:fs/promises';
import { isProtectedMp4 } from '#wasm/mp4/protection.ts';

/**
 * True if a file is an mp4 with an encrypted track. ffmpeg finds audio in such a file that it cannot decode, but does
 * not say why.
 */
export async function isProtectedFile(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const read = async (from: number, to: number): Promise<ArrayBuffer> => {
      const bytes = new Uint8Array(Math.max(0, Math.min(to, size) - from));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
      return bytes.buffer.slice(0, bytesRead);
    };
    return await isProtectedMp4({ size, slice: (from, to) => ({ arrayBuffer: () => read(from, to) }) });
  } finally {
    await file.close();
  }
}
