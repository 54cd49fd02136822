import type { TFunction } from 'i18next';
import { proxy } from 'valtio';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { createScope } from '#web/lib/scope.ts';
import type { ToastQueue } from '#web/ui/toast-queue.ts';
import { deleteSessions } from './delete-sessions.ts';
import type { RemovedSession } from './delete-sessions.ts';

export type RemovalDeps = {
  toasts: ToastQueue;
  t: TFunction;
  undoMs(): number;
  /** Deletes a session on the server. Rejects with an `ApiError`. */
  send(id: string): Promise<unknown>;
  /** Deletes a session while the page closes. It must have sent the request when it returns. */
  sendLeaving(id: string): Promise<unknown>;
  window: EventTarget;
  /** Stores the ids of removed sessions whose deletion has no answer yet. */
  keep(ids: readonly string[]): void;
  /** Called after sessions were deleted, to remove them from caches. */
  onRemoved(ids: ReadonlySet<string>): void;
};

type RemovalState = {
  hidden: Record<string, true>;
  /**
   * The first of the sessions that reappeared last, after an undo or a failed deletion. Null if none has reappeared.
   */
  restored: { id: string } | null;
};

type Removal = Disposable & {
  readonly state: RemovalState;
  /** Hides sessions at once, with a message that can undo it; deletes them when that message closes. */
  remove(sessions: readonly RemovedSession[]): void;
  /** Undoes the last removal that can still be undone. Returns false if there is none. */
  undoLast(): boolean;
  /** Sends the deletions of all removals that can still be undone. Resolves when the server has answered. */
  settle(): Promise<void>;
};

type Batch = { sessions: readonly RemovedSession[]; toastId: number };

/** Number of deletions that are requested at the same time. Fifty at once would overload a single-process server. */
const requestsAtOnce = 4;

/**
 * Creates removals that can be undone for a while by the button of a message. The deletion is sent when that message
 * closes for any reason, so a visible button always works. The message stays while the pointer or the focus is on it.
 */
export function createRemoval(deps: RemovalDeps): Removal {
  const { toasts } = deps;
  const messages = createMessages(deps);
  const hidden = createHiddenSessions(deps.keep);
  const { state, hide, show } = hidden;
  const { commit, commitLeaving, sendUnanswered } = createDeletions(deps, messages, hidden);
  const scope = createScope();
  let pending: Batch[] = [];

  const takePending = (isTaken: (batch: Batch) => boolean) => {
    const taken = pending.filter(isTaken);
    pending = pending.filter((batch) => !taken.includes(batch));
    return taken;
  };
  const undo = (batch: Batch) => {
    takePending((each) => each === batch);
    show(batch.sessions);
    messages.undone(batch.sessions.length);
  };
  async function settle(send = commit): Promise<void> {
    const batches = takePending(() => true);
    const done = Promise.all(batches.map(({ sessions }) => send(sessions)));
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
    sendUnanswered();
    void settle(commitLeaving);
  });
  // The page lives on after all. What could not be deleted is tried in the ordinary way.
  scope.listen(deps.window, 'pageshow', () => void commit(hidden.open().map((id) => ({ id, title: '' }))));

  return {
    state,
    remove(sessions) {
      if (sessions.length === 0) return;
      hide(sessions);
      const batch: Batch = { sessions, toastId: 0 };
      batch.toastId = messages.removed(sessions.length, () => pending.includes(batch) && undo(batch));
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

/** Sends deletions, and shows the sessions again that could not be deleted. */
function createDeletions(
  deps: RemovalDeps,
  messages: ReturnType<typeof createMessages>,
  { hide, show, settled }: ReturnType<typeof createHiddenSessions>,
) {
  /** Ids of the sessions whose deletion was started in the ordinary way and has no answer yet. */
  const unanswered = new Set<string>();
  const onSettled = (id: string) => void unanswered.delete(id);
  function finish(removed: ReadonlySet<string>): void {
    settled(removed);
    if (removed.size > 0) deps.onRemoved(removed);
  }
  async function commit(sessions: readonly RemovedSession[]): Promise<void> {
    const ids = new Set(sessions.map(({ id }) => id));
    for (const id of ids) unanswered.add(id);
    const deletion = await deleteSessions(sessions, { send: deps.send, requests: requestsAtOnce, onSettled });
    const { removed, reason } = deletion;
    finish(removed);
    // While the page closes, `sendUnanswered` has taken over, and its requests may still succeed.
    const failed = deletion.failed.filter(({ id }) => !takenOver.has(id));
    if (failed.length === 0) return;
    show(failed);
    messages.failed(failed.length, reason, () => {
      hide(failed);
      void commit(failed);
    });
  }
  /** Ids whose deletion was sent again because the page closes. What fails then stays stored for the next visit. */
  const takenOver = new Set<string>();
  return {
    async commit(sessions: readonly RemovedSession[]): Promise<void> {
      for (const { id } of sessions) takenOver.delete(id);
      await commit(sessions);
    },
    /**
     * Sends the requests with `sendLeaving`, all before this function returns, because ordinary requests are aborted with
     * the page.
     */
    async commitLeaving(sessions: readonly RemovedSession[]): Promise<void> {
      const { removed } = await deleteSessions(sessions, {
        send: deps.sendLeaving,
        requests: Infinity,
        onSettled,
      });
      finish(removed);
    },
    /** Sends the deletions without an answer once more, because their requests are aborted with the page. */
    sendUnanswered(): void {
      for (const id of unanswered) {
        takenOver.add(id);
        deps.sendLeaving(id).then(
          () => finish(new Set([id])),
          () => {},
        );
      }
      unanswered.clear();
    },
  };
}

/**
 * Holds the sessions that lists do not show, because they are removed or about to be. `keep` receives the ids of those
 * that are not deleted yet, whenever they change.
 */
function createHiddenSessions(keep: RemovalDeps['keep']) {
  /** Ids of the hidden sessions that are not deleted yet. */
  const open = new Set<string>();
  const settled = (ids: Iterable<string>) => {
    for (const id of ids) open.delete(id);
    keep([...open]);
  };
  const state = proxy<RemovalState>({ hidden: {}, restored: null });
  return {
    state,
    hide(sessions: readonly RemovedSession[]) {
      for (const { id } of sessions) {
        state.hidden[id] = true;
        open.add(id);
      }
      keep([...open]);
    },
    open: () => [...open],
    /** These sessions are deleted. They stay hidden, because a list that was fetched earlier may contain them. */
    settled,
    show(sessions: readonly RemovedSession[]) {
      for (const { id } of sessions) delete state.hidden[id];
      settled(sessions.map(({ id }) => id));
      state.restored = sessions[0] ? { id: sessions[0].id } : null;
    },
  };
}

function createMessages({ toasts, t, undoMs }: Pick<RemovalDeps, 'toasts' | 't' | 'undoMs'>) {
  return {
    /** Shows the message about removed sessions, which closes after `undoMs`. Returns its id. */
    removed: (count: number, onUndo: () => void): number =>
      toasts.add({
        kind: 'info',
        text: t('library.remove.done', { count }),
        action: { label: t('library.remove.undo'), run: onUndo },
        durationMs: undoMs(),
      }),
    undone: (count: number) => toasts.add({ kind: 'info', text: t('library.remove.undone', { count }) }),
    failed: (count: number, reason: unknown, onRetry: () => void) =>
      toasts.add({
        kind: 'error',
        text: t('library.remove.failed', { count, reason: errorSentence(t, reason) }),
        action: { label: t('shell.retry'), run: onRetry },
      }),
  };
}
