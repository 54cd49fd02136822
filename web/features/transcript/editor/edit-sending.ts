import type { EditOp, EditsPatch } from '#api/contract/edits.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { isPassing } from '#web/lib/http.rules.ts';
import type { Timings } from '#web/lib/time.ts';
import type { SaveState } from './transcript-editor.ts';

/** Body of a refused request (contract: editsConflictSchema). */
export type EditsHave = { version: number; edits: number; ops: readonly EditOp[] | null };

type EditSendingDeps = {
  /** Returns the patch to send; null if there is none. Until a patch is answered, it is returned again. */
  next(): EditsPatch | null;
  /**
   * Sends a patch. Rejects with an `ApiError`. `isLast` means that the page is being closed, and that the request must
   * outlive it.
   */
  send(patch: EditsPatch, isLast: boolean): Promise<{ edits: number }>;
  onAccepted(patch: EditsPatch, answer: { edits: number }): Promise<void>;
  /** Called when another client's edits came first. After it, `next` returns the rest of the edits. */
  onConflict(patch: EditsPatch, have: EditsHave): Promise<void>;
  /**
   * Called when an edit of the patch is invalid. `index` is its place in the patch; null if the server does not name
   * it.
   */
  onInvalid(index: number | null): Promise<void>;
  onState(state: Exclude<SaveState, { kind: 'saved' }>): void;
  timings: Pick<Timings, 'sendEditsMs' | 'sendEditsAtMostMs' | 'uploadRetryDelaysMs'>;
};

/** Sends edits after a pause in typing, one request at a time. Without an answer the request is repeated. */
type EditSending = Disposable & {
  /** Schedules a request, because an edit was added. */
  touch(): void;
  /** Sends at once. Resolves when nothing is left, or when a retry has to wait. */
  flush(isLast?: boolean): Promise<void>;
};

export function createEditSending(deps: EditSendingDeps): EditSending {
  let failures = 0;
  let running: Promise<void> | null = null;
  const timer = createSendTimer(deps.timings, () => void flush(false));

  async function run(isLast: boolean): Promise<void> {
    for (let patch = deps.next(); patch; patch = deps.next()) {
      if (failures === 0) deps.onState({ kind: 'saving' });
      try {
        const answer = await deps.send(patch, isLast);
        failures = 0;
        await deps.onAccepted(patch, answer);
      } catch (error) {
        if (!(await recover(patch, error))) return;
      }
    }
    // Nothing is left to retry, because edits may have become conflicts. The next change then schedules a request
    // again.
    failures = 0;
  }

  /** Handles a failed request. Returns true if sending can continue at once. */
  async function recover(patch: EditsPatch, error: unknown): Promise<boolean> {
    try {
      if (isApiError(error, 'session.edits_conflict')) {
        await deps.onConflict(patch, error.body?.['have'] as EditsHave);
        return true;
      }
      if (isApiError(error, 'session.edit_invalid')) {
        await deps.onInvalid(indexOf(error.body));
        return true;
      }
    } catch (cause) {
      return fail(cause);
    }
    return fail(error);
  }

  function fail(error: unknown): false {
    if (isApiError(error) && !isPassing(error.status)) {
      deps.onState({ kind: 'failed', error });
      return false;
    }
    const delays = deps.timings.uploadRetryDelaysMs;
    deps.onState({ kind: 'offline' });
    timer.start(delays[Math.min(failures, delays.length - 1)] ?? 0);
    failures++;
    return false;
  }

  function flush(isLast: boolean): Promise<void> {
    timer.clear();
    running ??= run(isLast).finally(() => {
      running = null;
    });
    return running;
  }

  return {
    touch() {
      if (timer.isDisposed || failures > 0) return;
      deps.onState({ kind: 'saving' });
      timer.startAfterPause();
    },
    flush: (isLast = false) => flush(isLast),
    [Symbol.dispose]: () => timer[Symbol.dispose](),
  };
}

/**
 * Creates the timer of the next request. A later start replaces an earlier one. A timer that is disposed of does not
 * start.
 */
function createSendTimer(timings: Pick<Timings, 'sendEditsMs' | 'sendEditsAtMostMs'>, onTime: () => void) {
  let timer: ReturnType<typeof setTimeout> | null = null;
  /** Time of the first change since the last request, ms (`performance.now`); null if there is none. */
  let firstChangeMs: number | null = null;
  let isDisposed = false;

  const stop = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
  };
  const start = (ms: number): void => {
    stop();
    if (!isDisposed) timer = setTimeout(onTime, ms);
  };
  return {
    get isDisposed() {
      return isDisposed;
    },
    start,
    /**
     * Starts the timer for the next pause in typing. The wait after the first change is limited to `sendEditsAtMostMs`.
     */
    startAfterPause() {
      const nowMs = performance.now();
      firstChangeMs ??= nowMs;
      const mostMs = Math.max(0, firstChangeMs + timings.sendEditsAtMostMs - nowMs);
      start(Math.min(timings.sendEditsMs, mostMs));
    },
    clear() {
      stop();
      firstChangeMs = null;
    },
    [Symbol.dispose]() {
      isDisposed = true;
      stop();
    },
  };
}

/**
 * Returns the index of the refused edit, which it reads from the path of the error (`edits.ops.3` is the fourth edit);
 * null if the error names none.
 */
function indexOf(body: unknown): number | null {
  const errors = typeof body === 'object' && body !== null && 'errors' in body ? body.errors : null;
  const first: unknown = Array.isArray(errors) ? errors[0] : null;
  const path = typeof first === 'object' && first !== null && 'path' in first ? String(first.path) : '';
  const found = /^edits\.ops\.(\d+)/.exec(path);
  return found ? Number(found[1]) : null;
}
