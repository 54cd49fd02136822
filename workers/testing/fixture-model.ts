import { findTranscriptionModel } from '#models/manifest.ts';
import { fromWav } from '#wasm/testing/wav.ts';
import type { PreviewModel } from '#workers/preview/preview.contract.ts';

// The bundler would take `new URL(…, import.meta.url)` with a variable path for a list of assets.
const here = import.meta.url;
const urlOf = (path: string) => new URL(`../../models/fixture/${path}`, here).href;

/** Returns the model of the fixture. For browser tests. */
export function fixtureModel(): PreviewModel {
  const { id, dtype, hearsTwice, chunkLengthS, files } = findTranscriptionModel('fixture')!;
  const known = files.map(({ path, bytes, sha256 }) => ({ path, bytes: bytes!, sha256: sha256! }));
  return { id, dtype, hearsTwice, chunkLengthS, files: known };
}

/** Returns the samples of a recording of the fixture, which has the sample rate of the model. */
export async function fixtureSound(file: string): Promise<Float32Array> {
  const response = await fetch(urlOf(`audio/${file}`));
  return fromWav(new Uint8Array(await response.arrayBuffer())).samples;
}

/** Returns what is said in a recording of the fixture. */
export async function fixtureText(file: string): Promise<string> {
  const response = await fetch(urlOf('audio/expected.json'));
  const expected = (await response.json()) as { file: string; text: string }[];
  return expected.find((entry) => entry.file === file)!.text;
}
