import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { SessionDetail } from '#api/contract/session.ts';
import {
  isBefore,
  isLive,
  isUnsafe,
  keepAwake,
  type Recording,
  useSessionRecording,
} from '#web/features/recording/index.ts';
import { useGuest } from '#web/features/user/index.ts';
import { OtherRecording, RecorderPanel } from '#web/features/session/record/session-recorder.tsx';
import type { KeptRecording } from '#workers/recorder/recorder.contract.ts';
import { usePreparing } from '#web/parts/session/session.state.ts';
import style from './pair-recorder.module.css';
import { isOfPairing } from './pair-recorder.rules.ts';
import { RecordingSent, RecordingUnsent, ToSession } from './recording-sent.tsx';

type PhoneRecorderProps = {
  session: Parameters<typeof useSessionRecording>[0]['session'];
  language: SessionDetail['language'];
  /** Session of the pairing. A kept recording may have one of its own. */
  joinedSessionId: string;
  /** A recording left by a crash, to be continued. */
  kept: KeptRecording | null;
  onDiscarded(): void;
};

export function PhoneRecorder({ session, language, joinedSessionId, kept, onDiscarded }: PhoneRecorderProps) {
  const recording = useSessionRecording({ session, mode: 'record', kept });
  if (!recording) return null;
  return (
    <OfRecording
      recording={recording}
      language={language}
      joinedSessionId={joinedSessionId}
      onDiscarded={onDiscarded}
    />
  );
}

type OfRecordingProps = Pick<PhoneRecorderProps, 'language' | 'joinedSessionId' | 'onDiscarded'> & {
  recording: Recording;
};

function OfRecording({ recording, language, joinedSessionId, onDiscarded }: OfRecordingProps) {
  const { t } = useTranslation();
  const state = useSnapshot(recording.state);
  const { stage, sessionId } = state;
  const shownId = sessionId ?? joinedSessionId;
  const preparing = usePreparing(shownId);
  const guest = useGuest();
  const whenOver = useEffectEvent(() => {
    // A phone without a sign-in cannot read the session.
    if (!guest) void preparing(recording.state.positionS);
  });
  useEffect(() => {
    if (stage === 'finished') whenOver();
  }, [stage]);
  useEffect(() => {
    if (stage !== 'ready') return;
    // A phone with a locked screen cannot carry out `start`. So this screen holds a wake lock until the recording begins, which
    // holds its own.
    const awake = keepAwake();
    return () => awake[Symbol.dispose]();
  }, [stage]);
  if (isUnsafe(stage) && !isOfPairing(state, joinedSessionId))
    return <OtherRecording recording={recording} />;
  return (
    <div className={style.recorder}>
      {stage === 'idle' ? <p>{t('pairingPhone.recorder.prepare')}</p> : null}
      {isBefore(stage) ? <StaysOn /> : null}
      {stage === 'finished' ? <RecordingSent isGuest={guest !== null} /> : null}
      {isUnsafe(stage) && !isLive(stage) ? <RecordingUnsent recording={recording} /> : null}
      <RecorderPanel recording={recording} language={language} onDiscarded={onDiscarded} />
      {stage === 'finished' && guest === null ? <ToSession sessionId={shownId} /> : null}
      {isLive(stage) ? <StaysOn /> : null}
    </div>
  );
}

/** Says whether the browser keeps the screen on while the phone records. */
function StaysOn() {
  const { t } = useTranslation();
  const can = 'wakeLock' in navigator;
  return <p className={style.soft}>{t(`pairingPhone.recorder.${can ? 'awake' : 'notAwake'}`)}</p>;
}
