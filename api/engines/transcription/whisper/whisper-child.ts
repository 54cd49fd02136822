import { closeSync, openSync, readSync } from 'node:fs';
import { transcribeSound, type TranscribedSound } from '#wasm/whisper/transcribe-sound.ts';
import { loadWhisper } from '#wasm/whisper/whisper-model.ts';
import { nodeRuntime } from './node-runtime.ts';
import type { WhisperReply, WhisperSetup, WindowRequest } from './whisper-protocol.ts';

/** Child process that holds the model and transcribes one window at a time. It exits when the server does. */
process.on('disconnect', () => process.exit(0));
const { modelDir, dtype, threads, hearsTwice } = JSON.parse(process.argv[2] ?? '{}') as WhisperSetup;
const model = await loadWhisper(nodeRuntime(modelDir, threads), dtype);
const reply = (message: WhisperReply) => process.send?.(message);

process.on('message', async (request: WindowRequest) => {
  try {
    reply({ id: request.id, ...(await transcribe(request)) });
  } catch (error) {
    reply({
      id: request.id,
      failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
});
reply({ ready: true });

async function transcribe(request: WindowRequest): Promise<TranscribedSound> {
  const { startS, endS, speech, language, vocabulary } = request;
  return await transcribeSound(model, {
    samples: readWindow(request),
    window: [startS, endS],
    speech,
    language,
    vocabulary,
    hearsTwice,
  });
}

function readWindow({ pcmPath, sampleRate, startS, endS }: WindowRequest): Int16Array {
  const from = Math.round(startS * sampleRate);
  const samples = new Int16Array(Math.max(0, Math.round(endS * sampleRate) - from));
  const bytes = Buffer.from(samples.buffer);
  const file = openSync(pcmPath, 'r');
  try {
    const read = readSync(file, bytes, 0, bytes.length, from * 2);
    return samples.subarray(0, Math.floor(read / 2));
  } finally {
    closeSync(file);
  }
}
