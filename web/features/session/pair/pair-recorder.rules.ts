import { type SessionDraft } from '#api/contract/session.ts';
import { sessionLanguages } from '#api/contract/session-terms.ts';
import type { KeptRecording } from '#workers/recorder/recorder.contract.ts';

type Shown = { sessionId: string | null; part: number; mode: string };

/** True for a recording of the session, and for one that went on in a next session because it was too long for one. */
export const isOfPairing = ({ sessionId, part, mode }: Shown, joinedSessionId: string): boolean =>
  mode === 'record' && (sessionId === joinedSessionId || part > 1);

/**
 * The same for a recording that an earlier page has left on this device. A phone without a sign-in has nothing to do with what was
 * recorded before it was let in, at `sinceMs`, by the clock of this device.
 */
export const belongsTo = ({ record }: KeptRecording, joinedSessionId: string, sinceMs = 0): boolean =>
  isOfPairing(record, joinedSessionId) && record.startedAtMs >= sinceMs;

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
