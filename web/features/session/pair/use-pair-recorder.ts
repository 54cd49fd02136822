import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type JoinedPairing, recordedSessions, usePhonePairing } from '#web/features/pairing/index.ts';
import {
  closeRecording,
  isLive,
  isUnsafe,
  recordingHref,
  useRecovery,
} from '#web/features/recording/index.ts';
import type { KeptRecording } from '#workers/recorder/recorder.contract.ts';
import { passHeader } from '#web/lib/pass-header.ts';
import { isAllSent } from '#web/lib/phone-pass.ts';
import { usePhonePass } from '#web/lib/use-phone-pass.ts';
import { useSession } from '#web/parts/session/session.state.ts';
import { hasRecording } from '#web/parts/session/session.rules.ts';
import { belongsTo, isGuestOver, isOfPairing, sessionOfGuest } from './pair-recorder.rules.ts';
import { useIsDelivered, useLeft, useShownRecording } from './use-shown-recording.ts';

export type PairRecorderState = ReturnType<typeof usePairRecorder>;

/** Returns the state of the recorder of a phone for this pairing, and the function that continues a left recording. */
export function usePairRecorder(joined: JoinedPairing) {
  const { t } = useTranslation();
  const { pairingId, sessionId, guestLanguage } = joined;
  const isGuest = guestLanguage !== null;
  const navigate = useNavigate();
  const recovery = useRecovery();
  const [continued, setContinued] = useState<KeptRecording | null>(null);
  const query = useSession(sessionId, !isGuest);
  const title = joined.title || query.data?.title || t('pairingPhone.title');
  const { recording, facts } = useShownRecording();
  const isOurs = isOfPairing(facts, sessionId);
  const isHere = isOurs && (isUnsafe(facts.stage) || facts.stage === 'finished');
  const isGoingOn = isOurs && isLive(facts.stage);
  const sent = useSentOfGuest(joined);
  const ofPairing = { pairingId, sessionId, recorded: sent.recorded, sinceMs: sent.sinceMs };
  const isOfPhone = (kept: KeptRecording) => belongsTo(kept, ofPairing);
  const left = useLeft(recovery, ofPairing);
  const leftState: LeftState = left === undefined ? 'unknown' : left === null ? 'no' : 'yes';
  const isDelivered = useIsDelivered(recovery, sessionId);
  const isWaiting = Boolean(left) && !continued && !isHere;
  const { phone, isElsewhere } = usePhonePairing(
    joined,
    isOurs ? recording : null,
    // A left part that may be of another recording is not reported to this pairing.
    isWaiting && left?.isSure ? left : null,
  );
  // The recorder reports to the desktop that nothing is recorded. So it is shown only when the list of unsent recordings is
  // known.
  const isLooking = left === undefined && !continued && !isHere;
  // The session has its audio. So there is nothing more to record, with or without the other screen.
  const isWhole =
    !isGuest && query.data !== undefined && (isDelivered || hasRecording(query.data)) && !isHere;
  const { hasClaim, hasToken, isSent } = sent;
  const isOver =
    isGuest && !continued && isGuestOver({ isHere, left: leftState, hasClaim, hasToken, isSent });

  return {
    title,
    isGuest,
    isGoingOn,
    isUnsent: isWaiting || (isOurs && isUnsafe(facts.stage)),
    isWhole,
    /** Whether the state of the connection is shown. It is not when there is nothing more to record for the pairing. */
    hasStatus: !(facts.stage === 'finished' && (isGuest || isOurs)) && (!isWhole || isWaiting),
    phone,
    isElsewhere,
    recovery,
    isOfPhone,
    query,
    guestSession: guestLanguage === null ? null : sessionOfGuest(sessionId, title, guestLanguage),
    /** What is shown in place of the recorder; null if the recorder is shown. */
    inPlace: isWaiting || (isElsewhere && !isHere) ? 'nothing' : isLooking ? 'loading' : null,
    /** Props of `PassOver`, which replaces the whole screen when a phone without a sign-in can do nothing more; null before. */
    over: isOver
      ? {
          pairingId,
          left: leftState,
          // After the end of the pairing only what is on this device can still be sent.
          isSent: isSent || (sent.hasEnded && (sent.hasSentOne || isDelivered)),
          wasOver: sent.wasOver,
          isReplaced: sent.isReplaced,
        }
      : null,
    /** The left recording that the person continues on this screen; null for a new recording. */
    continued,
    goOn(kept: KeptRecording): void {
      if (!isOfPhone(kept)) return void navigate({ href: recordingHref(kept.record) });
      // A sound check that is running has to release the microphone first.
      closeRecording();
      setContinued(kept);
    },
    onDiscarded(): void {
      setContinued(null);
      void recovery?.refresh();
    },
  };
}

type LeftState = 'unknown' | 'yes' | 'no';

/** Returns what the pass of a phone without a sign-in tells of the pairing. With a sign-in there is none. */
function useSentOfGuest({ pairingId, guestLanguage }: JoinedPairing) {
  const held = usePhonePass();
  const [wasOver] = useState(() => !('authorization' in passHeader(pairingId)));
  const pass = guestLanguage !== null && held?.pairingId === pairingId ? held : null;
  const grant = pass?.grant ?? null;
  const recorded = recordedSessions(pairingId);
  return {
    recorded,
    sinceMs: grant?.sinceMs ?? 0,
    hasClaim: pass !== null && pass.claim !== null,
    hasToken: grant !== null && grant.token !== null,
    hasEnded: pass?.claim === null,
    hasSentOne: grant?.isSent === true,
    isSent: grant !== null && isAllSent(grant, recorded),
    wasOver,
    isReplaced: pass === null,
  };
}
