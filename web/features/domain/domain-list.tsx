import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminDomain } from '#api/contract/admin-domain.ts';
import { SearchField } from '#web/ui/search-field.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import style from './domain.module.css';
import { partAddress } from './form/parts.rules.ts';

/** More hosts than this have a search field. */
const manyHosts = 8;

export function DomainList({ domains }: { domains: readonly AdminDomain[] }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = domains.filter(({ host, names }) => [host, ...names].some((name) => name.includes(wanted)));
  return (
    <div className={style.form}>
      <p className={style.hint}>{t('domain.list.about')}</p>
      {domains.length > manyHosts ? (
        <SearchField
          label={t('domain.list.search')}
          placeholder={t('domain.list.search')}
          clearLabel={t('domain.clear')}
          value={search}
          onChange={setSearch}
        />
      ) : null}
      <div aria-live="polite">
        {found.length === 0 ? (
          <p className={style.hint}>
            {wanted === '' ? t('domain.list.none') : t('domain.list.notFound', { search: wanted })}
          </p>
        ) : null}
      </div>
      {found.length > 0 ? (
        <ul className={style.list}>
          {found.map((domain) => (
            <DomainRow key={domain.host} domain={domain} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function DomainRow({ domain }: { domain: AdminDomain }) {
  const { t } = useTranslation();
  const { host, names, own, people, sessions, is_public, first_superuser } = domain;
  const facts = [
    is_public ? t('domain.list.public') : null,
    t('domain.list.people', { count: people }),
    t('domain.list.sessions', { count: sessions }),
    t(own ? 'domain.list.own' : 'domain.list.shipped'),
    first_superuser ? t('domain.list.awaited', { email: first_superuser }) : null,
  ];
  return (
    <li>
      <TextLink href={partAddress(host)} className={style.domain ?? ''}>
        <span className={style.name}>{host}</span>
        {names.length > 0 ? <span className={style.alsoNamed}>{names.join(', ')}</span> : null}
        <span className={style.facts}>{facts.filter(Boolean).join(' · ')}</span>
      </TextLink>
    </li>
  );
}
