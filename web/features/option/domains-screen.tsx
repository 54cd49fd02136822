import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Page } from '#web/parts/page/page.tsx';
import { RetryNotice } from '#web/parts/page/retry-notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { DomainEditorForm } from './domain-editor-form.tsx';
import style from './domain.module.css';
import { useDomains } from './domain-admin.state.ts';

/** Processing options of each host, for superusers (§2, §6). */
export function DomainsScreen() {
  const { t } = useTranslation();
  usePageTitle(t('option.title'));
  const domains = useDomains();
  const [chosen, setChosen] = useState<string>(location.hostname);
  const all = domains.data ?? [];
  const domain = all.find(({ host }) => host === chosen) ?? all[0];
  return (
    <Page title={t('option.title')}>
      <p className={style.intro}>{t('option.intro')}</p>
      {domains.isPending ? (
        <div className={style.waiting}>
          <VisuallyHidden live="polite">{t('shell.loading')}</VisuallyHidden>
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} height="3.5rem" />
          ))}
        </div>
      ) : null}
      {domains.isError && !domain ? (
        <RetryNotice
          title={t('option.loadFailed')}
          error={domains.error}
          isFetching={domains.isFetching}
          onRetry={() => void domains.refetch()}
        />
      ) : null}
      {domain ? (
        <DomainEditorForm
          key={domain.host}
          domain={domain}
          hosts={all.map(({ host }) => host)}
          onHost={setChosen}
        />
      ) : null}
    </Page>
  );
}
