import { FileAudio, Mic, Plus } from 'lucide-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useRecordButton } from '#web/features/recording/index.ts';
import { useFilePicker } from '#web/features/upload/index.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import style from './begin.module.css';
import type { FileBegin } from './use-file-begin.ts';

/** The ways to begin: record at once, with a file, or with the form of a new session. */
export function BeginActions({ begin }: { begin: FileBegin }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const record = useRecordButton();
  const picker = useFilePicker(t('begin.file'), (files) => begin.choose(files));
  return (
    <div className={style.actions} data-tour="create">
      <Button
        look="primary"
        className={style.record}
        onPress={() => {
          record();
          void navigate({ to: '/create', search: { start: 'record' } });
        }}
      >
        <Mic size={20} aria-hidden="true" /> {t('begin.record')}
      </Button>
      <Button isPending={begin.opening !== null} onPress={picker.open}>
        <FileAudio size={20} aria-hidden="true" /> {t('begin.file')}
      </Button>
      {picker.field}
      <LinkButton href="/create">
        <Plus size={20} aria-hidden="true" /> {t('library.create')}
      </LinkButton>
    </div>
  );
}
