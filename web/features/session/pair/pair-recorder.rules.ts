import type { KeptRecording } from '#workers/recorder/recorder.contract.ts';

type Shown = { sessionId: string | null; part: number; mode: string };

/** True for a recording of the session, and for one that went on in a next session because it was too long for one. */
export const isOfPairing = ({ sessionId, part, mode }: Shown, joinedSessionId: string): boolean =>
  mode === 'record' && (sessionId === joinedSessionId || part > 1);

/** The same for a recording that an earlier page has left on this device. */
export const belongsTo = ({ record }: KeptRecording, joinedSessionId: string): boolean =>
  isOfPairing(record, joinedSessionId);
