import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { formatClock } from '#web/lib/format.ts';
import { emptyDraftText, type DraftRunState } from '#web/parts/draft/draft-run.ts';
import type { Recording } from '#web/features/recording/state/recording.rules.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Notice } from '#web/ui/notice.tsx';
import style from '#web/parts/draft/live-text.module.css';
import { DraftLog } from './draft-log.tsx';
import type { LiveDraftState } from './live-draft.ts';

/** Shows the draft of a running recording, and what keeps it from being written. Without a model there is nothing to show. */
export function LiveDraftPanel({ recording }: { recording: Recording }) {
  const { t } = useTranslation();
  const { draft } = recording;
  const { status, run, before, language } = useSnapshot(draft.state) as LiveDraftState;
  const { stage } = useSnapshot(recording.state);
  if (status === 'none' || status === 'idle') return null;
  const text = run?.text ?? emptyDraftText;
  return (
    <section className={style.panel} aria-labelledby="live-draft-title">
      <div className={style.head}>
        <h3 id="live-draft-title" className={style.title}>
          {t('draft.live.title')}
        </h3>
        <p className={style.status}>
          {stage === 'paused' && run?.status !== 'failed' ? (
            t('draft.live.status.paused')
          ) : (
            <Status run={run} />
          )}
        </p>
      </div>
      {run ? <Troubles run={run} onGoOn={draft.goOn} /> : null}
      {run || before.length > 0 ? (
        <DraftLog pieces={[...before, ...text.segments]} open={text} language={language} />
      ) : null}
      <div className={style.foot}>
        <Checkbox
          isSelected={status !== 'off'}
          onChange={(isWanted) => (isWanted ? draft.turnOn() : draft.turnOff())}
        >
          {t('draft.live.switch')}
        </Checkbox>
        {run ? <p className={style.soft}>{t('draft.live.hint')}</p> : null}
      </div>
    </section>
  );
}

function Status({ run }: { run: DraftRunState | null }) {
  const { t } = useTranslation();
  if (!run) return t('draft.live.status.off');
  return t(`draft.live.status.${run.status}`, { time: formatClock(Math.round(run.waitingS)) });
}

type TroublesProps = { run: DraftRunState; onGoOn(): void };

function Troubles({ run, onGoOn }: TroublesProps) {
  const { t } = useTranslation();
  const { status, problem, backend, skipped } = run;
  const skippedS = skipped.reduce((sum, [from, to]) => sum + to - from, 0);
  // Without the sound of the recording there is nothing to go on with.
  const canGoOn = problem !== 'preview.sound_lost';
  return (
    <>
      {status === 'failed' && problem ? (
        <Notice
          kind="warn"
          live="status"
          actions={canGoOn ? <Button onPress={onGoOn}>{t('draft.live.goOn')}</Button> : null}
        >
          <p>{errorSentence(t, problem)}</p>
          {problem.startsWith('preview.') ? null : <p>{t('draft.live.unaffected')}</p>}
        </Notice>
      ) : null}
      {backend?.backendReason === 'gpu_lost' ? <p className={style.soft}>{t('draft.live.gpuLost')}</p> : null}
      {skippedS > 0 ? (
        <p className={style.soft}>{t('draft.live.skipped', { time: formatClock(Math.round(skippedS)) })}</p>
      ) : null}
    </>
  );
}
