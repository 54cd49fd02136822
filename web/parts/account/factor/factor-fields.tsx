import { useTranslation } from 'react-i18next';
import { Notice } from '#web/ui/notice.tsx';
import { RadioList } from '#web/ui/radio-list.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { CodeField } from './code-field.tsx';
import { PasskeyImpossible } from './passkey-impossible.tsx';
import type { FactorChoice } from './use-factor-way.ts';

type Field = { name: string; value: string; onChange(value: string): void; error: string | undefined };
type FactorFieldsProps = {
  choice: FactorChoice;
  passkeyOrigin: string | null;
  field(name: 'totp' | 'recovery'): Field;
};

/** Asks for the second factor: the choice of a way if there are several, and the field of that way. */
export function FactorFields({ choice, passkeyOrigin, field }: FactorFieldsProps) {
  const { t } = useTranslation();
  const { way, ways } = choice;
  return (
    <>
      {choice.passkeyProblem ? (
        <PasskeyImpossible problem={choice.passkeyProblem} origin={passkeyOrigin} />
      ) : null}
      {way === null ? (
        <Notice kind="error">
          <p>{t('secondFactor.noWay')}</p>
        </Notice>
      ) : null}
      {way !== null && ways.length > 1 ? (
        <RadioList
          label={t('secondFactor.way')}
          value={way}
          onChange={(key) => choice.choose(key)}
          options={ways.map((each) => ({
            key: each,
            label: t(`secondFactor.ways.${each}`),
            ...(each === 'passkey' ? { hint: t('secondFactor.passkeyHint') } : {}),
          }))}
        />
      ) : null}
      {way === 'passkey' && ways.length === 1 ? <p>{t('secondFactor.passkeyHint')}</p> : null}
      {way === 'totp' ? <CodeField {...field('totp')} /> : null}
      {way === 'recovery' ? (
        <TextField
          {...field('recovery')}
          label={t('secondFactor.ways.recovery')}
          hint={t('secondFactor.recoveryHint')}
          autoComplete="off"
          spellCheck="false"
          isRequired
        />
      ) : null}
    </>
  );
}
