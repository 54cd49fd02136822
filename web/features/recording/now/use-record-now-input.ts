import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { userState } from '#web/features/user/index.ts';
import { currentLanguage } from '#web/i18n/i18n.ts';
import { useMaxUploadBytes, useMp3Settings } from '#web/parts/recording/domain-config.ts';
import { defaultLanguage } from '#web/parts/session/session-form.rules.ts';
import type { RecordNowInput } from './record-now.ts';

/** Returns what a new recording needs; null until the person and the upload limit of the host are known. */
export function useRecordNowInput(): RecordNowInput | null {
  const { t } = useTranslation();
  const { user } = useSnapshot(userState);
  const settings = useMp3Settings();
  const largestBytes = useMaxUploadBytes();
  if (!user || largestBytes === null) return null;
  const words = { title: t('create.defaultName'), language: defaultLanguage(currentLanguage()) };
  return { userId: user.id, settings, largestBytes, words, kept: null };
}
