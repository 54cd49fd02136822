import { enginePaths } from '#workers/engines.ts';
import { fetchPart } from '#workers/load-part.ts';
import { createMp3Encoder, type Mp3Encoder } from './mp3-stream.ts';

export async function loadMp3Encoder(): Promise<Mp3Encoder> {
  return await createMp3Encoder(await WebAssembly.compile(await fetchPart(`${enginePaths.lame}mp3.wasm`)));
}
