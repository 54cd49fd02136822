import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionItem } from '#api/contract/session.ts';
import { StrandedNotice } from '#web/features/unsent/index.ts';
import { useFilePicker } from '#web/features/upload/index.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Page } from '#web/parts/page/page.tsx';
import { useTour } from '#web/parts/tour/tour.state.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { BeginActions } from './begin/begin-actions.tsx';
import { FileDrop } from './begin/file-drop.tsx';
import { useFileBegin } from './begin/use-file-begin.ts';
import { KeptSessions } from './lazy-kept-sessions.ts';
import { LibraryEmpty } from './library-empty.tsx';
import style from './library-screen.module.css';
import { LibrarySkeleton } from './library-skeleton.tsx';
import { LibraryTools } from './library-tools.tsx';
import { resumeRemovals, useRemovals } from './removal/removal.state.ts';
import { RemoveSessions } from './removal/remove-sessions.tsx';
import { SelectionBar } from './list/selection-bar.tsx';
import { SessionList } from './list/session-list.tsx';
import { useEndless } from './list/use-endless.ts';
import { useLibraryFilter } from './use-library-filter.ts';
import { useListKeys } from './list/use-list-keys.ts';
import { useSelection } from './list/use-selection.ts';
import { useSessionList } from './list/use-session-list.ts';

/** The person's sessions by day, with search (§2). The filter is part of the address. */
export function LibraryScreen() {
  const { t } = useTranslation();
  usePageTitle(t('library.title'));
  const filter = useLibraryFilter();
  const list = useSessionList(filter.filter);
  const { hidden, restored } = useRemovals();
  useEffect(() => void resumeRemovals(), []);
  const { items } = list;
  const shown = useMemo(() => items.filter(({ id }) => !(id in hidden)), [items, hidden]);
  const order = useMemo(() => shown.map(({ id }) => id), [shown]);
  const selection = useSelection(order);
  const [toRemove, setToRemove] = useState<readonly SessionItem[]>([]);
  const { toggle, end, all, chosen, isSelecting } = selection;

  const remove = useCallback(
    (id: string | null) => {
      const which =
        chosen.size > 0
          ? shown.filter((item) => chosen.has(item.id))
          : shown.filter((item) => item.id === id);
      setToRemove(which);
    },
    [chosen, shown],
  );
  const rowActions = useMemo(
    () => ({ toggle, remove: (item: SessionItem) => setToRemove([item]) }),
    [toggle],
  );
  useListKeys(
    useMemo(() => ({ isSelecting, toggle, end, all, remove }), [isSelecting, toggle, end, all, remove]),
  );
  useFocusOnRestored(restored);
  // Before the first session the empty list says what to do.
  useTour(shown.length > 0 ? 'library' : null);

  const isEmpty = list.isSuccess && !list.isPlaceholderData && shown.length === 0 && !list.hasMore;
  const isUnfiltered = filter.words === '' && filter.expiresDays === null;
  const isFirstUse = isEmpty && isUnfiltered && filter.typed === '';
  const mayGoOn = list.hasMore && !list.isLoadingMore && list.moreError === null;
  const endOfList = useEndless<HTMLDivElement>(mayGoOn, items.length, list.more);
  const begin = useFileBegin();
  // The field belongs to the screen: the buttons move when the list is there, and a field that is removed while the dialog of the
  // browser is open would lose the chosen file.
  const picker = useFilePicker(t('begin.file'), (files) => begin.choose(files));
  const actions = <BeginActions begin={begin} onFile={picker.open} />;
  return (
    <Page title={t('library.title')} actions={isFirstUse ? null : actions}>
      <FileDrop begin={begin} />
      {picker.field}
      <Suspense>
        <KeptSessions />
      </Suspense>
      <StrandedNotice />
      {isFirstUse ? null : (
        <LibraryTools
          filter={filter}
          isSelecting={isSelecting}
          onSelecting={(next) => (next ? selection.start() : selection.end())}
        />
      )}
      <Found filter={filter} list={list} count={shown.length} />
      {isSelecting ? (
        <SelectionBar selection={selection} count={shown.length} onRemove={() => remove(null)} />
      ) : null}
      {list.isPending ? <LibrarySkeleton /> : null}
      {list.isError ? (
        <Notice
          kind={items.length === 0 ? 'error' : 'warn'}
          live="alert"
          title={items.length === 0 ? t('library.failed') : t('library.stale')}
          actions={
            <Button isPending={list.isFetching} onPress={() => void list.refetch()}>
              {t('shell.retry')}
            </Button>
          }
        >
          <p>{errorSentence(t, list.error)}</p>
        </Notice>
      ) : null}
      {isEmpty ? <LibraryEmpty filter={filter} begin={actions} /> : null}
      {shown.length > 0 ? (
        <div className={style.list} aria-busy={list.isPlaceholderData}>
          <SessionList
            key={list.key}
            listKey={list.key}
            items={shown}
            nowMs={list.dataUpdatedAt}
            isWhole={!list.hasMore}
            isSelecting={isSelecting}
            chosen={chosen}
            actions={rowActions}
          />
        </div>
      ) : null}
      {list.moreError ? (
        <Notice kind="error" live="alert" title={t('library.failedMore')}>
          <p>{errorSentence(t, list.moreError)}</p>
        </Notice>
      ) : null}
      {list.hasMore ? (
        <div ref={endOfList} className={style.more}>
          <Button isPending={list.isLoadingMore} onPress={list.more}>
            {t('library.more')}
          </Button>
        </div>
      ) : null}
      <RemoveSessions
        sessions={toRemove}
        onClose={() => setToRemove([])}
        onRemoved={() => {
          end();
          focusMain();
        }}
      />
    </Page>
  );
}

type FoundProps = {
  filter: ReturnType<typeof useLibraryFilter>;
  list: ReturnType<typeof useSessionList>;
  count: number;
};

/** Announces the number of matches once for each search, not for each further page. */
function Found({ filter, list, count }: FoundProps) {
  const { t } = useTranslation();
  const isSettled = list.isSuccess && !list.isPlaceholderData;
  const isFiltered = filter.words !== '' || filter.expiresDays !== null;
  const text =
    isFiltered && isSettled ? t(list.hasMore ? 'library.foundMore' : 'library.found', { count }) : '';
  const [said, setSaid] = useState({ key: '', text: '' });
  if (isSettled && said.key !== list.key) setSaid({ key: list.key, text });
  return <VisuallyHidden live="polite">{said.key === list.key ? said.text : ''}</VisuallyHidden>;
}

/** Moves the focus to the top of the screen, because the focused row is gone. */
const focusMain = () => requestAnimationFrame(() => document.getElementById('main')?.focus());

function useFocusOnRestored(restored: { readonly id: string } | null) {
  const shown = useRef(restored);
  useEffect(() => {
    if (shown.current === restored) return;
    shown.current = restored;
    const row = restored && document.querySelector(`[data-session="${restored.id}"] [data-row-link]`);
    if (row instanceof HTMLElement) row.focus();
  }, [restored]);
}
