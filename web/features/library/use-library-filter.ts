import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { timings } from '#web/lib/time.ts';
import { rememberHref } from './list/library-place.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import type { ListFilter } from './list/use-session-list.ts';

/** What the words are looked for in. */
type SearchIn = 'titles' | 'said';

type Wanted = { searchIn: SearchIn; words: string; expiresDays: number | null };

const maxDays = 366;
const toDays = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,3}$/.test(text) && Number(text) <= maxDays ? Number(text) : null;

const toAddress = ({ searchIn, words, expiresDays }: Wanted) => ({
  ...(searchIn === 'said' ? { text: words } : words ? { search: words } : {}),
  ...(expiresDays === null ? {} : { expires_days: String(expiresDays) }),
});

/** What the library shows, as the address says it: a reload, a bookmark and the way back show the same. */
export function useLibraryFilter() {
  const address = useSearch({ from: '/library' });
  const navigate = useNavigate({ from: '/library' });
  const href = useLocation({ select: (location) => location.href });
  useEffect(() => rememberHref(href), [href]);

  const searchIn: SearchIn = address.text === undefined ? 'titles' : 'said';
  const words = address.text ?? address.search ?? '';
  const expiresDays = toDays(address.expires_days);
  const [typed, setTyped] = useState(words);
  const settled = useDebounced(typed, timings.searchDebounceMs);
  const told = useRef(words);

  const go = (change: Partial<Wanted>) => {
    const wanted = { searchIn, words: told.current, expiresDays, ...change };
    told.current = wanted.words;
    void navigate({ search: toAddress(wanted), replace: true, resetScroll: false });
  };
  // The address follows the field once it has settled …
  useEffect(() => {
    if (settled !== told.current) go({ words: settled });
    // oxlint-disable-next-line react/exhaustive-deps -- and only then
  }, [settled]);
  // … and the field an address that somebody else has changed: a link, the way back.
  useEffect(() => {
    if (words === told.current) return;
    told.current = words;
    setTyped(words);
  }, [words]);

  const filter: ListFilter = {
    search: searchIn === 'titles' ? words.trim() : '',
    text: searchIn === 'said' ? words.trim() : '',
    expiresDays,
  };
  return {
    filter,
    searchIn,
    words: words.trim(),
    typed,
    setTyped,
    expiresDays,
    /** With what is typed at this moment. */
    setSearchIn: (next: SearchIn) => go({ searchIn: next, words: typed }),
    setExpiresDays: (next: number | null) => go({ expiresDays: next }),
  };
}
export type LibraryFilter = ReturnType<typeof useLibraryFilter>;
