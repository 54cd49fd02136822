import { join } from 'node:path';
import { loadConfig } from '#api/config.ts';
import { silentLog } from '#api/lib/log.ts';
import { openEngine as openConfigured } from '#api/engines/open-transcription-engine.ts';
import type { TranscriptionEngine } from '#api/engines/transcription/engine.ts';
import { createWhisperEngine } from '#api/engines/transcription/whisper/whisper-engine.ts';
import { findTranscriptionModel } from '#models/manifest.ts';
import { locateModel } from '#models/store.ts';

const root = join(import.meta.dirname, '../..');

export type Configured = {
  engine: TranscriptionEngine;
  /** Model of the embedded engine; null if the engine is remote. */
  model: { dir: string; chunkLengthS: number } | null;
  isFixture: boolean;
};

/** Opens the engine that the environment configures, as the server does. The default is the fixture's model. */
export async function openEngine(threads = 1): Promise<Configured> {
  if (process.env['ASR_URL']) {
    const remote = openConfigured(loadConfig(process.env), silentLog());
    await remote.start();
    return { engine: remote.engine, model: null, isFixture: false };
  }
  const id = process.env['TRANSCRIPTION_MODEL'] || 'fixture';
  const model = findTranscriptionModel(id);
  const dir = model && (await locateModel(model, [join(root, 'models/store'), join(root, 'models')]));
  if (!model || !dir) throw new Error(`The model ${id} is not there. Fetch it: npm run models -- ${id}`);
  const engine = createWhisperEngine({ model, locate: () => dir, missing: () => null, threads });
  return { engine, model: { dir, chunkLengthS: model.chunkLengthS }, isFixture: id === 'fixture' };
}
