import { createWithKey } from '#web/parts/session/creation-key.ts';
import {
  createRecordingSegment,
  type RecordingSegment,
  type RecordingSegmentInput,
} from '#web/features/recording/segment/recording-segment.ts';
import type { ServerPort } from '#web/features/recording/server/server-port.ts';
import type { SignInGate } from '#web/features/recording/server/sign-in-gate.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import type { RecordingRecord } from '#workers/recorder/recorder.contract.ts';

/** Opens the segments of kept recordings, and creates the sessions of those that began without one. */
type KeptSegments = {
  open(record: RecordingRecord, index: number): RecordingSegment;
  /** Creates the session of a recording and returns its id. */
  createSession(recordId: string, draft: RecordingRecord['session'], key: string): Promise<string>;
};

type KeptSegmentsInput = {
  server: Pick<ServerPort, 'createSession' | 'saveNotes'>;
  timings: RecordingSegmentInput['timings'];
  recorder(): Recorder;
  signedIn: SignInGate;
  onSession(recordId: string, sessionId: string): void;
  signal: AbortSignal;
};

export function createKeptSegments(input: KeptSegmentsInput): KeptSegments {
  const { server, timings, recorder, signedIn } = input;
  /** Session ids by recording id. An id may be set before the page knows the recording. */
  const sessions = new Map<string, string>();
  return {
    open(record, index) {
      const segment = createRecordingSegment({
        index,
        sessionId: record.sessionId ?? sessions.get(record.id) ?? null,
        // The session's notes are not loaded here. If there are any, revision 0 makes the server report a conflict, and both
        // texts are merged.
        notes: { text: '', rev: 0 },
        stage: 'kept',
        annotate: (annotation) => recorder().annotate(annotation),
        async save(...call) {
          await signedIn.wait();
          return await server.saveNotes(...call);
        },
        timings,
        onChange() {},
      });
      segment.begin({ ...record });
      return segment;
    },
    async createSession(recordId, draft, key) {
      await signedIn.wait();
      const sessionId = await createWithKey(key, {
        create: (as) => server.createSession(draft, as, input.signal),
        storeKey: (sessionKey) => recorder().annotate({ id: recordId, sessionKey }),
      });
      sessions.set(recordId, sessionId);
      input.onSession(recordId, sessionId);
      return sessionId;
    },
  };
}
