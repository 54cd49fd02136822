import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FactorProof, FactorsAsked, SecondFactor } from '#api/contract/second-factor.ts';
import { factorProblems, noFactor } from '#web/parts/account/factor/factor.rules.ts';
import { FactorFields } from '#web/parts/account/factor/factor-fields.tsx';
import { useFactorWay } from '#web/parts/account/factor/use-factor-way.ts';
import { onlyProblems, presentPasswordProblem } from '#web/parts/account/field-problem.rules.ts';
import { PasswordField } from '#web/parts/account/password-field.tsx';
import { proofPasskeyRequest } from '#web/parts/account/second-factor-calls.ts';
import { useCheckedForm } from '#web/parts/account/use-checked-form.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import style from '../account.module.css';
import { PasswordFailure } from '../password-failure.tsx';
import type { FactorAct } from './second-factor.state.ts';

type ProofDialogProps = {
  state: SecondFactor;
  act: FactorAct;
  onProof(proof: FactorProof): Promise<void>;
  onClose(): void;
};

/** Returns by which ways the present factor can be proved. */
const askedOf = (state: SecondFactor): FactorsAsked => ({
  ways: [
    ...(state.totp ? (['totp'] as const) : []),
    ...(state.passkeys.some((passkey) => passkey.is_usable) ? (['passkey'] as const) : []),
    ...(state.recovery_codes_left > 0 ? (['recovery'] as const) : []),
  ],
  passkey_origin: state.passkey_origin,
});

/** Asks for the password, and for the second factor where one is on, before anything is changed. */
export function ProofDialog({ state, act, onProof, onClose }: ProofDialogProps) {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  const choice = useFactorWay(askedOf(state));
  const isOff = act.kind === 'remove';
  const what = act.kind === 'remove' ? (act.what === 'all' ? 'off' : 'remove') : act.kind;
  const form = useCheckedForm({
    element,
    empty: { password: '', ...noFactor },
    problemsOf: ({ password, ...fields }) => ({
      ...onlyProblems<{ password: string }>({ password: presentPasswordProblem(password) }),
      ...(state.is_on ? factorProblems(choice.way, fields) : {}),
    }),
    send: async ({ password, ...fields }) => {
      const factor = state.is_on ? await choice.read(fields, proofPasskeyRequest) : null;
      await onProof({ password, ...(factor ? { factor } : {}) });
      if (isOff) toasts.add({ kind: 'info', text: t(`secondFactor.proof.done.${what as 'off' | 'remove'}`) });
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title={t(`secondFactor.proof.title.${what}`)}>
      <form ref={element} className={style.form} noValidate onSubmit={(event) => void form.submit(event)}>
        <p>{t(`secondFactor.proof.text.${what}`)}</p>
        <PasswordFailure error={form.failure} />
        <PasswordField {...form.field('password')} autoComplete="current-password" />
        {state.is_on ? (
          <FactorFields choice={choice} passkeyOrigin={state.passkey_origin} field={form.field} />
        ) : null}
        <div className={style.actions}>
          <Button onPress={onClose} isDisabled={form.isSending}>
            {t('shell.cancel')}
          </Button>
          <Button
            type="submit"
            look={isOff ? 'danger' : 'primary'}
            isDisabled={state.is_on && choice.way === null}
            isPending={form.isSending}
          >
            {t(`secondFactor.proof.action.${what}`)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
