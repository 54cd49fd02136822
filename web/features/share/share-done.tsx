import { useTranslation } from 'react-i18next';
import type { ShareAnswer } from '#api/contract/share.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import style from './share.module.css';
import { StepHeading } from './step-heading.tsx';

type ShareDoneProps = { answer: ShareAnswer; onFix(): void; onClose(): void };

export function ShareDone({ answer, onFix, onClose }: ShareDoneProps) {
  const { t } = useTranslation();
  const { sent, refused } = answer;
  return (
    <div className={style.form}>
      <StepHeading>{t('share.sent', { count: sent })}</StepHeading>
      <p>{t('share.sentText')}</p>
      {refused.length > 0 ? (
        <Notice
          kind="warn"
          live="alert"
          title={t('share.refused', { count: refused.length })}
          actions={<Button onPress={onFix}>{t('share.fix')}</Button>}
        >
          <p>{t('share.refusedText')}</p>
          <ul>
            {refused.map((address) => (
              <li key={address}>{address}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <div className={style.actions}>
        <Button look="primary" onPress={onClose}>
          {t('share.close')}
        </Button>
      </div>
    </div>
  );
}
