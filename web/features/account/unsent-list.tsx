import { useTranslation } from 'react-i18next';
import type { UnsentHere } from './unsent-here.ts';

/** Says how many recordings and files are not on the server yet. `unsent` is null if that could not be counted. */
export function UnsentList({ unsent }: { unsent: UnsentHere | null }) {
  const { t, i18n } = useTranslation();
  if (!unsent) return <p>{t('account.unsent.unknown')}</p>;
  const { recordings, files } = unsent;
  const parts = [
    ...(recordings > 0 ? [t('account.unsent.recordings', { count: recordings })] : []),
    ...(files > 0 ? [t('account.unsent.files', { count: files })] : []),
  ];
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(parts);
  return <p>{t('account.unsent.here', { list })}</p>;
}

export const hasUnsent = (unsent: UnsentHere | null): boolean =>
  unsent === null || unsent.recordings + unsent.files > 0;
