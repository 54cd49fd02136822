import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FactorsAsked } from '#api/contract/second-factor.ts';
import { factorProblems, noFactor } from '#web/parts/account/factor/factor.rules.ts';
import { FactorFields } from '#web/parts/account/factor/factor-fields.tsx';
import { useFactorWay } from '#web/parts/account/factor/use-factor-way.ts';
import { signInPasskeyRequest, signInWithFactor } from '#web/parts/account/second-factor-calls.ts';
import { useCheckedForm } from '#web/parts/account/use-checked-form.ts';
import { Button } from '#web/ui/button.tsx';
import style from './auth-frame.module.css';
import { FormFailure } from './form-failure.tsx';
import { followProvider } from './sign-in-flow.ts';

type FactorFormProps = {
  interaction: string;
  asked: FactorsAsked;
  /** Leads back to the password. */
  onBack(): void;
};

/** Asks for the second factor after the right password. */
export function FactorForm({ interaction, asked, onBack }: FactorFormProps) {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  const choice = useFactorWay(asked);
  const form = useCheckedForm({
    element,
    empty: noFactor,
    problemsOf: (fields) => factorProblems(choice.way, fields),
    send: async (fields) => {
      const factor = await choice.read(fields, () => signInPasskeyRequest(interaction));
      await followProvider((await signInWithFactor(interaction, factor)).redirect_to);
    },
  });
  return (
    <form ref={element} className={style.form} noValidate onSubmit={(event) => void form.submit(event)}>
      <FormFailure error={form.failure} text={form.failureText} />
      <FactorFields choice={choice} passkeyOrigin={asked.passkey_origin} field={form.field} />
      {choice.way === null ? null : (
        <Button type="submit" look="primary" isPending={form.isSending}>
          {t('auth.signIn')}
        </Button>
      )}
      <Button onPress={onBack} isDisabled={form.isSending}>
        {t('secondFactor.signIn.back')}
      </Button>
      <p className={style.help}>{t('secondFactor.signIn.lost')}</p>
    </form>
  );
}
