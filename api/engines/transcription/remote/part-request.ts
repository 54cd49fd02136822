import type { ReasonCode } from '#api/contract/errors.ts';
import { exchange, NoAnswer } from '#api/engines/http/exchange.ts';
import { retryAfterToMs } from '#api/engines/http/retry.rules.ts';
import type { EngineInput } from '#api/engines/transcription/engine.ts';
import type { Log } from '#api/lib/log.ts';
import { parseAnswer, type Answer } from './answer.rules.ts';
import { toRequest, type RequestForm } from './asr-request.ts';
import { outcomeOf, type Outcome } from './outcome.rules.ts';
import { lengthOf, type Part } from './part.rules.ts';
import { readWavPart } from './wav-part.ts';

type Options = {
  url: URL;
  headers: Record<string, string>;
  model: string;
  timeoutMs(partS: number): number;
  /** Waits before tries 2, 3 and so on, ms. */
  retryDelaysMs: readonly number[];
  pause(ms: number, signal: AbortSignal): Promise<void>;
  log: Log;
};

/** Result of the request for a part. */
type PartOutcome =
  | { kind: 'transcribed'; answer: Answer }
  | Extract<Outcome, { kind: 'too_large' | 'too_slow' | 'rejected' }>
  /** The server sent no response in time. */
  | { kind: 'timed_out'; cause: Error }
  /** The server cannot be used for any part. */
  | { kind: 'unavailable'; reason: ReasonCode };

const longestRetryAfterMs = 120_000;

/** Creates a function that requests the transcript of a part of a recording, with retries if they can help. */
export function createPartRequest(options: Options) {
  const { url, headers, model, timeoutMs, retryDelaysMs, pause, log } = options;

  const requestOnce = async (
    part: Part,
    input: EngineInput,
    form: RequestForm,
  ): Promise<PartOutcome | Extract<Outcome, { kind: 'later' }>> => {
    const { signal } = input;
    const lengthS = lengthOf(part);
    const wav = await readWavPart(input.pcm, part);
    const { body, contentType } = toRequest(wav, { ...input, model, form });
    try {
      const reply = await exchange({
        url,
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
        ? { kind: 'transcribed', answer }
        : { kind: 'unavailable', reason: 'transcription.engine_unreachable' };
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      log.debug({ err: error, part_s: lengthS }, 'asr: no answer');
      if (error.isTimeout) return { kind: 'timed_out', cause: error };
      return { kind: 'later', isDown: true, retryAfterMs: 0 };
    }
  };

  return async (part: Part, input: EngineInput, form: RequestForm): Promise<PartOutcome> => {
    for (let attempt = 0; ; attempt++) {
      const outcome = await requestOnce(part, input, form);
      if (outcome.kind !== 'later') return outcome;
      const delayMs = retryDelaysMs[attempt];
      if (delayMs === undefined || outcome.retryAfterMs > longestRetryAfterMs) {
        if (outcome.isDown) return { kind: 'unavailable', reason: 'transcription.engine_unreachable' };
        throw new Error('The transcription server fails at a part of this recording.');
      }
      await pause(Math.max(delayMs, outcome.retryAfterMs), input.signal);
    }
  };
}
