import { FileAudio, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listenToDrops, problemSentence } from '#web/features/upload/index.ts';
import { formatBytes } from '#web/lib/format.ts';
import { useMaxUploadBytes } from '#web/parts/recording/domain-config.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import style from './begin.module.css';
import type { FileBegin } from './use-file-begin.ts';

/** Takes files that are dropped anywhere on the screen or pasted into it, and says what becomes of them. */
export function FileDrop({ begin }: { begin: FileBegin }) {
  const { t, i18n } = useTranslation();
  const maxBytes = useMaxUploadBytes() ?? 0;
  const [isOver, setOver] = useState(false);
  const choose = useEffectEvent(begin.choose);
  useEffect(() => {
    const drops = listenToDrops(window, {
      onFiles: (files, hasFolder) => choose(files, hasFolder),
      onOver: setOver,
    });
    return () => drops[Symbol.dispose]();
  }, []);
  const { opening } = begin;
  const said = opening ? t('begin.opening', { name: opening.name }) : '';
  return (
    <>
      <VisuallyHidden live="polite">{said}</VisuallyHidden>
      {opening ? (
        <p className={style.opening} aria-hidden="true">
          <Spinner size={20} /> {said}
        </p>
      ) : null}
      <Failure begin={begin} maxBytes={maxBytes} />
      {isOver ? (
        <div className={style.overlay}>
          <div className={style.target}>
            <FileAudio size={48} strokeWidth={1.5} aria-hidden="true" />
            <p className={style.lead}>{t('begin.drop.title')}</p>
            <p>{t('begin.drop.text', { size: formatBytes(maxBytes, i18n.language) })}</p>
          </div>
        </div>
      ) : null}
    </>
  );
}

function Failure({ begin, maxBytes }: { begin: FileBegin; maxBytes: number }) {
  const { t, i18n } = useTranslation();
  const { failure } = begin;
  if (!failure) return null;
  const { problem, file } = failure;
  return (
    <Notice
      kind="error"
      live="alert"
      title={file ? t('begin.failed', { name: file.name }) : t('upload.refused')}
      actions={
        <>
          {file ? (
            <Button look="primary" onPress={begin.retry}>
              {t('shell.retry')}
            </Button>
          ) : null}
          <Button onPress={begin.clear}>
            <X size={18} aria-hidden="true" /> {t('begin.close')}
          </Button>
        </>
      }
    >
      <p>{problemSentence(t, problem, { maxBytes, language: i18n.language })}</p>
      {file ? <p>{t('begin.kept')}</p> : null}
    </Notice>
  );
}
