import { NotebookPen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { SessionLanguage } from '#api/contract/session.ts';
import { toParagraphs, withDictated } from '#web/parts/recording/dictated-text.rules.ts';
import type { Recording } from '#web/features/recording/index.ts';
import { Button } from '#web/ui/button.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { DictationNotice } from './dictation-notice.tsx';
import type { Dictation } from './dictation.state.ts';
import { LiveText } from '#web/parts/draft/live-text.tsx';
import style from '#web/parts/draft/live-text.module.css';

type DictatedTextProps = { recording: Recording; dictation: Dictation; language: SessionLanguage };

export function DictatedText({ recording, dictation, language }: DictatedTextProps) {
  const { t } = useTranslation();
  const { dictated, notes, stage } = useSnapshot(recording.state);
  const { interim, status, isLocal, isDraft, problem } = useSnapshot(dictation.state);
  const [addedCount, setAddedCount] = useState(0);
  const paragraphs = toParagraphs(dictated);
  const isEmpty = paragraphs.length === 0 && interim === '';
  const addToNotes = () => {
    recording.setNotes(withDictated(notes, dictated.slice(addedCount)));
    setAddedCount(dictated.length);
  };
  return (
    <section className={style.panel} aria-labelledby="dictation-title">
      <div className={style.head}>
        <h2 id="dictation-title" className={style.title}>
          {t('dictation.title')}
        </h2>
        <p className={style.status}>
          {problem && status === 'off'
            ? ''
            : t(`dictation.status.${status === 'listening' && isLocal ? 'local' : status}`)}
        </p>
      </div>
      <DictationNotice dictation={dictation} language={language} isRecording={stage === 'recording'} />
      <LiveText label={t('dictation.title')} lang={language}>
        {isEmpty ? <p className={style.empty}>{t('dictation.empty')}</p> : null}
        {paragraphs.map(({ startS, text }, index) => (
          <p key={startS}>
            {text}
            {index === paragraphs.length - 1 && interim !== '' ? (
              <span className={style.interim}> {interim}</span>
            ) : null}
          </p>
        ))}
        {paragraphs.length === 0 && interim !== '' ? <p className={style.interim}>{interim}</p> : null}
      </LiveText>
      <div className={style.foot}>
        <p className={style.soft}>{t(isDraft ? 'draft.live.dictated' : 'dictation.draft')}</p>
        <Button isDisabled={dictated.length <= addedCount} onPress={addToNotes}>
          <NotebookPen size={18} aria-hidden="true" /> {t('dictation.keep')}
        </Button>
      </div>
      <VisuallyHidden live="polite">
        {addedCount > 0 && addedCount === dictated.length ? t('dictation.kept') : ''}
      </VisuallyHidden>
    </section>
  );
}
