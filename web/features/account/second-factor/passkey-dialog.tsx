import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewPasskey, PasskeyAttestation } from '#api/contract/second-factor.ts';
import { makePasskey } from '#web/parts/account/factor/passkeys.ts';
import { onlyProblems } from '#web/parts/account/field-problem.rules.ts';
import { confirmPasskey } from '#web/parts/account/second-factor-calls.ts';
import { useCheckedForm } from '#web/parts/account/use-checked-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import style from '../account.module.css';
import { PasswordFailure } from '../password-failure.tsx';

type PasskeyDialogProps = {
  setup: NewPasskey;
  onConfirmed(codes: readonly string[] | null): Promise<void>;
  onClose(): void;
};

/** Names a passkey, and lets the browser make it. */
export function PasskeyDialog({ setup, onConfirmed, onClose }: PasskeyDialogProps) {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  /** A passkey whose answer got lost: the device makes no second one. */
  const made = useRef<PasskeyAttestation>(null);
  const form = useCheckedForm({
    element,
    empty: { name: '' },
    problemsOf: ({ name }) =>
      onlyProblems<{ name: string }>({
        name: name.trim() === '' ? { key: 'passkeyNameRequired' } : undefined,
      }),
    send: async ({ name }) => {
      const passkey = (made.current ??= await makePasskey(setup));
      await onConfirmed((await confirmPasskey(name.trim(), passkey)).recovery_codes);
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title={t('secondFactor.passkey.add')} role="alertdialog">
      <form ref={element} className={style.form} noValidate onSubmit={(event) => void form.submit(event)}>
        <p>{t('secondFactor.passkey.text')}</p>
        <PasswordFailure error={form.failure} />
        <TextField
          {...form.field('name')}
          label={t('secondFactor.passkey.nameField')}
          hint={t('secondFactor.passkey.nameHint')}
          maxLength={60}
          autoComplete="off"
          isRequired
        />
        <div className={style.actions}>
          <Button onPress={onClose} isDisabled={form.isSending}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" look="primary" isPending={form.isSending}>
            {t('secondFactor.passkey.make')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
