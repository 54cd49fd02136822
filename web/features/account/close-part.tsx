import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRecordingUnsafe } from '#web/features/recording/index.ts';
import { Button } from '#web/ui/button.tsx';
import style from './account.module.css';
import { CloseDialog } from './close-dialog.tsx';
import { RecordingFirst } from './recording-first.tsx';

export function ClosePart() {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<'no' | 'question' | 'recording'>('no');
  return (
    <section className={style.part}>
      <h2>{t('account.close.title')}</h2>
      <p>{t('account.close.text')}</p>
      {asking === 'recording' ? <RecordingFirst /> : null}
      <div className={style.actions}>
        <Button look="danger" onPress={() => setAsking(isRecordingUnsafe() ? 'recording' : 'question')}>
          {t('account.close.open')}
        </Button>
      </div>
      {asking === 'question' ? <CloseDialog onClose={() => setAsking('no')} /> : null}
    </section>
  );
}
