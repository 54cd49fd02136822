import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import { MarkdownText } from '#web/parts/text/markdown-text.tsx';
import style from './notes.module.css';

type NotesPreviewProps = {
  session: Pick<SessionDetail, 'duration'>;
  text: string;
  playAt: ((atS: number) => void) | null;
  label: string;
  /** True if a language model wrote the text: `[?]` then stands for a missing source. */
  isModelText?: boolean;
};

/** Notes refer to times of the recording and have no numbered sources. */
const noSources: ReadonlySet<number> = new Set();

/** Shows the notes as formatted text, whose times can be played. Rendering is deferred so that it does not delay typing. */
export function NotesPreview({ session, text, playAt, label, isModelText = false }: NotesPreviewProps) {
  const { t } = useTranslation();
  const shown = useDeferredValue(text);
  const actions = useMemo(() => ({ onTime: playAt }), [playAt]);
  return (
    <section className={style.preview} aria-label={label}>
      {shown.trim() === '' ? (
        <p className={style.soft}>{t('notes.empty')}</p>
      ) : (
        <MarkdownText
          text={shown}
          durationS={session.duration}
          actions={actions}
          {...(isModelText ? { sources: noSources } : {})}
        />
      )}
    </section>
  );
}
