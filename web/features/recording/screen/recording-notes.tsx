import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { limits } from '#api/contract/limits.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import style from './live-recording.module.css';
import type { Recording } from '#web/features/recording/recording.rules.ts';

/** Notes while one listens; saved by themselves, first on the device. */
export function RecordingNotes({ recording }: { recording: Recording }) {
  const { t } = useTranslation();
  // `sync`: what is typed must be there with the key stroke, or the cursor jumps.
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
