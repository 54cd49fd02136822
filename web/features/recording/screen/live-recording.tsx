import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { formatClock } from '#web/lib/format.ts';
import { ConnectionStatus } from './connection-status.tsx';
import { InterruptedNotice } from './interrupted-notice.tsx';
import { LengthNotice } from './length-notice.tsx';
import { LiveDraftPanel } from '#web/features/recording/draft/live-draft-panel.tsx';
import { LevelMeter } from '#web/features/recording/monitor/level-meter.tsx';
import { RecordingMarkers } from './marker-list.tsx';
import { MicrophoneDialog } from './microphone-choice.tsx';
import { lightsOf, liveWindowS } from './record-screen.rules.ts';
import { RecordingActions } from './recording-actions.tsx';
import { RecordingNotes } from './recording-notes.tsx';
import { RecordingProblem } from './recording-problem.tsx';
import { remainingS } from '#web/features/recording/state/recording.rules.ts';
import type { Recording } from '#web/features/recording/state/recording.rules.ts';
import { RecordingRuler } from './recording-ruler.tsx';
import { ThreeLights } from '#web/parts/recording/three-lights.tsx';
import { TroubleNotices } from './trouble-notices.tsx';
import { WarningNotice } from './warning-notice.tsx';
import style from './live-recording.module.css';

type LiveRecordingProps = {
  recording: Recording;
  children?: React.ReactNode;
  onDiscard(): void;
};

export function LiveRecording({ recording, children, onDiscard }: LiveRecordingProps) {
  const { stage, mode } = useSnapshot(recording.state);
  const [isChoosing, setChoosing] = useState(false);
  return (
    <div className={style.live}>
      <Clock recording={recording} />
      {stage === 'interrupted' ? null : <LevelMeter recording={recording} />}
      <Pictures recording={recording} />
      <Lights recording={recording} />
      {stage === 'interrupted' ? (
        <InterruptedNotice recording={recording} />
      ) : (
        <WarningNotice recording={recording} onDevices={() => setChoosing(true)} />
      )}
      <LengthNotice recording={recording} />
      <RecordingProblem recording={recording} />
      <TroubleNotices recording={recording} />
      <ConnectionStatus recording={recording} />
      {children}
      {mode === 'record' ? <LiveDraftPanel recording={recording} /> : null}
      <div className={style.notesAndMarkers}>
        <RecordingNotes recording={recording} />
        <RecordingMarkers recording={recording} />
      </div>
      <RecordingActions recording={recording} onDevices={() => setChoosing(true)} onDiscard={onDiscard} />
      <MicrophoneDialog
        recording={recording}
        isOpen={isChoosing}
        isRecording
        onClose={() => setChoosing(false)}
      />
    </div>
  );
}

function Clock({ recording }: { recording: Recording }) {
  const { t } = useTranslation();
  const state = useSnapshot(recording.state);
  const { stage, part, positionS } = state;
  return (
    <div className={style.head} data-stage={stage}>
      <p className={style.stage}>
        <span className={style.dot} aria-hidden="true" />
        {t(`recording.stage.${stage}`)}
        {part > 1 ? <span className={style.part}>{t('recording.part', { part })}</span> : null}
      </p>
      <p className={style.time} role="timer" aria-label={t('recording.time.label')}>
        {formatClock(positionS)}
      </p>
      <p className={style.rest}>
        {t('recording.time.remaining', { time: formatClock(Math.ceil(remainingS(state))) })}
      </p>
    </div>
  );
}

function Pictures({ recording }: { recording: Recording }) {
  const { positionS } = useSnapshot(recording.state);
  return (
    <div className={style.pictures}>
      <RecordingRuler recording={recording} range="live" />
      {positionS > liveWindowS ? <RecordingRuler recording={recording} range="whole" /> : null}
    </div>
  );
}

function Lights({ recording }: { recording: Recording }) {
  const state = useSnapshot(recording.state);
  return <ThreeLights {...lightsOf(state)} />;
}
