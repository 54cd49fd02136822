import type { Locker } from '@tus/server';
import { AppError } from '#api/lib/error.ts';

type Release = () => unknown;
/** `release` asks the holder to end. `isRequest` is true if the holder is a request of a client. */
type Turn = { release: Release; isRequest: boolean };
type Held = Turn & { waiting: (Turn & { begin: () => void })[] };

export type UploadLocks = Locker & {
  /** Locks an upload, so that it does not change until the returned lock is disposed of. */
  hold(id: string): Promise<Disposable>;
  /** True if a request of a client has the lock of the upload, or waits for it. */
  isWriting(id: string): boolean;
};

/**
 * Creates locks that let one request at a time write to an upload, in order of arrival. A waiting request asks the one
 * before to end, so that a dead connection does not block the upload (tus 1.0, PATCH: concurrent requests). A request
 * that waits longer than `waitMs` is refused with `upload.offset_conflict`.
 */
export function createUploadLocks({ waitMs = 10_000 } = {}): UploadLocks {
  const held = new Map<string, Held>();

  const acquire = async (id: string, wanted: Turn, signal: AbortSignal): Promise<void> => {
    const before = held.get(id);
    if (!before) {
      held.set(id, { ...wanted, waiting: [] });
      return;
    }
    const turn = Promise.withResolvers<void>();
    const waiter = { ...wanted, begin: turn.resolve };
    before.waiting.push(waiter);
    const giveUp = () => {
      const queue = held.get(id)?.waiting ?? [];
      const place = queue.indexOf(waiter);
      // The request got the lock at the same moment.
      if (place < 0) return;
      queue.splice(place, 1);
      turn.reject(new AppError('upload.offset_conflict'));
    };
    const timer = setTimeout(giveUp, waitMs);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    else before.release();
    try {
      await turn.promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    }
  };

  const unlock = (id: string): void => {
    const entry = held.get(id);
    const next = entry?.waiting.shift();
    if (!entry || !next) {
      held.delete(id);
      return;
    }
    Object.assign(entry, { release: next.release, isRequest: next.isRequest });
    next.begin();
    if (entry.waiting.length > 0) next.release();
  };

  return {
    newLock: (id) => ({
      lock: (signal, release) => acquire(id, { release, isRequest: true }, signal),
      unlock: async () => unlock(id),
    }),
    async hold(id) {
      await acquire(id, { release: () => {}, isRequest: false }, new AbortController().signal);
      return { [Symbol.dispose]: () => unlock(id) };
    },
    isWriting(id) {
      const entry = held.get(id);
      return entry !== undefined && [entry, ...entry.waiting].some(({ isRequest }) => isRequest);
    },
  };
}
