import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { changesSince, type MadeResult } from '#web/parts/result/result.rules.ts';

type StaleNoticeProps = { session: SessionDetail; result: MadeResult; onRenew: (() => void) | null };

/** Says that the sources of the result have changed, and how. */
export function StaleNotice({ session, result, onRenew }: StaleNoticeProps) {
  const { t, i18n } = useTranslation();
  const changes = changesSince(result, session);
  if (changes.length === 0) return null;
  const names = changes.map((change) =>
    change.kind === 'edits'
      ? t('result.stale.edits', { count: change.count })
      : t(`result.stale.${change.kind}`),
  );
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names);
  return (
    <Notice
      kind="warn"
      title={t('result.stale.title')}
      actions={onRenew ? <Button onPress={onRenew}>{t('result.stale.renew')}</Button> : null}
    >
      <p>{t('result.stale.text', { what: list })}</p>
    </Notice>
  );
}
