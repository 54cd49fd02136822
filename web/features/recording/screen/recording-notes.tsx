import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { limits } from '#api/contract/limits.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import style from './live-recording.module.css';
import type { Recording } from '#web/features/recording/state/recording.rules.ts';

export function RecordingNotes({ recording }: { recording: Recording }) {
  const { t } = useTranslation();
  // `sync` is needed, because an asynchronous update of the field would move the cursor.
  const { notes, notesSaved } = useSnapshot(recording.state, { sync: true });
  return (
    <div className={style.notes}>
      <TextArea
        label={t('recording.notes.label')}
        rows={5}
        maxLength={limits.maxNotesLength}
        value={notes}
        onChange={recording.setNotes}
      />
      <p className={style.soft}>
        {notes === '' ? t('recording.notes.hint') : t(`recording.notes.${notesSaved}`)}
      </p>
    </div>
  );
}
