import { type SessionDraft } from '#api/contract/session.ts';
import { sessionLanguages } from '#api/contract/session-terms.ts';
import type { KeptRecording } from '#workers/recorder/recorder.contract.ts';

type Shown = { sessionId: string | null; part: number; mode: string };

/** True for a recording of the session, and for one that went on in a next session because it was too long for one. */
export const isOfPairing = ({ sessionId, part, mode }: Shown, joinedSessionId: string): boolean =>
  mode === 'record' && (sessionId === joinedSessionId || part > 1);

export type OfPairing = {
  /** Session of the pairing. */
  sessionId: string;
  /** Sessions that this phone has recorded for the pairing (`recordedSessions`). */
  recorded: readonly string[];
  /** Time at which a phone without a sign-in was let in, by the clock of this device, ms since the epoch; 0 with a sign-in. */
  sinceMs: number;
};

const isRecorded = ({ record }: KeptRecording, { recorded }: OfPairing): boolean =>
  record.sessionId !== null && recorded.includes(record.sessionId);

/**
 * True if a recording that an earlier page has left on this device may be of the pairing. A phone without a sign-in has nothing to do
 * with what was recorded before it was let in. What it has recorded itself is known by its session, because its clock may have been set
 * back meanwhile.
 */
export const belongsTo = (kept: KeptRecording, of: OfPairing): boolean => {
  const { record } = kept;
  if (record.mode === 'record' && isRecorded(kept, of)) return true;
  return isOfPairing(record, of.sessionId) && record.startedAtMs >= of.sinceMs;
};

/** True if it is sure that a left recording is of the pairing. A later part without a known session may be of another one. */
export const isSurelyOf = (kept: KeptRecording, of: OfPairing): boolean =>
  belongsTo(kept, of) && (kept.record.sessionId === of.sessionId || isRecorded(kept, of));

/** Returns the recording to go on with, of those that were left: the last part of the pairing, or else one that may be of it. */
export function leftOf<T extends { kept: KeptRecording }>(items: readonly T[], of: OfPairing): T | undefined {
  const found = items.filter(({ kept }) => belongsTo(kept, of));
  const [last] = found
    .filter(({ kept }) => isSurelyOf(kept, of))
    .toSorted((a, b) => b.kept.record.part - a.kept.record.part);
  return last ?? found[0];
}

/** What a phone without a sign-in knows of its session. The server fills in the rest. */
export function sessionOfGuest(id: string, title: string, language: string) {
  const known = sessionLanguages.find((one) => one === language) ?? 'de';
  const draft: SessionDraft = {
    title,
    language: known,
    participants: null,
    fhir_patient_id: null,
    settings: {},
  };
  return { id, draft, notes: { text: '', rev: 0 } };
}

type GuestFacts = {
  /** True while a recording of the pairing runs, is being sent, or has just been sent. */
  isHere: boolean;
  /** Whether this device has an unsent recording of the pairing that no tab works on. */
  left: 'unknown' | 'yes' | 'no';
  hasClaim: boolean;
  hasToken: boolean;
  isSent: boolean;
};

/**
 * True if a phone without a sign-in can do nothing more for its pairing. After the end of the pairing it may still send what it
 * has, until the server refuses its token.
 */
export function isGuestOver({ isHere, left, hasClaim, hasToken, isSent }: GuestFacts): boolean {
  if (isHere) return false;
  if (!hasToken) return true;
  return left === 'no' && (!hasClaim || isSent);
}
