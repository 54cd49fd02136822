import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminDomain, Person } from '#api/contract/admin-domain.ts';
import { formatBytes, formatDate, formatNumber } from '#web/lib/format.ts';
import { timings } from '#web/lib/time.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { RetryNotice } from '#web/parts/page/retry-notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import style from '../domain.module.css';
import { usePeople } from '../domain-admin.state.ts';
import { Loading } from '../loading.tsx';
import { roleChoices, type KnownRoles } from '../role-choices.ts';
import { PersonDialog } from './person-dialog.tsx';

type PeoplePartProps = { domain: AdminDomain; roles: KnownRoles };

/** The people of the host: their roles, who is superuser, who is locked. Each change is saved at once. */
export function PeoplePart({ domain, roles }: PeoplePartProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<string | null>(null);
  const wanted = useDebounced(search.trim(), timings.searchDebounceMs);
  const people = usePeople(domain.host, wanted, page);
  const found = people.data?.people ?? [];
  const person = found.find(({ id }) => id === chosen);
  return (
    <div className={style.form}>
      <SearchField
        label={t('domain.people.search')}
        placeholder={t('domain.people.search')}
        clearLabel={t('domain.clear')}
        value={search}
        onChange={(text) => {
          setSearch(text);
          setPage(1);
        }}
      />
      {people.isPending ? <Loading /> : null}
      {people.isError ? (
        <RetryNotice
          title={t('domain.people.loadFailed')}
          error={people.error}
          isFetching={people.isFetching}
          onRetry={() => void people.refetch()}
        />
      ) : null}
      <div aria-live="polite">
        {people.data && found.length === 0 ? (
          <p className={style.hint}>
            {wanted === '' ? t('domain.people.none') : t('domain.people.notFound', { search: wanted })}
          </p>
        ) : null}
      </div>
      {found.length > 0 ? (
        <ul className={style.list} aria-busy={people.isPlaceholderData}>
          {found.map((each) => (
            <PersonRow key={each.id} person={each} roles={roles} onOpen={() => setChosen(each.id)} />
          ))}
        </ul>
      ) : null}
      {page > 1 || people.data?.hasMore ? (
        <div className={style.paging}>
          <Button isDisabled={page === 1} onPress={() => setPage(page - 1)}>
            {t('domain.people.previous')}
          </Button>
          <output>{t('domain.people.page', { page })}</output>
          <Button isDisabled={!people.data?.hasMore} onPress={() => setPage(page + 1)}>
            {t('domain.people.next')}
          </Button>
        </div>
      ) : null}
      {person ? (
        <PersonDialog
          key={person.id}
          host={domain.host}
          person={person}
          roles={roles}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </div>
  );
}

type PersonRowProps = { person: Person; roles: KnownRoles; onOpen(): void };

function PersonRow({ person, roles, onOpen }: PersonRowProps) {
  const { t, i18n } = useTranslation();
  const held = [...new Set([...person.roles, ...person.claim_roles])];
  const names = roleChoices(roles, held, i18n.language, t).filter(({ key }) => held.includes(key));
  const marks = [
    person.is_superuser ? t('domain.people.superuser') : null,
    person.locked ? t('domain.people.locked') : null,
    person.is_verified ? null : t('domain.people.unverified'),
    ...names.map(({ label }) => label),
  ].filter(Boolean);
  const used = t('domain.people.used', {
    hours: formatNumber(person.hours, 1, i18n.language),
    size: formatBytes(person.bytes, i18n.language),
  });
  const seen = person.seen_at
    ? t('domain.people.seen', { day: formatDate(person.seen_at, i18n.language) })
    : t('domain.people.neverSeen');
  return (
    <li className={style.person}>
      <div className={style.personText}>
        <p className={style.name}>{person.name || person.email}</p>
        <p className={style.facts}>
          {[person.name ? person.email : null, seen, used].filter(Boolean).join(' · ')}
        </p>
        {marks.length > 0 ? (
          <ul className={style.marks}>
            {marks.map((mark) => (
              <li key={mark} data-locked={mark === t('domain.people.locked') || undefined}>
                {mark}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      <Button
        aria-label={t('domain.people.editName', { name: person.name || person.email })}
        onPress={onOpen}
      >
        {t('domain.people.edit')}
      </Button>
    </li>
  );
}
