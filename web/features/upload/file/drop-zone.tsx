import { FileAudio } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import style from './drop-zone.module.css';
import { listenToDrops } from './file-drops.ts';
import { problemSentence } from './problem-sentence.ts';
import type { UploadProblem } from '#web/features/upload/upload.rules.ts';

type DropZoneProps = {
  problem: UploadProblem | null;
  maxBytes: number;
  onChoose(files: readonly File[]): void;
};

/** Media types of accepted files, and the extensions that browsers map to no media type. */
const accepted =
  'audio/*,video/*,.aac,.ac3,.aif,.aiff,.amr,.awb,.caf,.m4b,.mka,.mkv,.opus,.ra,.spx,.wma,.wmv';

export function DropZone({ problem, maxBytes, onChoose }: DropZoneProps) {
  const { t, i18n } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const choose = useEffectEvent(onChoose);
  useEffect(() => {
    const drops = listenToDrops(window, { onFiles: (files) => choose(files), onOver: setOver });
    return () => drops[Symbol.dispose]();
  }, []);
  return (
    <>
      {problem ? (
        <Notice kind="error" live="alert" title={t('upload.refused')}>
          <p>{problemSentence(t, problem, { maxBytes, language: i18n.language })}</p>
        </Notice>
      ) : null}
      <div className={style.zone} data-over={isOver || undefined}>
        <FileAudio className={style.icon} size={40} strokeWidth={1.5} aria-hidden="true" />
        <p className={style.lead}>{t(isOver ? 'upload.dropNow' : 'upload.drop')}</p>
        <Button look="primary" onPress={() => input.current?.click()}>
          {t('upload.pick')}
        </Button>
        <input
          ref={input}
          type="file"
          className={style.input}
          accept={accepted}
          aria-label={t('upload.pick')}
          tabIndex={-1}
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])];
            // The value is cleared. Otherwise the same file could not be chosen again after it was discarded.
            event.currentTarget.value = '';
            if (files.length > 0) onChoose(files);
          }}
        />
        <p className={style.hint}>{t('upload.hint', { size: formatBytes(maxBytes, i18n.language) })}</p>
      </div>
      <p className={style.intro}>{t('upload.intro')}</p>
    </>
  );
}
