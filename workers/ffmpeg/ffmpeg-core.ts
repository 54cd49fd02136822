import { createCore, type Core, type FfmpegFactory } from '#wasm/ffmpeg/ffmpeg-core.ts';
import { enginePaths } from '#workers/engines.ts';
import { loadError, missingPart } from '#workers/load-part.ts';

/** The ffmpeg core for input from `Blob`s, such as a file that a person has chosen. */
export type BlobCore = Core<Blob>;

/** Largest number of log lines that are kept. A damaged file can log one line per packet; the first lines name the cause. */
const maxLogLines = 200;
const readAheadBytes = 1 << 20;

/**
 * Returns a function that reads a file for ffmpeg. ffmpeg asks for 32 KiB at a time and each read of a file is slow, so the
 * function reads 1 MiB at once. It throws a DOMException if the file has changed or is gone.
 */
function createReadAhead(): (file: Blob, target: Uint8Array, position: number) => number {
  const reader = new FileReaderSync();
  let held = new Uint8Array(0);
  let heldAt = 0;
  let heldOf: Blob | undefined;
  return (file, target, position) => {
    const isHeld = heldOf === file && position >= heldAt && position < heldAt + held.length;
    if (!isHeld) {
      const end = position + Math.max(target.length, readAheadBytes);
      held = new Uint8Array(reader.readAsArrayBuffer(file.slice(position, end)));
      heldAt = position;
      heldOf = file;
    }
    const from = position - heldAt;
    const part = held.subarray(from, from + target.length);
    target.set(part);
    return part.length;
  };
}

async function importScript(address: string): Promise<{ default: FfmpegFactory<Blob> }> {
  try {
    return (await import(/* @vite-ignore */ address)) as { default: FfmpegFactory<Blob> };
  } catch (error) {
    // A script that arrives but cannot be parsed is a `SyntaxError`.
    throw error instanceof TypeError ? missingPart(address, error) : error;
  }
}

/** The words of Emscripten for WebAssembly that it could not fetch. */
const unfetched = /fetching of the wasm failed|failed to load wasm/;

/** Loads the ffmpeg core from our own server. Errors: `worker.*`, `media.engine_failed`. */
export async function loadCore(): Promise<BlobCore> {
  try {
    const script = await importScript(`${enginePaths.ffmpeg}ffmpeg-core.js`);
    const isLogged = (_message: string, lines: number) => lines < maxLogLines;
    return await createCore(script.default, { read: createReadAhead(), isLogged });
  } catch (error) {
    throw unfetched.test(String(error))
      ? missingPart('ffmpeg-core.wasm', error)
      : await loadError(error, 'media.engine_failed');
  }
}
