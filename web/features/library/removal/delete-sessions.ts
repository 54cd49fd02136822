import type { SessionItem } from '#api/contract/session.ts';
import { isApiError } from '#web/lib/api-error.ts';

export type RemovedSession = Pick<SessionItem, 'id' | 'title'>;

type DeletionDeps = {
  /** Deletes a session on the server. Rejects with an `ApiError`. */
  send(id: string): Promise<unknown>;
  /** Largest number of requests at the same time. The first ones are sent before `deleteSessions` returns. */
  requests: number;
  /** Called when the server has answered, or the request has failed. */
  onSettled(id: string): void;
};

export type Deletion = {
  removed: ReadonlySet<string>;
  failed: readonly RemovedSession[];
  /** Error of the last failed request; undefined if none failed. */
  reason: unknown;
};

/** Deletes sessions on the server, some at a time. Never rejects. */
export async function deleteSessions(
  sessions: readonly RemovedSession[],
  { send, requests, onSettled }: DeletionDeps,
): Promise<Deletion> {
  const waiting = [...sessions];
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
        // The session was deleted in another tab or on another device.
        if (isApiError(error, 'session.not_found')) removed.add(id);
        else {
          failed.push(next);
          reason = error;
        }
      }
      onSettled(id);
    }
  };
  await Promise.all(Array.from({ length: Math.min(requests, sessions.length) }, work));
  return { removed, failed, reason };
}
