import { CircleCheck, CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import type { SaveState, TranscriptEditor } from './transcript-editor.ts';
import style from '#web/features/transcript/tools.module.css';

const icons = {
  saved: CircleCheck,
  saving: LoaderCircle,
  offline: CloudOff,
  failed: TriangleAlert,
  memory: TriangleAlert,
};

/**
 * Says where the changes are stored. Screen readers announce only a failure and its end, because “saving” and “saved” alternate
 * all the time.
 */
export function SaveStatus({ editor }: { editor: TranscriptEditor }) {
  const { t } = useTranslation();
  const { save, isKept } = useSnapshot(editor.state);
  const isInMemory = !isKept && (save.kind === 'offline' || save.kind === 'failed');
  const shown = isInMemory ? 'memory' : save.kind;
  const Icon = icons[shown];
  return (
    <>
      <span className={style.save} data-save={shown}>
        <Icon size={18} aria-hidden="true" />
        <span>{t(`transcript.save.${shown}`)}</span>
        {save.kind === 'failed' ? (
          <Button look="quiet" className={style.retry} onPress={() => editor.retry()}>
            {t('shell.retry')}
          </Button>
        ) : null}
      </span>
      <VisuallyHidden live="polite">{useSpoken(save as SaveState, isInMemory)}</VisuallyHidden>
    </>
  );
}

function useSpoken(save: SaveState, isInMemory: boolean): string {
  const { t } = useTranslation();
  const [spoken, setSpoken] = useState<'' | 'offline' | 'failed' | 'saved'>('');
  const wasWrong = useRef(false);
  const { kind } = save;
  useEffect(() => {
    if (kind === 'saving' || (kind === 'saved' && !wasWrong.current)) return;
    wasWrong.current = kind !== 'saved';
    setSpoken(kind);
  }, [kind]);
  if (spoken === '') return '';
  if (isInMemory && spoken !== 'saved') return t('transcript.save.memory');
  if (spoken !== 'failed') return t(`transcript.save.said.${spoken}`);
  const reason = save.kind === 'failed' ? errorSentence(t, save.error) : '';
  return t('transcript.save.said.failed', { reason });
}
