import type { SessionDraft } from '#api/contract/session.ts';
import { defaultLanguage } from '#web/parts/session/session-form.rules.ts';
import type { KeptRecording } from '#workers/recorder/recorder.contract.ts';

type Shown = { sessionId: string | null; part: number; mode: string };

/** True for a recording of the session, and for one that went on in a next session because it was too long for one. */
export const isOfPairing = ({ sessionId, part, mode }: Shown, joinedSessionId: string): boolean =>
  mode === 'record' && (sessionId === joinedSessionId || part > 1);

export type OfPairing = {
  pairingId: string;
  /** Session of the pairing. */
  sessionId: string;
  /** Sessions that this phone has recorded for the pairing (`recordedSessions`). */
  recorded: readonly string[];
  /** Time at which a phone without a sign-in received its token, ms since the epoch by the clock of this device; 0 with a sign-in. */
  sinceMs: number;
};

/** True if this phone has made the recording for the pairing: by the pairing that is stored with it, or by its session. */
const isRecorded = ({ record }: KeptRecording, { pairingId, recorded }: OfPairing): boolean =>
  record.pairingId === pairingId || (record.sessionId !== null && recorded.includes(record.sessionId));

/**
 * True if a recording that an earlier page has left on this device may be of the pairing. It is if the pairing is stored with it, or if
 * its session is in `recorded`. Otherwise it must have begun after `sinceMs`, so that a phone without a sign-in does not show what was
 * recorded before it had its token. The start time alone does not decide, because the clock of the device may have been set back.
 */
export const belongsTo = (kept: KeptRecording, of: OfPairing): boolean => {
  const { record } = kept;
  if (record.mode === 'record' && isRecorded(kept, of)) return true;
  return isOfPairing(record, of.sessionId) && record.startedAtMs >= of.sinceMs;
};

/** True if a left recording is certainly of the pairing. A later part without a stored pairing and session may be of another one. */
export const isSurelyOf = (kept: KeptRecording, of: OfPairing): boolean =>
  belongsTo(kept, of) && (kept.record.sessionId === of.sessionId || isRecorded(kept, of));

/** Returns the left recording to continue: the last part that is certainly of the pairing, otherwise one that may be of it. */
export function leftOf<T extends { kept: KeptRecording }>(items: readonly T[], of: OfPairing): T | undefined {
  const found = items.filter(({ kept }) => belongsTo(kept, of));
  const [last] = found
    .filter(({ kept }) => isSurelyOf(kept, of))
    .toSorted((a, b) => b.kept.record.part - a.kept.record.part);
  return last ?? found[0];
}

/** Returns the session as the recorder of a phone without a sign-in needs it. Participants, patient and settings are unknown to it. */
export function sessionOfGuest(id: string, title: string, language: string) {
  const draft: SessionDraft = {
    title,
    language: defaultLanguage(language),
    participants: null,
    fhir_patient_id: null,
    settings: {},
  };
  return { id, draft, notes: { text: '', rev: 0 } };
}

type GuestFacts = {
  /** True while a recording of the pairing runs or is sent, and while the page shows that it was sent. */
  isHere: boolean;
  /** Whether this device has an unsent recording of the pairing that no tab works on. */
  left: 'unknown' | 'yes' | 'no';
  /** False after the pairing has ended. */
  hasClaim: boolean;
  /** False after the server has refused the token. */
  hasToken: boolean;
  /** True if the server has all that this phone has recorded (`isAllSent`). */
  isSent: boolean;
};

/**
 * True if a phone without a sign-in can do nothing more for its pairing. After the end of the pairing the phone may send unsent
 * audio until the server refuses its token.
 */
export function isGuestOver({ isHere, left, hasClaim, hasToken, isSent }: GuestFacts): boolean {
  if (isHere) return false;
  if (!hasToken) return true;
  return left === 'no' && (!hasClaim || isSent);
}
