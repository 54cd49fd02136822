import { setImmediate as turn } from 'node:timers/promises';
import { createFitting } from '#api/shared/transcript-edit/overlay.ts';
import type { EditOp } from '#api/contract/edits.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import { createGate } from '#api/lib/gate.ts';
import { createPace } from '#api/lib/pace.ts';

/** A complete version with its first `edits` edits. */
type Place = { sessionId: string; version: number; createdAt: number; edits: number };
type Making = { text: Promise<Transcript>; stop: AbortController; waiting: number };

const mostKept = 4;

/**
 * Cache of the last few edited texts. Concurrent callers share one computation. Texts are made one by one in small steps, so
 * that other requests are answered in between. Complete versions only, because nothing else changes them.
 */
function createEditedTexts() {
  const kept = new Map<string, Transcript>();
  const making = new Map<string, Making>();
  const gate = createGate(1);
  const keyOf = ({ sessionId, version, createdAt, edits }: Place) =>
    [sessionId, version, createdAt, edits].join(' ');

  const put = (place: Place, text: Transcript): void => {
    const key = keyOf(place);
    kept.delete(key);
    kept.set(key, text);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  };
  const start = (place: Place, machine: Transcript, ops: readonly EditOp[]): Making => {
    const stop = new AbortController();
    const text = inSteps(machine, ops, stop.signal);
    const own = { text, stop, waiting: 0 };
    making.set(keyOf(place), own);
    text
      .then((made) => put(place, made))
      .catch(() => {})
      .finally(() => making.get(keyOf(place)) === own && making.delete(keyOf(place)));
    return own;
  };
  const inSteps = async (machine: Transcript, ops: readonly EditOp[], signal: AbortSignal) => {
    await gate.enter(signal);
    try {
      const pace = createPace();
      await turn();
      const fitting = createFitting(machine);
      for (const op of ops) {
        fitting.add(op);
        await pace();
        signal.throwIfAborted();
      }
      return fitting.result().transcript;
    } finally {
      gate.leave();
    }
  };

  return {
    find: (place: Place): Transcript | undefined => kept.get(keyOf(place)),
    put,

    /** Makes a text, or joins a computation in progress, which stops if all callers abort. @throws the signal's reason */
    async make(
      place: Place,
      read: () => Promise<{ machine: Transcript; ops: readonly EditOp[] }>,
      signal?: AbortSignal,
    ): Promise<void> {
      signal?.throwIfAborted();
      let own = making.get(keyOf(place));
      if (!own) {
        const { machine, ops } = await read();
        own = making.get(keyOf(place)) ?? start(place, machine, ops);
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

    forget(sessionId: string): void {
      for (const key of kept.keys()) if (key.startsWith(`${sessionId} `)) kept.delete(key);
    },
  };
}

export const editedTexts = createEditedTexts();
