import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { AudioLines, Plus, SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { proxy, useSnapshot } from 'valtio';
import type { SessionItem } from '#api/contract/session.ts';
import type { DeliveryState } from '#web/features/recording/delivery.ts';
import { KeptRecordings, useDelivery } from '#web/features/recording/kept-recordings.tsx';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { timings } from '#web/lib/time.ts';
import { Page } from '#web/shell/page.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import style from './library-screen.module.css';
import { LibrarySkeleton } from './library-skeleton.tsx';
import { RemoveSession } from './remove-session.tsx';
import { SessionGroups } from './session-groups.tsx';
import { useDebounced } from './use-debounced.ts';
import { sessionListKey, useSessionList } from './use-session-list.ts';

/** The sessions of the person, by day, with a search in their titles (§2). The search stands in the address. */
export function LibraryScreen() {
  const { t } = useTranslation();
  usePageTitle(t('library.title'));
  const [typed, setTyped, search] = useSearchText();
  const [doomed, setDoomed] = useState<SessionItem | null>(null);
  const list = useSessionList(search);
  const items = list.data?.pages.flatMap((page) => page.recordings) ?? [];
  const isEmpty = list.isSuccess && items.length === 0;
  const create = (
    <LinkButton look="primary" href="/create">
      <Plus size={20} aria-hidden="true" /> {t('library.create')}
    </LinkButton>
  );
  const isFirstUse = isEmpty && search === '' && !list.isPlaceholderData;
  return (
    <Page title={t('library.title')} actions={isFirstUse ? null : create}>
      <Kept />
      {isFirstUse ? null : (
        <search className={style.search}>
          <SearchField
            label={t('library.search')}
            placeholder={t('library.searchPlaceholder')}
            clearLabel={t('library.clearSearch')}
            value={typed}
            onChange={setTyped}
          />
        </search>
      )}
      <VisuallyHidden live="polite">
        {search && list.isSuccess && !list.isPlaceholderData
          ? t(list.hasNextPage ? 'library.foundMore' : 'library.found', { count: items.length })
          : ''}
      </VisuallyHidden>
      {list.isPending ? <LibrarySkeleton /> : null}
      {list.isError && items.length === 0 ? (
        <Notice
          kind="error"
          live="alert"
          title={t('library.failed')}
          actions={<Button onPress={() => void list.refetch()}>{t('shell.retry')}</Button>}
        >
          <p>{errorSentence(t, list.error)}</p>
        </Notice>
      ) : null}
      {isFirstUse ? (
        <EmptyState icon={<AudioLines size={32} />} title={t('library.empty.title')} action={create}>
          <p>{t('library.empty.text')}</p>
        </EmptyState>
      ) : null}
      {isEmpty && search !== '' ? (
        <EmptyState
          icon={<SearchX size={32} />}
          title={t('library.noHits.title')}
          action={<Button onPress={() => setTyped('')}>{t('library.clearSearch')}</Button>}
        >
          <p>{t('library.noHits.text', { search })}</p>
        </EmptyState>
      ) : null}
      <div className={style.list} aria-busy={list.isPlaceholderData}>
        <SessionGroups items={items} nowMs={list.dataUpdatedAt} onRemove={setDoomed} />
      </div>
      {list.isFetchNextPageError ? (
        <Notice kind="error" live="alert" title={t('library.failedMore')}>
          <p>{errorSentence(t, list.error)}</p>
        </Notice>
      ) : null}
      {list.hasNextPage ? (
        <div className={style.more}>
          <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
            {t('library.more')}
          </Button>
        </div>
      ) : null}
      <RemoveSession item={doomed} onClose={() => setDoomed(null)} onRemoved={focusMain} />
    </Page>
  );
}

/** What a crash or a closed tab left on this device; what has arrived meanwhile is in the list at once. */
function Kept() {
  const client = useQueryClient();
  const delivery = useDelivery();
  const { delivered } = useSnapshot(delivery?.state ?? nothingDelivered);
  useEffect(() => {
    if (delivered.length > 0) void client.invalidateQueries({ queryKey: sessionListKey });
  }, [client, delivered]);
  return delivery ? <KeptRecordings delivery={delivery} /> : null;
}
const nothingDelivered = proxy<Pick<DeliveryState, 'delivered'>>({ delivered: [] });

/** The row that had the focus is gone: the keyboard goes on from the top of the screen. */
const focusMain = () => requestAnimationFrame(() => document.getElementById('main')?.focus());

/** What is typed now, how to change it, and what is searched for: the same a moment later, kept in the address. */
function useSearchText() {
  const { search = '' } = useSearch({ from: '/library' });
  const navigate = useNavigate({ from: '/library' });
  const [typed, setTyped] = useState(search);
  const settled = useDebounced(typed, timings.searchDebounceMs);
  useEffect(() => {
    if (settled === search) return;
    void navigate({ search: settled ? { search: settled } : {}, replace: true, resetScroll: false });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the address follows the field, not the other way round
  }, [settled]);
  return [typed, setTyped, settled] as const;
}
