import type { TFunction } from 'i18next';
import { proxy } from 'valtio';
import type { SessionItem } from '#api/contract/session.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { createScope } from '#web/lib/scope.ts';
import type { ToastQueue } from '#web/ui/toast-queue.ts';

export type RemovedSession = Pick<SessionItem, 'id' | 'title'>;

export type RemovalDeps = {
  toasts: ToastQueue;
  t: TFunction;
  undoMs(): number;
  /** Deletes one on the server; rejects with an `ApiError`. */
  send(id: string): Promise<unknown>;
  /** Deletes while the page closes: must send before it returns. */
  sendLeaving(id: string): Promise<unknown>;
  window: EventTarget;
  /** Called after the deletion: caches of these sessions are obsolete. */
  onRemoved(ids: ReadonlySet<string>): void;
};

type RemovalState = {
  hidden: Record<string, true>;
  /** The first session of those that reappeared last, after an undo or a failed deletion. */
  restored: { id: string } | null;
};

type Removal = Disposable & {
  readonly state: RemovalState;
  /** Hides sessions at once, with a message that can undo it; deletes them when that message closes. */
  remove(sessions: readonly RemovedSession[]): void;
  /** Undoes the last pending removal; false if there is none. */
  undoLast(): boolean;
  /** Sends pending deletions now; resolves when the server has answered. */
  settle(): Promise<void>;
};

type Batch = { sessions: readonly RemovedSession[]; toastId: number };

/** Concurrent requests: fifty deletions at once would overload a single-process server. */
const lanes = 4;

/**
 * Removals that can be undone for a while by the button of a message. The deletion is sent when that message closes for any
 * reason, so a visible button always works. The message stays while it is hovered or focused.
 */
export function createRemoval(deps: RemovalDeps): Removal {
  const { toasts, t } = deps;
  const state = proxy<RemovalState>({ hidden: {}, restored: null });
  const scope = createScope();
  let pending: Batch[] = [];
  const unanswered = new Set<string>();

  const show = (sessions: readonly RemovedSession[]) => {
    for (const { id } of sessions) delete state.hidden[id];
    state.restored = sessions[0] ? { id: sessions[0].id } : null;
  };
  const undo = (batch: Batch) => {
    pending = pending.filter((each) => each !== batch);
    show(batch.sessions);
    toasts.add({ kind: 'info', text: t('library.remove.undone', { count: batch.sessions.length }) });
  };

  async function commit(sessions: readonly RemovedSession[], send = deps.send, atOnce = lanes) {
    const waiting = [...sessions];
    if (send === deps.send) for (const { id } of sessions) unanswered.add(id);
    const removed = new Set<string>();
    const failed: RemovedSession[] = [];
    let reason: unknown;
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { id } = next;
        try {
          await send(id);
          removed.add(id);
        } catch (error) {
          // Already deleted elsewhere.
          if (isApiError(error, 'session.not_found')) removed.add(id);
          else {
            failed.push(next);
            reason = error;
          }
        }
        unanswered.delete(id);
      }
    };
    await Promise.all(Array.from({ length: Math.min(atOnce, sessions.length) }, work));
    if (removed.size > 0) deps.onRemoved(removed);
    if (failed.length === 0) return;
    show(failed);
    toasts.add({
      kind: 'error',
      text: t('library.remove.failed', { count: failed.length, reason: errorSentence(t, reason) }),
      action: { label: t('shell.retry'), run: () => void again(failed) },
    });
  }
  const hide = (sessions: readonly RemovedSession[]) => {
    for (const { id } of sessions) state.hidden[id] = true;
  };
  const again = (sessions: readonly RemovedSession[]) => {
    hide(sessions);
    return commit(sessions);
  };
  const takePending = (which: (batch: Batch) => boolean) => {
    const taken = pending.filter(which);
    pending = pending.filter((batch) => !taken.includes(batch));
    return taken;
  };
  async function settle(send = deps.send, atOnce = lanes) {
    const batches = takePending(() => true);
    const done = Promise.all(batches.map(({ sessions }) => commit(sessions, send, atOnce)));
    for (const { toastId } of batches) toasts.close(toastId);
    await done;
  }

  scope.defer(
    toasts.subscribe(() => {
      const shown = new Set(toasts.toasts().map(({ id }) => id));
      for (const { sessions } of takePending(({ toastId }) => !shown.has(toastId))) void commit(sessions);
    }),
  );
  scope.listen(deps.window, 'pagehide', () => {
    // Ordinary requests are aborted with the page.
    for (const id of unanswered) void deps.sendLeaving(id).catch(() => {});
    unanswered.clear();
    void settle(deps.sendLeaving, Number.POSITIVE_INFINITY);
  });

  return {
    state,
    remove(sessions) {
      if (sessions.length === 0) return;
      hide(sessions);
      const batch: Batch = { sessions, toastId: 0 };
      batch.toastId = toasts.add({
        kind: 'info',
        text: t('library.remove.done', { count: sessions.length }),
        action: { label: t('library.remove.undo'), run: () => pending.includes(batch) && undo(batch) },
        durationMs: deps.undoMs(),
      });
      pending.push(batch);
    },
    undoLast() {
      const batch = pending.at(-1);
      if (!batch) return false;
      undo(batch);
      toasts.close(batch.toastId);
      return true;
    },
    settle: () => settle(),
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}
