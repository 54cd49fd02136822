import { setImmediate as turn } from 'node:timers/promises';
import { createLenientOverlay } from '#api/shared/transcript-edit/overlay.ts';
import type { EditOp } from '#api/contract/edits.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import { createGate } from '#api/lib/gate.ts';
import { createPace } from '#api/lib/pace.ts';

/** A complete version with its first `edits` edits. */
type Place = { sessionId: string; version: number; createdAt: number; edits: number };
type Input = { machine: Transcript; ops: readonly EditOp[] };
/** A computation in progress. `waiting` is the number of callers that wait for it. */
type Making = { text: Promise<Transcript>; stop: AbortController; waiting: number };

const maxTexts = 4;

const keyOf = ({ sessionId, version, createdAt, edits }: Place) =>
  [sessionId, version, createdAt, edits].join(' ');

/**
 * Creates a cache of the last few edited texts. Concurrent callers share one computation. Texts are made one by one in
 * small steps, so that other requests are answered in between. The cache holds complete versions only, because nothing
 * else changes them.
 */
function createEditedTexts() {
  const texts = createLastTexts();
  const making = new Map<string, Making>();
  const gate = createGate(1);

  const start = (place: Place, input: Input): Making => {
    const stop = new AbortController();
    const text = applyInSteps(input, gate, stop.signal);
    const own = { text, stop, waiting: 0 };
    making.set(keyOf(place), own);
    text
      .then((made) => texts.put(place, made))
      .catch(() => {})
      .finally(() => making.get(keyOf(place)) === own && making.delete(keyOf(place)));
    return own;
  };

  return {
    ...texts,

    /** Makes a text, or joins a computation in progress, which stops if all callers abort. @throws the signal's reason */
    async make(place: Place, read: () => Promise<Input>, signal?: AbortSignal): Promise<void> {
      signal?.throwIfAborted();
      let own = making.get(keyOf(place));
      if (!own) {
        const input = await read();
        own = making.get(keyOf(place)) ?? start(place, input);
      }
      own.waiting++;
      const gone = Promise.withResolvers<never>();
      const leave = () => {
        if (--own.waiting === 0) {
          making.delete(keyOf(place));
          own.stop.abort(signal?.reason);
        }
        gone.reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      try {
        await Promise.race([own.text, gone.promise]);
      } finally {
        signal?.removeEventListener('abort', leave);
        gone.promise.catch(() => {});
      }
    },
  };
}

/** Creates a cache of the texts that were made last. */
function createLastTexts() {
  const texts = new Map<string, Transcript>();
  return {
    find: (place: Place): Transcript | undefined => texts.get(keyOf(place)),

    put(place: Place, text: Transcript): void {
      const key = keyOf(place);
      texts.delete(key);
      texts.set(key, text);
      const [oldest] = texts.keys();
      if (texts.size > maxTexts && oldest !== undefined) texts.delete(oldest);
    },

    forget(sessionId: string): void {
      for (const key of texts.keys()) if (key.startsWith(`${sessionId} `)) texts.delete(key);
    },
  };
}

async function applyInSteps(
  { machine, ops }: Input,
  gate: ReturnType<typeof createGate>,
  signal: AbortSignal,
): Promise<Transcript> {
  await gate.enter(signal);
  try {
    const pace = createPace();
    await turn();
    const overlay = createLenientOverlay(machine);
    for (const op of ops) {
      overlay.apply(op);
      await pace();
      signal.throwIfAborted();
    }
    return overlay.result().transcript;
  } finally {
    gate.leave();
  }
}

export const editedTexts = createEditedTexts();
