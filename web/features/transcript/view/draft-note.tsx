import { useTranslation } from 'react-i18next';
import type { DraftEngine } from '#api/contract/draft-engine.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import style from '#web/features/transcript/draft/draft.module.css';

type DraftNoteProps = {
  engine: DraftEngine;
  /** Name of the model; empty if it is not known. */
  model: string;
  /** True if a transcription has replaced the beginning of the draft. */
  isRest?: boolean;
  /** The session, if the draft is its present text. */
  session?: SessionDetail | null;
};

/** Says that the text is a draft, who wrote it, and what happens to it next. */
export function DraftNote({ engine, model, isRest = false, session = null }: DraftNoteProps) {
  const { t } = useTranslation();
  const next = session && nextOf(session);
  const retry = t('processing.retry.action');
  const canRetry = session?.audio && session.audio.deleted_at === null;
  return (
    <p className={style.note} aria-live="polite">
      {t(isRest ? 'transcript.draft.rest' : 'transcript.draft.whole')}{' '}
      {engine === 'preview' && model !== ''
        ? t('transcript.draft.byModel', { model })
        : t(`transcript.draft.by.${engine}`)}{' '}
      {next ? t(`transcript.draft.next.${next}`) : null}{' '}
      {canRetry && (next === 'failed' || next === 'cancelled')
        ? t('transcript.draft.again', { retry })
        : null}
    </p>
  );
}

type Next = 'held' | 'soon' | 'writing' | 'failed' | 'cancelled';

function nextOf({ status, reason }: SessionDetail): Next | null {
  if (status === 'error') return reason === 'transcription.cancelled' ? 'cancelled' : 'failed';
  if (status === 'transcribing' || status === 'overdue') return 'writing';
  if (status === 'pending' && reason !== null) return 'held';
  return status === 'pending' || status === 'preparing' ? 'soon' : null;
}
