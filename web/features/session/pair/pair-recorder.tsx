import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type KeptClaim,
  PairingElsewhere,
  PairingEnded,
  PhoneStatus,
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
import { Loading } from '#web/parts/page/loading.tsx';
import { RetryNotice } from '#web/parts/page/retry-notice.tsx';
import { hasRecording } from '#web/parts/session/session.rules.ts';
import { useSession } from '#web/parts/session/session.state.ts';
import { belongsTo, isOfPairing } from './pair-recorder.rules.ts';
import style from './pair-recorder.module.css';
import { PhoneRecorder } from './phone-recorder.tsx';
import { RecordingSent } from './recording-sent.tsx';
import { ToComparison } from './to-comparison.tsx';
import { useLeft, useShownRecording } from './use-shown-recording.ts';

/** The recorder of a phone, for the session of its pairing. It records with or without the other screen. */
export function PairRecorder({ joined }: { joined: KeptClaim }) {
  const { t } = useTranslation();
  const { sessionId, claim } = joined;
  const navigate = useNavigate();
  const recovery = useRecovery();
  const [goesOn, setGoesOn] = useState<KeptRecording | null>(null);
  const query = useSession(sessionId);
  const title = joined.title || query.data?.title || t('pairingPhone.title');
  usePageTitle(title);
  const { recording, facts } = useShownRecording();
  const isOurs = isOfPairing(facts, sessionId);
  const isHere = isOurs && (isUnsafe(facts.stage) || facts.stage === 'finished');
  const isGoingOn = isOurs && isLive(facts.stage);
  const { phone, isElsewhere } = usePhonePairing(joined, isOurs ? recording : null);
  const left = useLeft(recovery, sessionId);
  const isLeft = left === 'yes' && !goesOn && !isHere;
  // A recorder on the screen tells the desktop that nothing is recorded. That may be false before the list of unsent
  // recordings is known.
  const isLooking = left === 'unknown' && !goesOn && !isHere;
  const goOn = (kept: KeptRecording) => {
    if (!belongsTo(kept, sessionId)) return void navigate({ href: recordingHref(kept.record) });
    // A sound check that is running has to release the microphone first.
    closeRecording();
    setGoesOn(kept);
  };
  return (
    <div className={style.screen}>
      <h1 className={style.title}>{title}</h1>
      {phone ? (
        <PhoneStatus phone={phone} isLive={isGoingOn} />
      ) : claim === null ? (
        <PairingEnded isLive={isGoingOn} />
      ) : isElsewhere ? (
        <PairingElsewhere />
      ) : null}
      {phone ? <ToComparison phone={phone} /> : null}
      {recovery && !isGoingOn && !goesOn ? <KeptRecordings recovery={recovery} onGoOn={goOn} /> : null}
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
      ) : query.data ? (
        hasRecording(query.data) && !isHere ? (
          <RecordingSent sessionId={sessionId} />
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
