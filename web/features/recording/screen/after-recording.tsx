import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { spokenDuration } from '#web/lib/format.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ConnectionStatus } from './connection-status.tsx';
import { lightsOf } from './record-screen.rules.ts';
import { RecordingProblem } from './recording-problem.tsx';
import { useGuest } from '#web/features/user/index.ts';
import type { Recording } from '#web/features/recording/state/recording.rules.ts';
import { RecordingRuler } from './recording-ruler.tsx';
import { ThreeLights } from '#web/parts/recording/three-lights.tsx';
import { TroubleNotices } from './trouble-notices.tsx';
import style from './live-recording.module.css';

export function AfterRecording({ recording }: { recording: Recording }) {
  const { t, i18n } = useTranslation();
  const state = useSnapshot(recording.state);
  const { stage, problem, positionS, part } = state;
  const isFinished = stage === 'finished';
  const isGuest = useGuest() !== null;
  return (
    <div className={style.live}>
      <div className={style.head} data-stage={stage}>
        <p className={style.stage}>
          {isFinished || problem ? null : <Spinner size={20} />}
          {problem ? t('recording.problem.after') : t(`recording.stage.${stage}`)}
        </p>
      </div>
      <RecordingRuler recording={recording} range="whole" />
      <ThreeLights {...lightsOf(state)} />
      <RecordingProblem recording={recording} />
      {isFinished ? (
        <Notice
          kind="safe"
          title={t('recording.after.safe')}
          actions={isGuest ? null : <LinkButton href="/library">{t('recording.after.toLibrary')}</LinkButton>}
        >
          <p>{t('recording.after.safeText', { duration: spokenDuration(positionS, i18n.language) })}</p>
          {part > 1 ? <p>{t('recording.after.parts')}</p> : null}
        </Notice>
      ) : (
        <>
          <TroubleNotices recording={recording} />
          {problem ? null : <ConnectionStatus recording={recording} />}
          <p>{t('recording.after.stay')}</p>
        </>
      )}
    </div>
  );
}
