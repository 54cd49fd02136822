import { type Log, silentLog } from '#api/lib/log.ts';
import { createQueue } from '#api/jobs/sqlite-queue.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { testDb } from '#api/testing/test-db.ts';
import { transcribeJobName } from '#api/transcript/transcribe-request.ts';
import { testApp } from '#api/testing/test-app.ts';
import { buildUser, type UserRow } from '#api/testing/builders.ts';
import { creationKeyHeader } from '#api/contract/session.ts';
import { ApiError, responseToError } from '#web/lib/api-error.ts';
import { serverOfSignedIn } from '#web/features/recording/server/server-double.ts';
import type { ServerPort } from '#web/features/recording/server/server-port.ts';
import { noAnswer, type SendRequest, type Transport } from '#workers/send/transport.ts';

export type Connection = {
  isOffline: boolean;
  /** Number of the next answers that get lost after the server has handled the request. */
  lostAnswers: number;
  isSignedIn: boolean;
};

export type Server = Awaited<ReturnType<typeof createServer>>;
type Answer = Response | null;

/** The real server behind connections that fail on request. */
export async function createServer() {
  /** Errors that the server has logged. The tests expect none. */
  const errors: string[] = [];
  const log = { ...silentLog() } as Log;
  Object.assign(log, {
    error: ({ err }: { err?: Error }) => void errors.push(String(err?.stack ?? err)),
    child: () => log,
  });
  const database = testDb();
  // The job is never run, because the queue is not started.
  const idle = { name: transcribeJobName, maxAttempts: 1, retryDelaysMs: [], run: async () => {} };
  const queue = createQueue({ db: database, clock: testClock(), log, handlers: [idle], slots: 1 });
  const { app, db, bearer, deps } = await testApp({ log, db: database, queue });

  async function openPerson() {
    const user: UserRow = await buildUser(db);
    const auth = () => bearer(user);

    async function ask(connection: Connection, path: string, init: RequestInit): Promise<Answer> {
      await new Promise((resolve) => setImmediate(resolve));
      if (connection.isOffline) return null;
      const headers = {
        ...(connection.isSignedIn ? auth() : {}),
        ...(init.headers as Record<string, string>),
      };
      const response = await app.request(path, { ...init, headers });
      // Reads the body first, so that the server has handled the whole request.
      const body = init.method === 'HEAD' ? null : await response.arrayBuffer();
      if (connection.lostAnswers > 0) {
        connection.lostAnswers -= 1;
        return null;
      }
      const { status } = response;
      return new Response(status === 204 || status === 304 ? null : body, {
        status,
        headers: response.headers,
      });
    }

    const call = async (connection: Connection, path: string, init: RequestInit): Promise<Response> => {
      const answer = await ask(connection, path, init);
      if (!answer) throw new ApiError('network.failed', 0);
      if (!answer.ok) throw await responseToError(answer);
      return answer;
    };
    const json = (method: string, body: unknown, headers: Record<string, string> = {}): RequestInit => ({
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

    return {
      user,
      call,
      json,
      transport(connection: Connection): Transport {
        return async ({ method, url, headers, body, signal }: SendRequest) => {
          signal.throwIfAborted();
          const answer = await ask(connection, url, { method, headers, ...(body ? { body } : {}) });
          signal.throwIfAborted();
          if (!answer) return noAnswer;
          const bytes = new Uint8Array(await answer.arrayBuffer());
          const isSound = method === 'GET' && answer.ok;
          const { status } = answer;
          const header = (name: string) => answer.headers.get(name);
          return { status, header, text: isSound ? '' : new TextDecoder().decode(bytes), bytes };
        };
      },
      port(connection: Connection): ServerPort {
        return {
          headers: async () => (connection.isSignedIn ? auth() : {}),
          isSignedIn: () => connection.isSignedIn,
          onChange: () => () => {},
          ...serverOfSignedIn,
          async createSession(session, key) {
            const init = json('POST', { session }, { [creationKeyHeader]: key });
            const answer = await call(connection, '/api/v1/sessions/', init);
            return ((await answer.json()) as { id: string }).id;
          },
          async describeSession(id, words) {
            await call(connection, `/api/v1/sessions/${id}`, json('PATCH', words));
          },
          async saveNotes(id, notes) {
            try {
              const answer = await call(connection, `/api/v1/sessions/${id}`, json('PATCH', { notes }));
              return { rev: ((await answer.json()) as { notes: { rev: number } }).notes.rev };
            } catch (error) {
              const have = error instanceof ApiError ? error.body?.have : undefined;
              if (have && 'rev' in have) return { have };
              throw error;
            }
          },
          async putDraft(sessionId, draft) {
            await call(connection, `/api/v1/sessions/${sessionId}/draft`, json('PUT', draft));
          },
          async complete(sessionId, metadata, peaks) {
            const body = new FormData();
            body.set('metadata', JSON.stringify(metadata));
            body.set('peaks', new Blob([peaks]), 'peaks');
            await call(connection, `/api/v1/sessions/${sessionId}/recording-complete`, {
              method: 'POST',
              body,
            });
          },
        };
      },
      /** Reads what the server has of this person, for the check at the end. */
      async have() {
        const sessions = await db
          .selectFrom('session')
          .where('user_id', '=', user.id)
          .select(['id', 'title', 'notes', 'markers'])
          .execute();
        const ids = sessions.map(({ id }) => id);
        const rows = ids.length
          ? await db.selectFrom('audio').where('session_id', 'in', ids).selectAll().execute()
          : [];
        const audios: { sessionId: string; bytes: Uint8Array }[] = [];
        for (const { session_id: sessionId, storage_key: key } of rows) {
          const pieces: Uint8Array[] = [];
          const stream = await deps.storage.read(key);
          for await (const piece of stream as AsyncIterable<Uint8Array>) pieces.push(piece);
          audios.push({ sessionId, bytes: Buffer.concat(pieces) });
        }
        return { sessions, audios, errors: errors.splice(0) };
      },
    };
  }

  return { openPerson };
}
export type Person = Awaited<ReturnType<Server['openPerson']>>;
