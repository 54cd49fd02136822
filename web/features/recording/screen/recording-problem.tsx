import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { browserHint } from '#web/features/recording/capture/permission.rules.ts';
import { isLive, needsNewSession } from '#web/features/recording/state/recording-stage.rules.ts';
import { isUnstored, type Recording } from '#web/features/recording/state/recording.rules.ts';
import { SaveButton } from './save-button.tsx';
import { offersSave } from './record-screen.rules.ts';

/** Error codes after which no retry helps. */
const isFinal = new Set(['capture.insecure', 'capture.unsupported', 'capture.blocked']);
/** Error codes that are only a warning, because the recording continues. */
const isMild = new Set(['capture.switched', 'capture.suspended', 'capture.system_audio']);

type RecordingProblemProps = {
  recording: Recording;
  /** Asks for the microphone and records at once. Undefined where the sound is checked first. */
  onBegin?: (() => void) | undefined;
};

export function RecordingProblem({ recording, onBegin }: RecordingProblemProps) {
  const { t } = useTranslation();
  const state = useSnapshot(recording.state);
  const { problem, stage, positionS } = state;
  if (!problem) return null;
  const { code } = problem;
  const isBefore = positionS === 0 && !isLive(stage);
  // After the recording, the heading of the panel names the problem.
  const title = isBefore ? 'before' : isLive(stage) ? 'during' : null;
  const isAsked = code === 'capture.denied';
  return (
    <Notice
      kind={isMild.has(code) ? 'warn' : 'error'}
      live="alert"
      {...(isMild.has(code) || !title ? {} : { title: t(`recording.problem.${title}`) })}
      actions={
        isFinal.has(code) ? null : (
          <>
            <Button
              look={isBefore ? 'primary' : 'secondary'}
              onPress={() => {
                if (isBefore && onBegin) onBegin();
                else void (isBefore ? recording.prepare() : recording.retry());
              }}
            >
              {t(needsNewSession(code) ? 'recording.problem.newSession' : 'recording.problem.retry')}
            </Button>
            {!isLive(stage) && offersSave(state) ? <SaveButton recording={recording} /> : null}
          </>
        )
      }
    >
      <p>{errorSentence(t, problem)}</p>
      {isAsked ? <p>{t(`recording.hint.${browserHint()}`)}</p> : null}
      {isBefore || isMild.has(code) || isUnstored(state) ? null : <p>{t('recording.problem.kept')}</p>}
    </Notice>
  );
}
