import { ChevronDown, Mic } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { Button } from '#web/ui/button.tsx';
import style from './before-recording.module.css';
import { CaptureSwitches } from './capture-options.tsx';
import { LevelMeter } from '#web/features/recording/monitor/level-meter.tsx';
import { MicrophoneChoice, MicrophoneDialog } from './microphone-choice.tsx';
import { RecordingProblem } from './recording-problem.tsx';
import type { Recording } from '#web/features/recording/state/recording.rules.ts';
import { SoundCheck } from './sound-check.tsx';
import { StorageLine } from './storage-line.tsx';
import type { Quota } from './storage-line.tsx';

export type BeforeRecordingProps = {
  recording: Recording;
  /** Bit rate of the mp3, bytes per second. */
  bytesPerS: number;
  quota: Quota | null;
  /** Asks for the microphone and records at once. Undefined where the sound is checked first. */
  onBegin?: (() => void) | undefined;
  children?: React.ReactNode;
};

export function BeforeRecording({ recording, bytesPerS, quota, onBegin, children }: BeforeRecordingProps) {
  const { t } = useTranslation();
  const { stage, mode, problem, positionS } = useSnapshot(recording.state);
  const isDictation = mode === 'dictation';
  const start = positionS > 0 ? 'goOn' : isDictation ? 'startDictation' : 'start';
  return (
    <div className={style.before}>
      {problem ? <RecordingProblem recording={recording} onBegin={onBegin} /> : null}
      {stage === 'ready' ? (
        <MicrophoneCheck recording={recording} />
      ) : (
        <>
          <p>
            {onBegin
              ? t('begin.lead')
              : t(isDictation ? 'recording.before.leadDictation' : 'recording.before.lead')}
          </p>
          {stage === 'asking' ? <p className={style.line}>{t('recording.before.asking')}</p> : null}
        </>
      )}
      {children}
      <StorageLine recording={recording} bytesPerS={bytesPerS} quota={quota} />
      {stage !== 'ready' && problem ? null : (
        <div className={style.actions} data-tour="start">
          {stage === 'ready' ? (
            <Button look="danger" className={style.record} onPress={() => void recording.start()}>
              <span className={style.dot} aria-hidden="true" /> {t(`recording.before.${start}`)}
            </Button>
          ) : onBegin ? (
            <BeginActions recording={recording} isAsking={stage === 'asking'} onBegin={onBegin} />
          ) : (
            <Button
              look="primary"
              className={style.record}
              isPending={stage === 'asking'}
              onPress={() => void recording.prepare()}
            >
              <Mic size={20} aria-hidden="true" /> {t('recording.before.switchOn')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

type BeginActionsProps = { recording: Recording; isAsking: boolean; onBegin(): void };

function BeginActions({ recording, isAsking, onBegin }: BeginActionsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Button look="danger" className={style.record} isPending={isAsking} onPress={onBegin}>
        {isAsking ? null : <span className={style.dot} aria-hidden="true" />} {t('recording.before.start')}
      </Button>
      {isAsking ? null : (
        <Button className={style.record} onPress={() => void recording.prepare()}>
          <Mic size={20} aria-hidden="true" /> {t('begin.checkFirst')}
        </Button>
      )}
    </>
  );
}

function MicrophoneCheck({ recording }: { recording: Recording }) {
  const { t } = useTranslation();
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <div className={style.microphone}>
        <MicrophoneChoice recording={recording} />
        <LevelMeter recording={recording} />
      </div>
      <SoundCheck recording={recording} onDevices={() => setChoosing(true)} />
      <details className={style.options}>
        <summary>
          {t('recording.options.title')} <ChevronDown size={18} aria-hidden="true" />
        </summary>
        <CaptureSwitches recording={recording} />
      </details>
      <MicrophoneDialog
        recording={recording}
        isOpen={isChoosing}
        isRecording={false}
        onClose={() => setChoosing(false)}
      />
    </>
  );
}
