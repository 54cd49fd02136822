import type { HealthPart } from '#api/contract/health.ts';
import {
  EngineUnavailable,
  type EngineInput,
  type EnginePart,
  type TranscriptionEngine,
} from '#api/engines/transcription/engine.ts';
import { pause } from '#api/lib/pause.ts';
import { readLevels } from '#api/media/pcm-levels.ts';
import { toAddresses } from './address.rules.ts';
import { answerToSegments, markMissing } from './answer-segments.rules.ts';
import type { Answer } from './answer.rules.ts';
import { formsOfRequest, type RequestForm } from './asr-request.ts';
import { createPartRequest } from './part-request.ts';
import { lengthOf, planPart } from './part.rules.ts';
import { createRemoteKeeper, type RemoteKeeperOptions } from './remote-keeper.ts';
import { wavBytesToS } from './wav-part.ts';

export type RemoteEngineOptions = Pick<RemoteKeeperOptions, 'log' | 'lookDelaysMs' | 'lookTimeoutMs'> & {
  /** Address of the server (`ASR_URL`), with or without `/v1`. */
  url: string;
  /** API key, which is sent only to this server; null if the server needs none. */
  key: string | null;
  model: string;
  partBytes: number;
  /** Longest part, s. A result comes after each part, so a crash loses at most one part. */
  partS?: number;
  retryDelaysMs?: readonly number[];
  timeoutMs?(partS: number): number;
  pause?(ms: number, signal: AbortSignal): Promise<void>;
};

type RemoteEngine = TranscriptionEngine & {
  /** Checks whether the server answers, and repeats that until it does. */
  start(): Promise<void>;
  /** Returns the state that `GET /health` shows. It contains neither key nor address. */
  state(): HealthPart;
  onReady(listener: () => void): void;
};

/** What the server accepts, as far as that is known. Each recording begins with it. */
type Learned = {
  /** Index of the form in `formsOfRequest`. */
  form: number;
  partS: number;
};

const defaultPartS = 300;
const smallestPartS = 5;
// Longest part without word times, s. Its text can only be spread over the whole part, so the part must be short. A
// server that is too slow even for such a part counts as down.
const shortPartS = 30;
const defaultRetryDelaysMs = [1_000, 3_000, 10_000];
// A server without a GPU may be slower than real time.
const defaultTimeoutMs = (partS: number) => 60_000 + partS * 4_000;

/**
 * Creates an engine that transcribes with any server that has OpenAI's `POST /v1/audio/transcriptions`. Only speech is
 * sent, in parts of up to 5 minutes that are cut at pauses, with one request at a time per recording. Features that a
 * server lacks (times of words or segments) are detected and then left out, and a part that is too large is halved. The
 * prompt contains only the vocabulary. It does not contain the preceding text, because errors would spread.
 */
export function createRemoteEngine(options: RemoteEngineOptions): RemoteEngine {
  const { url, key, model, partBytes, log } = options;
  const name = `remote/${model}`;
  const addresses = toAddresses(url);
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  const keeper = createRemoteKeeper({ ...options, addresses, headers, name });
  const requestPart = createPartRequest({
    url: addresses.transcriptions,
    headers,
    model,
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    retryDelaysMs: options.retryDelaysMs ?? defaultRetryDelaysMs,
    pause: options.pause ?? pause,
    log,
  });
  const learned: Learned = {
    form: 0,
    partS: Math.min(options.partS ?? defaultPartS, wavBytesToS(partBytes)),
  };

  const unavailable = (reason: EngineUnavailable['reason'], cause?: unknown): EngineUnavailable => {
    keeper.lost(reason);
    return new EngineUnavailable(reason, { cause });
  };

  async function* transcribe(input: EngineInput): AsyncGenerator<EnginePart> {
    const { pcm, speech, signal } = input;
    const levels = await readLevels(pcm, signal);
    let { form, partS } = learned;
    let isMissing = false;
    for (let fromS = input.fromS; ;) {
      const requestForm = formsOfRequest[form] as RequestForm;
      const maxS = requestForm.hasTimes ? partS : Math.min(partS, shortPartS);
      const part = planPart(levels, speech, fromS, maxS);
      const upToS = part.at(-1)?.[1];
      if (upToS === undefined) return;
      const lengthS = lengthOf(part);
      const outcome = await requestPart(part, input, requestForm);
      if (outcome.kind === 'unavailable') throw unavailable(outcome.reason);
      if (outcome.kind === 'timed_out') {
        learned.partS = Math.min(learned.partS, Math.max(shortPartS, lengthS / 2));
        throw unavailable('transcription.engine_unreachable', outcome.cause);
      }
      if (outcome.kind === 'too_slow' && lengthS <= shortPartS)
        throw unavailable('transcription.engine_unreachable');
      if (outcome.kind === 'too_large' || outcome.kind === 'too_slow') {
        partS = lengthS / 2;
        if (partS < smallestPartS) throw new Error('The transcription server takes no part, however small.');
      } else if (outcome.kind === 'rejected') {
        if (++form === formsOfRequest.length)
          throw new Error('The transcription server rejects the request in every form.');
      } else if (requestForm.hasTimes && isTimeless(outcome.answer) && lengthS > shortPartS) {
        form = timelessForm;
      } else {
        Object.assign(learned, { form, partS: Math.min(learned.partS, partS) });
        keeper.reached();
        fromS = upToS;
        const written = answerToSegments(outcome.answer, { part, levels, speech });
        const found = markMissing(written, { part, speech });
        const [first] = found.segments;
        // If a part has speech but no words, the first segment of the next part is marked.
        if (isMissing && first) first.doubt ??= 'missing';
        isMissing = found.isMissing || (isMissing && !first);
        yield { segments: found.segments, upToS };
      }
    }
  }

  const { start, state, missing, onReady, close } = keeper;
  return { name, expectedRtf: 0.2, missing, transcribe, close, start, state, onReady };
}

const timelessForm = formsOfRequest.findIndex(({ hasTimes }) => !hasTimes);
const hasTime = ({ start, end }: { start: number | null; end: number | null }) =>
  start !== null || end !== null;
const isTimeless = ({ text, segments, words }: Answer): boolean =>
  (text.trim() !== '' || segments.length > 0 || words.length > 0) &&
  ![...segments, ...segments.flatMap((segment) => segment.words), ...words].some(hasTime);
