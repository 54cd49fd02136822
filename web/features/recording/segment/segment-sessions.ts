import { createWithKey } from '#web/parts/session/creation-key.ts';
import type { ServerPort } from '#web/features/recording/server/server-port.ts';
import type { SignInGate } from '#web/features/recording/server/sign-in-gate.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import type { RecordingRecord } from '#workers/recorder/recorder.contract.ts';

/** Creates the sessions of recordings that began without one. */
export type SegmentSessions = {
  /** Creates the session of a recording and returns its id. It is created only once, unless that failed. */
  create(recordId: string, draft: RecordingRecord['session'], key: string): Promise<string>;
  /** Calls `onSession` for a session that was created before the page knew the recording. */
  follow(recordId: string): void;
  /** Resolves when no session is being created for a recording, at once if none is. Never rejects. */
  settled(recordId: string): Promise<void>;
};

type SegmentSessionsInput = {
  server: Pick<ServerPort, 'createSession'>;
  signedIn: SignInGate;
  recorder(): Recorder;
  onSession(recordId: string, sessionId: string): void;
  signal: AbortSignal;
};

export function createSegmentSessions({
  server,
  signedIn,
  recorder,
  onSession,
  signal,
}: SegmentSessionsInput): SegmentSessions {
  const sessions = new Map<string, Promise<string>>();
  return {
    create(recordId, draft, key) {
      const known = sessions.get(recordId);
      if (known) return known;
      const created = createWithKey(key, {
        async create(as) {
          await signedIn.wait();
          return await server.createSession(draft, as, signal);
        },
        storeKey: (sessionKey) => recorder().annotate({ id: recordId, sessionKey }),
      });
      sessions.set(recordId, created);
      created.then(
        (sessionId) => onSession(recordId, sessionId),
        () => sessions.delete(recordId),
      );
      return created;
    },
    follow(recordId) {
      sessions.get(recordId)?.then(
        (sessionId) => onSession(recordId, sessionId),
        () => {},
      );
    },
    async settled(recordId) {
      await sessions.get(recordId)?.catch(() => undefined);
    },
  };
}
