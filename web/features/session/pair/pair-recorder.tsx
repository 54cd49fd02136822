import { useTranslation } from 'react-i18next';
import {
  type JoinedPairing,
  PairingElsewhere,
  PairingEnded,
  PassOver,
  PhoneStatus,
} from '#web/features/pairing/index.ts';
import { KeptRecordings, sessionOfKept } from '#web/features/recording/index.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Loading } from '#web/parts/page/loading.tsx';
import { RetryNotice } from '#web/parts/page/retry-notice.tsx';
import style from './pair-recorder.module.css';
import { PhoneRecorder } from './phone-recorder.tsx';
import { RecordingSent, ToSession } from './recording-sent.tsx';
import { ToComparison } from './to-comparison.tsx';
import { type PairRecorderState, usePairRecorder } from './use-pair-recorder.ts';

type StateProps = { joined: JoinedPairing; state: PairRecorderState };

/** The recorder of a phone, for the session of its pairing. It records with or without the other screen. */
export function PairRecorder({ joined }: { joined: JoinedPairing }) {
  const state = usePairRecorder(joined);
  const { title, over, phone, recovery, isGuest, isGoingOn, continued } = state;
  usePageTitle(title);
  return (
    <div className={style.screen}>
      <h1 className={style.title}>{title}</h1>
      {over ? (
        <PassOver {...over} />
      ) : (
        <>
          <PairingStatus joined={joined} state={state} />
          {phone ? <ToComparison phone={phone} /> : null}
          {recovery && !isGoingOn && !continued ? (
            <KeptRecordings
              recovery={recovery}
              onGoOn={state.goOn}
              isShown={isGuest ? state.isOfPhone : undefined}
            />
          ) : null}
          <Recorder joined={joined} state={state} />
        </>
      )}
    </div>
  );
}

/** Says how the connection with the other screen is. */
function PairingStatus({ joined, state }: StateProps) {
  const { hasStatus, isElsewhere, phone, isGoingOn, isUnsent, isGuest } = state;
  if (!hasStatus) return null;
  if (joined.claim === null) return <PairingEnded isLive={isGoingOn} isGuest={isGuest} />;
  if (isElsewhere) return <PairingElsewhere />;
  return <PhoneStatus phone={phone} isLive={isGoingOn} isUnsent={isUnsent} isGuest={isGuest} />;
}

/** The recorder itself, or what is shown in its place. */
function Recorder({ joined: { sessionId }, state }: StateProps) {
  const { t } = useTranslation();
  const { inPlace, continued, guestSession, query, isWhole, onDiscarded } = state;
  const props = { joinedSessionId: sessionId, kept: continued, onDiscarded };
  if (inPlace === 'nothing') return null;
  if (inPlace === 'loading') return <Loading />;
  if (continued)
    return (
      <PhoneRecorder
        {...props}
        session={sessionOfKept(continued)}
        language={continued.record.session.language}
      />
    );
  if (guestSession)
    return <PhoneRecorder {...props} session={guestSession} language={guestSession.draft.language} />;
  if (isWhole)
    return (
      <>
        <RecordingSent isGuest={false} />
        <ToSession sessionId={sessionId} />
      </>
    );
  if (query.data) return <PhoneRecorder {...props} session={query.data} language={query.data.language} />;
  if (!query.error) return <Loading />;
  return (
    <RetryNotice
      title={t('session.loadFailed')}
      error={query.error}
      isFetching={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}
