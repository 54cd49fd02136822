import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import style from '../domain.module.css';
import { useRemoveSecondFactor } from '../domain-admin.state.ts';

/** Removes the second factor of a person who has lost it. It is asked for once more, because it makes the account less safe. */
export function RemoveSecondFactor({ host, id, name }: { host: string; id: string; name: string }) {
  const { t } = useTranslation();
  const removing = useRemoveSecondFactor(host);
  const [isAsking, setAsking] = useState(false);
  return (
    <fieldset className={style.group}>
      <legend>{t('secondFactor.title')}</legend>
      <p className={style.hint}>{t('secondFactor.admin.text')}</p>
      {removing.error ? (
        <Notice kind="error" live="alert" title={t('secondFactor.admin.failed')}>
          <p>{errorSentence(t, removing.error)}</p>
        </Notice>
      ) : null}
      {removing.isSuccess ? (
        <Notice kind="safe" live="status">
          <p>{t('secondFactor.admin.done')}</p>
        </Notice>
      ) : (
        <div className={style.actions}>
          <Button isPending={removing.isPending} onPress={() => setAsking(true)}>
            {t('secondFactor.admin.remove')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('secondFactor.admin.question', { name })}
        confirmLabel={t('secondFactor.admin.confirm')}
        cancelLabel={t('shell.cancel')}
        danger
        onConfirm={() => {
          setAsking(false);
          removing.mutate(id);
        }}
        onCancel={() => setAsking(false)}
      >
        <p>{t('secondFactor.admin.sure')}</p>
      </ConfirmDialog>
    </fieldset>
  );
}
