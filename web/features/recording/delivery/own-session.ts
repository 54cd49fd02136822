import { createWithKey } from '#web/parts/session/creation-key.ts';
import type { ServerPort } from '#web/features/recording/server/server-port.ts';
import type { RecordingSegment } from '#web/features/recording/segment/recording-segment.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import { recordOf } from './delivery-step.ts';
import type { WithRetries } from './retry.ts';

/** Creates a new session for a recording and returns its id. The session's idempotency key is stored first. */
export type CreateOwnSession = (segment: RecordingSegment) => Promise<string>;

type OwnSessionInput = {
  recorder(): Recorder;
  server: Pick<ServerPort, 'createSession'>;
  withRetries: WithRetries;
  signal: AbortSignal;
};

export function prepareOwnSession({
  recorder,
  server,
  withRetries,
  signal,
}: OwnSessionInput): CreateOwnSession {
  return async (segment) => {
    const record = recordOf(segment);
    const storeKey = async (sessionKey: string): Promise<string> => {
      await recorder().annotate({ id: record.id, sessionKey });
      record.sessionKey = sessionKey;
      return sessionKey;
    };
    const sessionId = await createWithKey(record.sessionKey ?? (await storeKey(crypto.randomUUID())), {
      create: (key) => withRetries(segment, () => server.createSession(record.session, key, signal)),
      storeKey,
    });
    segment.toSession(sessionId);
    record.sessionKey = null;
    return sessionId;
  };
}
