import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewTotp } from '#api/contract/second-factor.ts';
import { CodeField } from '#web/parts/account/factor/code-field.tsx';
import { factorProblems, noFactor } from '#web/parts/account/factor/factor.rules.ts';
import { confirmTotp } from '#web/parts/account/second-factor-calls.ts';
import { useCheckedForm } from '#web/parts/account/use-checked-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import style from '../account.module.css';
import { PasswordFailure } from '../password-failure.tsx';

type TotpDialogProps = {
  setup: NewTotp;
  onConfirmed(codes: readonly string[] | null): Promise<void>;
  onClose(): void;
};

/** Shows the secret for an app. It counts once a code of the app was right. */
export function TotpDialog({ setup, onConfirmed, onClose }: TotpDialogProps) {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  const form = useCheckedForm({
    element,
    empty: noFactor,
    problemsOf: (fields) => factorProblems('totp', fields),
    send: async ({ totp }) => onConfirmed((await confirmTotp(setup.id, totp.trim())).recovery_codes),
  });
  return (
    <Dialog isOpen onClose={onClose} title={t('secondFactor.totp.title')} role="alertdialog">
      <form ref={element} className={style.form} noValidate onSubmit={(event) => void form.submit(event)}>
        <p>{t('secondFactor.totp.scan')}</p>
        <QrCode text={setup.uri} label={t('secondFactor.totp.qr')} />
        <div>
          <p>{t('secondFactor.totp.type')}</p>
          <p className={style.secret}>{setup.secret.match(/.{1,4}/g)?.join(' ')}</p>
        </div>
        <p>{t('secondFactor.totp.confirm')}</p>
        <PasswordFailure error={form.failure} />
        <CodeField {...form.field('totp')} />
        <div className={style.actions}>
          <Button onPress={onClose} isDisabled={form.isSending}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" look="primary" isPending={form.isSending}>
            {t('secondFactor.totp.use')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
