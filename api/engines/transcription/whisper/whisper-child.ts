import { closeSync, openSync, readSync } from 'node:fs';
import { loadWhisper } from './whisper-model.ts';
import { frameLevels } from '#wasm/transcription/frame-levels.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { longestPause, middlePause } from '#wasm/transcription/plan-windows.ts';
import { transcribeWindow } from './transcribe-window.ts';
import { silentHypothesis, toHypothesis, type Hypothesis } from './hypothesis.rules.ts';
import { toModelSamples } from './window.rules.ts';
import type { WhisperReply, WhisperSetup, WindowRequest, WindowResult } from './whisper-protocol.ts';

/** Child process that holds the model and transcribes one window at a time. It exits when the server does. */
process.on('disconnect', () => process.exit(0));
const setup = JSON.parse(process.argv[2] ?? '{}') as WhisperSetup;
const { hearsTwice } = setup;
const model = await loadWhisper(setup);
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
  const { startS, endS, sampleRate, speech, language, vocabulary } = request;
  const sound = readWindow(request);
  const levels = frameLevels(sound, sampleRate);
  const prompts: number[][] = [];
  const decode = async (span: TimeSpan, withVocabulary: boolean): Promise<Hypothesis> => {
    const [from, to] = span.map((atS) => Math.round((atS - startS) * sampleRate)) as TimeSpan;
    const part = sound.subarray(from, to);
    const samples = toModelSamples(part);
    if (!samples) return silentHypothesis(span);
    const decoded = await model.decode(samples, language, withVocabulary ? vocabulary : []);
    prompts.push(decoded.prompt);
    return toHypothesis(decoded, span, frameLevels(part, sampleRate), model.vocabulary);
  };
  const within = ([from, to]: TimeSpan): TimeSpan => [from - startS, to - startS];
  const transcribed = await transcribeWindow({
    window: [startS, endS],
    speech,
    hasVocabulary: vocabulary.length > 0,
    decode,
    hearsTwice,
    cutAt: (span) => startS + middlePause(levels, within(span)),
    pauseIn(span) {
      const at = longestPause(levels, within(span));
      return at === null ? null : startS + at;
    },
  });
  return { ...transcribed, prompts };
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
