import { useTranslation } from 'react-i18next';
import { Notice } from '#web/ui/notice.tsx';

/** Says that a recording has to be completed before the person may leave. */
export function RecordingFirst() {
  const { t } = useTranslation();
  return (
    <Notice kind="warn" live="alert">
      <p>{t('account.recordingFirst')}</p>
    </Notice>
  );
}
