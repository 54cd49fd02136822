import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { formatClock } from '#web/lib/format.ts';
import { emptyDraftText } from '#web/parts/draft/draft-run.ts';
import type { Recording } from '#web/features/recording/state/recording.rules.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Notice } from '#web/ui/notice.tsx';
import style from '#web/parts/draft/live-text.module.css';
import { DraftLog } from './draft-log.tsx';
import type { LiveDraft, LiveDraftState } from './live-draft.ts';

/**
 * Shows the draft of a running recording, and what keeps it from being written. Without a model there is nothing to show. Its
 * parts read the state themselves, because the run changes several times a second and the text only with a new word.
 */
export function LiveDraftPanel({ recording }: { recording: Recording }) {
  const { t } = useTranslation();
  const { draft } = recording;
  const { status } = useSnapshot(draft.state);
  const { stage } = useSnapshot(recording.state);
  if (status === 'none' || status === 'idle') return null;
  const isOn = status !== 'off';
  return (
    <section className={style.panel} aria-labelledby="live-draft-title">
      <div className={style.head}>
        <h2 id="live-draft-title" className={style.title}>
          {t('draft.live.title')}
        </h2>
        <Status draft={draft} isPaused={stage === 'paused'} />
      </div>
      <Troubles draft={draft} />
      <Text draft={draft} />
      <div className={style.foot}>
        <Checkbox isSelected={isOn} onChange={(isWanted) => (isWanted ? draft.turnOn() : draft.turnOff())}>
          {t('draft.live.switch')}
        </Checkbox>
        {isOn ? <p className={style.soft}>{t('draft.live.hint')}</p> : null}
      </div>
    </section>
  );
}

type PartProps = { draft: LiveDraft };

function Status({ draft, isPaused }: PartProps & { isPaused: boolean }) {
  const { t } = useTranslation();
  const { run } = useSnapshot(draft.state);
  const shown = !run ? 'off' : isPaused && run.status !== 'failed' ? 'paused' : run.status;
  const time = formatClock(Math.round(run?.waitingS ?? 0));
  return <p className={style.status}>{t(`draft.live.status.${shown}`, { time })}</p>;
}

function Text({ draft }: PartProps) {
  const { run, before, language } = useSnapshot(draft.state) as LiveDraftState;
  if (!run && before.length === 0) return null;
  const text = run?.text ?? emptyDraftText;
  return <DraftLog before={before} text={text} language={language} />;
}

function Troubles({ draft }: PartProps) {
  const { t } = useTranslation();
  const { run } = useSnapshot(draft.state);
  if (!run) return null;
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
          actions={canGoOn ? <Button onPress={draft.goOn}>{t('draft.live.goOn')}</Button> : null}
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
