import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Page } from '#web/parts/page/page.tsx';
import { RetryNotice } from '#web/parts/page/retry-notice.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { AddDomain } from './add-domain.tsx';
import { DomainHost } from './domain-host.tsx';
import { DomainList } from './domain-list.tsx';
import style from './domain.module.css';
import { useDomains } from './domain-admin.state.ts';
import { isPart } from './form/parts.rules.ts';
import { Loading } from './loading.tsx';

/** What is set for each host, for superusers (§2.11). The address names the host and its part. */
export function DomainsScreen() {
  const { t } = useTranslation();
  const search: { host?: string; part?: string } = useSearch({ strict: false });
  const domains = useDomains();
  const all = domains.data?.domains ?? [];
  const [first] = all;
  const domain = all.find(({ host }) => host === search.host) ?? (all.length === 1 ? first : undefined);
  const title = domain ? domain.host : t('domain.title');
  usePageTitle(domain ? `${t('domain.title')}: ${domain.host}` : title);
  return (
    <Page
      title={title}
      actions={domains.data?.may_add && (!domain || all.length === 1) ? <AddDomain /> : undefined}
    >
      {domain && all.length > 1 ? <TextLink href="/admin/domains">{t('domain.list.back')}</TextLink> : null}
      {domains.isPending ? <Loading /> : null}
      {domains.isError && !domains.data ? (
        <RetryNotice
          title={t('domain.loadFailed')}
          error={domains.error}
          isFetching={domains.isFetching}
          onRetry={() => void domains.refetch()}
        />
      ) : null}
      {domain ? (
        <DomainHost key={domain.host} domain={domain} part={isPart(search.part) ? search.part : 'options'} />
      ) : null}
      {domains.data && !domain ? (
        <>
          {search.host === undefined ? null : (
            <p className={style.hint}>{t('domain.list.unknown', { host: search.host })}</p>
          )}
          <DomainList domains={all} />
        </>
      ) : null}
    </Page>
  );
}
