import { setTimeout as passed } from 'node:timers/promises';
import type { HealthPart } from '#api/contract/health.ts';
import { exchange, NoAnswer } from '#api/engines/http/exchange.ts';
import { retryAfterToMs } from '#api/engines/http/retry.rules.ts';
import {
  EngineUnavailable,
  type EngineInput,
  type EnginePart,
  type TranscriptionEngine,
} from '#api/engines/transcription/engine.ts';
import { readLevels } from '#api/media/pcm-levels.ts';
import { toAddresses } from './address.rules.ts';
import { answerToSegments, markMissing } from './answer-segments.rules.ts';
import { parseAnswer, type Answer } from './answer.rules.ts';
import { formsOfRequest, toRequest, type RequestForm } from './asr-request.ts';
import { outcomeOf, type Outcome } from './outcome.rules.ts';
import { lengthOf, planPart, type Part } from './part.rules.ts';
import { createRemoteKeeper, type RemoteKeeperOptions } from './remote-keeper.ts';
import { readWavPart, wavBytesToS } from './wav-part.ts';

export type RemoteEngineOptions = Pick<RemoteKeeperOptions, 'log' | 'lookDelaysMs' | 'lookTimeoutMs'> & {
  /** `ASR_URL`, with or without `/v1`. */
  url: string;
  /** Sent only to this server. */
  key: string | null;
  model: string;
  partBytes: number;
  /** Length of a part, s: interval between results, and the most that is lost on a crash. */
  partS?: number;
  retryDelaysMs?: readonly number[];
  timeoutMs?(partS: number): number;
  pause?(ms: number, signal: AbortSignal): Promise<void>;
};

export type RemoteEngine = TranscriptionEngine & {
  /** Checks whether the server answers, repeatedly until it does. */
  start(): Promise<void>;
  /** For `GET /health`; contains neither key nor address. */
  state(): HealthPart;
  onReady(listener: () => void): void;
};

/** Learned settings of the server, used for all further recordings. */
type Manners = { form: number; partS: number };

type Reported =
  | { kind: 'reported'; answer: Answer }
  | Extract<Outcome, { kind: 'too_large' | 'too_slow' | 'rejected' }>;

const defaultPartS = 300;
const smallestPartS = 5;
// Without word times, text can only be spread over its part, so parts must be short. A server that is too slow even for
// these counts as down.
const shortPartS = 30;
const defaultRetryDelaysMs = [1_000, 3_000, 10_000];
const longestRetryAfterMs = 120_000;
// A server without a GPU may be slower than real time.
const defaultTimeoutMs = (partS: number) => 60_000 + partS * 4_000;

/**
 * Transcribes with any server that has OpenAI's `POST /v1/audio/transcriptions`: only speech, in parts of up to 5
 * minutes cut at pauses, one request at a time per recording. Features that a server lacks (times of words or segments)
 * are detected and then omitted; a part that is too large is halved. The prompt contains only the vocabulary, not the
 * preceding text, because errors would spread.
 */
export function createRemoteEngine(options: RemoteEngineOptions): RemoteEngine {
  const { url, key, model, partBytes, log } = options;
  const { retryDelaysMs = defaultRetryDelaysMs, timeoutMs = defaultTimeoutMs, pause = paused } = options;
  const name = `remote/${model}`;
  const addresses = toAddresses(url);
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  const keeper = createRemoteKeeper({ ...options, addresses, headers, name });
  const manners: Manners = {
    form: 0,
    partS: Math.min(options.partS ?? defaultPartS, wavBytesToS(partBytes)),
  };

  const unavailable = (reason: EngineUnavailable['reason'], cause?: unknown): EngineUnavailable => {
    keeper.lost(reason);
    return new EngineUnavailable(reason, { cause });
  };

  const askOnce = async (part: Part, input: EngineInput, form: RequestForm): Promise<Outcome | Reported> => {
    const { signal } = input;
    const lengthS = lengthOf(part);
    const wav = await readWavPart(input.pcm, part);
    const { body, contentType } = toRequest(wav, { ...input, model, form });
    try {
      const reply = await exchange({
        url: addresses.transcriptions,
        method: 'POST',
        body,
        signal,
        headers: { ...headers, 'content-type': contentType },
        timeoutMs: timeoutMs(lengthS),
      });
      log.debug({ status: reply.status, part_s: lengthS }, 'asr: answer');
      const outcome = outcomeOf({ ...reply, retryAfterMs: retryAfterToMs(reply.retryAfter, Date.now()) });
      if (outcome.kind !== 'answered') return outcome;
      const answer = parseAnswer(reply.body);
      return answer
        ? { kind: 'reported', answer }
        : { kind: 'unavailable', reason: 'transcription.engine_unreachable' };
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      log.debug({ err: error, part_s: lengthS }, 'asr: no answer');
      if (!error.isTimeout) return { kind: 'later', isDown: true, retryAfterMs: 0 };
      manners.partS = Math.min(manners.partS, Math.max(shortPartS, lengthS / 2));
      throw unavailable('transcription.engine_unreachable', error);
    }
  };

  const ask = async (part: Part, input: EngineInput, form: RequestForm): Promise<Reported> => {
    for (let attempt = 0; ; attempt++) {
      const outcome = await askOnce(part, input, form);
      if (outcome.kind === 'unavailable') throw unavailable(outcome.reason);
      if (outcome.kind !== 'later') return outcome as Reported;
      const delayMs = retryDelaysMs[attempt];
      if (delayMs !== undefined && outcome.retryAfterMs <= longestRetryAfterMs) {
        await pause(Math.max(delayMs, outcome.retryAfterMs), input.signal);
        continue;
      }
      if (outcome.isDown) throw unavailable('transcription.engine_unreachable');
      throw new Error('The transcription server fails at a part of this recording.');
    }
  };

  async function* transcribe(input: EngineInput): AsyncGenerator<EnginePart> {
    const { pcm, speech, signal } = input;
    const levels = await readLevels(pcm, signal);
    let { form, partS } = manners;
    let isMissing = false;
    for (let fromS = input.fromS; ;) {
      const manner = formsOfRequest[form] as RequestForm;
      const part = planPart(levels, speech, fromS, manner.hasTimes ? partS : Math.min(partS, shortPartS));
      const upToS = part.at(-1)?.[1];
      if (upToS === undefined) return;
      const lengthS = lengthOf(part);
      const reported = await ask(part, input, manner);
      if (reported.kind === 'too_slow' && lengthS <= shortPartS)
        throw unavailable('transcription.engine_unreachable');
      if (reported.kind === 'too_large' || reported.kind === 'too_slow') {
        partS = lengthS / 2;
        if (partS < smallestPartS) throw new Error('The transcription server takes no part, however small.');
      } else if (reported.kind === 'rejected') {
        if (++form === formsOfRequest.length)
          throw new Error('The transcription server rejects the request in every form.');
      } else if (manner.hasTimes && isTimeless(reported.answer) && lengthS > shortPartS) {
        form = timelessForm;
      } else {
        Object.assign(manners, { form, partS: Math.min(manners.partS, partS) });
        keeper.reached();
        fromS = upToS;
        const written = answerToSegments(reported.answer, { part, levels, speech });
        const found = markMissing(written, { part, speech });
        const [first] = found.segments;
        // A part with speech but no words is marked on the next segment.
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

const paused = async (ms: number, signal: AbortSignal): Promise<void> => {
  await passed(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
};
