import { Pause, PenLine } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#web/lib/format.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import type { FileDraft } from './file-draft.ts';
import { DraftWords, type DraftPlayer } from './draft-words.tsx';
import { useFileDraft, type ShownDraft } from './use-file-draft.ts';
import style from './file-draft.module.css';

type FileDraftPanelProps = {
  draft: FileDraft;
  /** Length of the recording, s; null as long as it is not known. */
  durationS: number | null;
  /** Spans that are cut out, s, ascending. */
  cuts?: readonly (readonly [number, number])[];
  player?: DraftPlayer | null;
  scrolledPx: RefObject<number>;
};

const noCuts: [number, number][] = [];

/** The draft of the recording that is uploaded: its text, how far it has come, and what hinders it. */
export function FileDraftPanel(props: FileDraftPanelProps) {
  const { draft, durationS, cuts = noCuts, player = null, scrolledPx } = props;
  const { t } = useTranslation();
  const shown = useFileDraft(draft);
  if (!shown) return null;
  const { status, text, backend, isStopped } = shown;
  const isEmpty = text.segments.length === 0;
  const isEnded = status === 'ended';
  const isHalted = isStopped || status === 'failed';
  return (
    <section className={style.draft} aria-labelledby="file-draft-title">
      <div className={style.head}>
        <h3 id="file-draft-title" className={style.title}>
          {t('draft.file.title')}
        </h3>
        {isEnded ? null : (
          <Button onPress={isHalted ? draft.goOn : draft.stop}>
            {isHalted ? (
              <>
                <PenLine size={18} aria-hidden="true" /> {t('draft.file.goOn')}
              </>
            ) : (
              <>
                <Pause size={18} aria-hidden="true" /> {t('draft.file.stop')}
              </>
            )}
          </Button>
        )}
      </div>
      <Progress shown={shown} durationS={durationS} />
      {shown.problem ? (
        <Notice kind="warn" live="status" title={t('draft.file.failed')}>
          <p>{errorSentence(t, shown.problem)}</p>
          {shown.problem.startsWith('preview.') ? null : <p>{t('draft.file.untouched')}</p>}
        </Notice>
      ) : null}
      {backend?.backendReason === 'gpu_lost' ? <p className={style.soft}>{t('draft.file.gpuLost')}</p> : null}
      {isEmpty ? (
        <p className={style.empty}>{t(isEnded ? 'draft.file.nothing' : 'draft.file.empty')}</p>
      ) : (
        <DraftWords
          segments={text.segments}
          language={draft.language}
          cuts={cuts}
          player={player}
          scrolledPx={scrolledPx}
        />
      )}
      <p className={style.soft}>
        {player && !isEmpty ? `${t('draft.file.press')} ` : ''}
        {t('draft.file.replaced')}
      </p>
      <VisuallyHidden live="polite">
        {announced(shown) ? t(`draft.file.said.${announced(shown)!}`) : ''}
      </VisuallyHidden>
    </section>
  );
}

const announced = ({ status, isStopped }: ShownDraft): 'ended' | 'stopped' | null =>
  status === 'ended' ? 'ended' : isStopped ? 'stopped' : null;

function Progress({ shown, durationS }: { shown: ShownDraft; durationS: number | null }) {
  const { t } = useTranslation();
  const { status, writtenUpToS, isStopped } = shown;
  const isEnded = status === 'ended';
  const isOpening = status === 'loading' && writtenUpToS === 0 && !isStopped;
  const position = formatClock(isEnded && durationS ? durationS : writtenUpToS);
  const share = isEnded ? 1 : durationS ? Math.min(1, writtenUpToS / durationS) : null;
  return (
    <ProgressBar
      label={t(
        isEnded
          ? 'draft.file.state.ended'
          : status === 'failed' || isStopped
            ? 'draft.file.state.stopped'
            : isOpening
              ? 'draft.file.state.loading'
              : 'draft.file.state.writing',
      )}
      value={isOpening ? null : share}
      valueText={
        isOpening
          ? ''
          : durationS
            ? t('draft.file.upToOf', { position, duration: formatClock(durationS) })
            : t('draft.file.upTo', { position })
      }
    />
  );
}
