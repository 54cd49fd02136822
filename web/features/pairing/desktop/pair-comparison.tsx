import { Check, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Pairing } from '#api/contract/pairing.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import type { Problem } from '#web/lib/api-error.ts';
import { formatClock } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { spelled } from '#web/features/pairing/link/code-words.rules.ts';
import style from './pair-dialog.module.css';

type PairComparisonProps = {
  pairing: Pick<Pairing, 'device' | 'verification_code'>;
  leftMs: number;
  isConfirming: boolean;
  problem: Problem | null;
  onConfirm(): void;
  onRefuse(): void;
};

/** Asks whether the person's own phone shows the same number. If a stranger has joined with a photo of the code, it does not. */
export function PairComparison(props: PairComparisonProps) {
  const { pairing, leftMs, isConfirming, problem, onConfirm, onRefuse } = props;
  const { t } = useTranslation();
  const { device } = pairing;
  const number = pairing.verification_code ?? '';
  return (
    <>
      <output>
        {device === null ? t('pairing.compare.waitsUnnamed') : t('pairing.compare.waits', { device })}
      </output>
      <p className={style.number}>
        <span aria-hidden="true">{number}</span>
        <VisuallyHidden>{spelled(number)}</VisuallyHidden>
      </p>
      <p className={style.question}>{t('pairing.compare.question')}</p>
      <p className={style.soft}>
        {t('pairing.code.left')}: <span role="timer">{formatClock(Math.ceil(leftMs / 1000))}</span>
      </p>
      {problem ? (
        <Notice kind="error" live="alert" title={t('pairing.compare.failed')}>
          <p>{errorSentence(t, problem)}</p>
        </Notice>
      ) : null}
      <div className={style.actions}>
        <Button onPress={onRefuse}>
          <X size={18} aria-hidden="true" /> {t('pairing.compare.refuse')}
        </Button>
        <Button look="primary" isPending={isConfirming} onPress={onConfirm}>
          <Check size={18} aria-hidden="true" /> {t('pairing.compare.confirm')}
        </Button>
      </div>
    </>
  );
}
