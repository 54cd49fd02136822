import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type JoinedPairing,
  PairingElsewhere,
  PairingEnded,
  PassOver,
  PhoneStatus,
  recordedSessions,
  usePhonePairing,
} from '#web/features/pairing/index.ts';
import {
  closeRecording,
  isLive,
  isUnsafe,
  KeptRecordings,
  recordingHref,
  sessionOfKept,
  useRecovery,
} from '#web/features/recording/index.ts';
import type { KeptRecording } from '#workers/recorder/recorder.contract.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { isAllSent } from '#web/lib/phone-pass.ts';
import { passHeader } from '#web/lib/pass-header.ts';
import { usePhonePass } from '#web/lib/use-phone-pass.ts';
import { Loading } from '#web/parts/page/loading.tsx';
import { RetryNotice } from '#web/parts/page/retry-notice.tsx';
import { hasRecording } from '#web/parts/session/session.rules.ts';
import { useSession } from '#web/parts/session/session.state.ts';
import { belongsTo, isGuestOver, isOfPairing, sessionOfGuest } from './pair-recorder.rules.ts';
import style from './pair-recorder.module.css';
import { PhoneRecorder } from './phone-recorder.tsx';
import { RecordingSent, ToSession } from './recording-sent.tsx';
import { ToComparison } from './to-comparison.tsx';
import { useIsDelivered, useLeft, useShownRecording } from './use-shown-recording.ts';

/** The recorder of a phone, for the session of its pairing. It records with or without the other screen. */
export function PairRecorder({ joined }: { joined: JoinedPairing }) {
  const { t } = useTranslation();
  const { pairingId, sessionId, claim, guestLanguage } = joined;
  const isGuest = guestLanguage !== null;
  const navigate = useNavigate();
  const recovery = useRecovery();
  const [goesOn, setGoesOn] = useState<KeptRecording | null>(null);
  const query = useSession(sessionId, !isGuest);
  const title = joined.title || query.data?.title || t('pairingPhone.title');
  usePageTitle(title);
  const { recording, facts } = useShownRecording();
  const isOurs = isOfPairing(facts, sessionId);
  const isHere = isOurs && (isUnsafe(facts.stage) || facts.stage === 'finished');
  const isGoingOn = isOurs && isLive(facts.stage);
  const held = usePhonePass();
  const [wasOver] = useState(() => !('authorization' in passHeader(pairingId)));
  const pass = isGuest && held?.pairingId === pairingId ? held : null;
  const grant = pass?.grant ?? null;
  const recorded = recordedSessions(pairingId);
  const ofPairing = { pairingId, sessionId, recorded, sinceMs: grant?.sinceMs ?? 0 };
  const isOfPhone = (kept: KeptRecording) => belongsTo(kept, ofPairing);
  const left = useLeft(recovery, ofPairing);
  const isDelivered = useIsDelivered(recovery, sessionId);
  const guestSession = guestLanguage === null ? null : sessionOfGuest(sessionId, title, guestLanguage);
  const isLeft = Boolean(left) && !goesOn && !isHere;
  const { phone, isElsewhere } = usePhonePairing(
    joined,
    isOurs ? recording : null,
    // A left part that may be of another recording is not reported to this pairing.
    isLeft && left?.isSure ? left : null,
  );
  // The recorder reports to the desktop that nothing is recorded. So it is shown only when the list of unsent recordings is
  // known.
  const isLooking = left === undefined && !goesOn && !isHere;
  const goOn = (kept: KeptRecording) => {
    if (!isOfPhone(kept)) return void navigate({ href: recordingHref(kept.record) });
    // A sound check that is running has to release the microphone first.
    closeRecording();
    setGoesOn(kept);
  };
  const isSent = grant !== null && isAllSent(grant, recorded);
  // After the end of the pairing only what is on this device can still be sent.
  const hasSent = isSent || (pass?.claim === null && (grant?.isSent === true || isDelivered));
  const hasClaim = pass !== null && pass.claim !== null;
  const hasToken = grant !== null && grant.token !== null;
  const isThere = left === undefined ? 'unknown' : left === null ? 'no' : 'yes';
  if (isGuest && !goesOn && isGuestOver({ isHere, left: isThere, hasClaim, hasToken, isSent }))
    return (
      <div className={style.screen}>
        <h1 className={style.title}>{title}</h1>
        <PassOver {...{ pairingId, left: isThere, isSent: hasSent, wasOver }} isReplaced={pass === null} />
      </div>
    );
  return (
    <div className={style.screen}>
      <h1 className={style.title}>{title}</h1>
      {facts.stage === 'finished' && (isGuest || isOurs) ? null : claim === null ? (
        <PairingEnded isLive={isGoingOn} isGuest={isGuest} />
      ) : isElsewhere ? (
        <PairingElsewhere />
      ) : (
        <PhoneStatus phone={phone} isLive={isGoingOn} isGuest={isGuest} />
      )}
      {phone ? <ToComparison phone={phone} /> : null}
      {recovery && !isGoingOn && !goesOn ? (
        <KeptRecordings recovery={recovery} onGoOn={goOn} isShown={isGuest ? isOfPhone : undefined} />
      ) : null}
      {isLeft || (isElsewhere && !isHere) ? null : isLooking ? (
        <Loading />
      ) : goesOn ? (
        <PhoneRecorder
          session={sessionOfKept(goesOn)}
          language={goesOn.record.session.language}
          joinedSessionId={sessionId}
          kept={goesOn}
          onDiscarded={() => {
            setGoesOn(null);
            void recovery?.refresh();
          }}
        />
      ) : guestSession ? (
        <PhoneRecorder
          session={guestSession}
          language={guestSession.draft.language}
          joinedSessionId={sessionId}
          kept={null}
          onDiscarded={() => void recovery?.refresh()}
        />
      ) : query.data ? (
        (isDelivered || hasRecording(query.data)) && !isHere ? (
          <>
            <RecordingSent isGuest={false} />
            <ToSession sessionId={sessionId} />
          </>
        ) : (
          <PhoneRecorder
            session={query.data}
            language={query.data.language}
            joinedSessionId={sessionId}
            kept={null}
            onDiscarded={() => void recovery?.refresh()}
          />
        )
      ) : query.error ? (
        <RetryNotice
          title={t('session.loadFailed')}
          error={query.error}
          isFetching={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Loading />
      )}
    </div>
  );
}
