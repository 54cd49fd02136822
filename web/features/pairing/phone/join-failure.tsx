import { useTranslation } from 'react-i18next';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { formatClock } from '#web/lib/format.ts';
import { Notice } from '#web/ui/notice.tsx';
import type { JoinState } from './join.state.ts';

/** Says which call failed, why, and when the next try is allowed. */
export function JoinFailure({ failure, waitS }: { failure: JoinState['failure']; waitS: number }) {
  const { t } = useTranslation();
  if (!failure) return null;
  return (
    <Notice kind="error" live="alert" title={t(`pairingPhone.failed.${failure.of}`)}>
      <p>{errorSentence(t, failure.problem)}</p>
      {waitS > 0 ? (
        <p>
          {t('pairingPhone.failed.wait')} <span role="timer">{formatClock(waitS)}</span>
        </p>
      ) : null}
    </Notice>
  );
}
