import { useTranslation } from 'react-i18next';
import { Notice } from '#web/ui/notice.tsx';
import type { PasskeyProblem } from './passkey-support.rules.ts';

type PasskeyImpossibleProps = { problem: NonNullable<PasskeyProblem>; origin: string | null };

/** Says why no passkey can be used here, and what to do. */
export function PasskeyImpossible({ problem, origin }: PasskeyImpossibleProps) {
  const { t } = useTranslation();
  return (
    <Notice kind="info">
      <p>{t(`secondFactor.impossible.${problem}`, { address: origin ?? '' })}</p>
    </Notice>
  );
}
