import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { isFull, minutesLeft } from './record-screen.rules.ts';
import { isNearEnd } from '#web/features/recording/state/recording.rules.ts';
import type { Recording } from '#web/features/recording/state/recording.rules.ts';

/** Shows a notice near the longest length, with the remaining time and what happens after it (§5). */
export function LengthNotice({ recording }: { recording: Recording }) {
  const { t } = useTranslation();
  const state = useSnapshot(recording.state);
  if (!isNearEnd(state)) return null;
  const count = minutesLeft(state);
  if (isFull(state)) {
    return (
      <Notice kind="error" live="alert">
        <p>{t('recording.length.full')}</p>
      </Notice>
    );
  }
  return (
    <Notice kind={state.rollsOver ? 'info' : 'warn'}>
      <p>{t(state.rollsOver ? 'recording.length.rolls' : 'recording.length.ends', { count })}</p>
      <Checkbox isSelected={state.rollsOver} onChange={recording.setRollover}>
        {t('recording.length.rollover')}
      </Checkbox>
    </Notice>
  );
}
