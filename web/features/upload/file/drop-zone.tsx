import { FileAudio } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import style from './drop-zone.module.css';
import { listenToDrops } from './file-drops.ts';
import { problemSentence } from './problem-sentence.ts';
import { useFilePicker } from './use-file-picker.tsx';
import type { UploadProblem } from '#web/features/upload/upload.rules.ts';

type DropZoneProps = {
  problem: UploadProblem | null;
  maxBytes: number;
  onChoose(files: readonly File[], hasFolder: boolean): void;
};

export function DropZone({ problem, maxBytes, onChoose }: DropZoneProps) {
  const { t, i18n } = useTranslation();
  const [isOver, setOver] = useState(false);
  const choose = useEffectEvent(onChoose);
  const picker = useFilePicker(t('upload.pick'), (files) => onChoose(files, false));
  useEffect(() => {
    const drops = listenToDrops(window, {
      onFiles: (files, hasFolder) => choose(files, hasFolder),
      onOver: setOver,
    });
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
        <Button look="primary" onPress={picker.open}>
          {t('upload.pick')}
        </Button>
        {picker.field}
        <p className={style.hint}>{t('upload.hint', { size: formatBytes(maxBytes, i18n.language) })}</p>
      </div>
      <p className={style.intro}>{t('upload.intro')}</p>
    </>
  );
}
