import { closeSync, openSync, readSync } from 'node:fs';
import { loadWhisper } from './whisper-model.ts';
import { tokensToSpans, withoutLoop } from './tokens.rules.ts';
import { isSpeech, toModelSamples } from './window.rules.ts';
import type { WhisperReply, WhisperSetup, WindowRequest, WindowResult } from './whisper-protocol.ts';
import { spanToSegment } from './words.rules.ts';

/** The process that the model lives in: one window after the other, and the end when the server is gone. */
process.on('disconnect', () => process.exit(0));
const model = await loadWhisper(JSON.parse(process.argv[2] ?? '{}') as WhisperSetup);
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

async function transcribe(request: WindowRequest): Promise<WindowResult> {
  const nothing: WindowResult = { segments: [], heardUntilS: null };
  const samples = toModelSamples(readWindow(request));
  if (!samples) return nothing;
  const heard = await model.listen(samples, request.language);
  if (!isSpeech(heard)) return nothing;
  const { vocabulary } = model;
  const windowS = samples.length / request.sampleRate;
  const spans = tokensToSpans(withoutLoop(heard.tokens, vocabulary), vocabulary, windowS);
  const segments = spans
    .map((span) => spanToSegment(span, request.startS, vocabulary))
    .filter((segment) => segment !== null);
  return { segments, heardUntilS: segments.at(-1)?.end ?? null };
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
