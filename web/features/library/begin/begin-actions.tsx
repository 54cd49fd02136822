import { FileAudio, Mic, Plus } from 'lucide-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useRecordButton } from '#web/features/recording/index.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import style from './begin.module.css';
import type { FileBegin } from './use-file-begin.ts';

/** The ways to begin: record at once, with a file, or with the form of a new session. `onFile` opens the choice of a file. */
export function BeginActions({ begin, onFile }: { begin: FileBegin; onFile(): void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const record = useRecordButton();
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
      <Button isPending={begin.opening !== null} onPress={onFile}>
        <FileAudio size={20} aria-hidden="true" /> {t('begin.file')}
      </Button>
      <LinkButton href="/create">
        <Plus size={20} aria-hidden="true" /> {t('library.create')}
      </LinkButton>
    </div>
  );
}
