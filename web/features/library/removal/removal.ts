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
  /** How long it can be undone. */
  undoMs(): number;
  /** Deletes one on the server; rejects with an `ApiError`. */
  send(id: string): Promise<unknown>;
  /** The same from a page that is going: must be on its way before this returns. */
  sendLeaving(id: string): Promise<unknown>;
  /** Whose `pagehide` says that the page goes. */
  window: EventTarget;
  /** They are gone for good: nothing that is held of them is true any more. */
  onRemoved(ids: ReadonlySet<string>): void;
};

type RemovalState = {
  /** Not shown in any list: asked to go, or gone. */
  hidden: Record<string, true>;
  /** The first of those that came back last. */
  restored: { id: string } | null;
};

type Removal = Disposable & {
  readonly state: RemovalState;
  /** Hides them at once and says so, with a way back; deletes them when that way has gone. */
  remove(sessions: readonly RemovedSession[]): void;
  /** Takes the latest removal back that still can be; false where none can. */
  undoLast(): boolean;
  /** Deletes now what could still be undone; ends when the server has answered. */
  settle(): Promise<void>;
};

type Batch = { sessions: readonly RemovedSession[]; toastId: number };

/** Requests at once: fifty sessions are not fifty requests for a server of one process. */
const lanes = 4;

/**
 * Deletions that can be taken back for a while. The way back is the button of a message, and the deletion is sent when that
 * message goes, however it goes: what can be pressed always works. While somebody points at it or has the focus on it, it stays.
 */
export function createRemoval(deps: RemovalDeps): Removal {
  const { toasts, t } = deps;
  const state = proxy<RemovalState>({ hidden: {}, restored: null });
  const scope = createScope();
  let pending: Batch[] = [];
  /** Sessions whose deletion by ordinary requests was not answered yet. */
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
          // Somebody was faster: it is gone.
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
    // ordinary requests end with their page
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
