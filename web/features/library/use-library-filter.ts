import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { timings } from '#web/lib/time.ts';
import { rememberHref } from './list/library-place.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import type { ListFilter } from './list/use-session-list.ts';

/** Where the text is searched. `titles`: in the titles of sessions; `said`: in their transcripts. */
type SearchIn = 'titles' | 'said';

type Wanted = { searchIn: SearchIn; words: string; expiresDays: number | null };

const maxDays = 366;
const toDays = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,3}$/.test(text) && Number(text) <= maxDays ? Number(text) : null;

const isLibrary = (pathname: string): boolean => pathname.replace(/\/$/, '') === '/library';

const toAddress = ({ searchIn, words, expiresDays }: Wanted) => ({
  ...(searchIn === 'said' ? { text: words } : words ? { search: words } : {}),
  ...(expiresDays === null ? {} : { expires_days: String(expiresDays) }),
});

/** Holds the filter of the library in the address, so that it survives reloads, bookmarks and Back. */
export function useLibraryFilter() {
  const address = useSearch({ from: '/library' });
  const navigate = useNavigate({ from: '/library' });
  // While the next screen is loading, this one is still shown, and the address is that of the next one already.
  const href = useLocation({ select: ({ pathname, href }) => (isLibrary(pathname) ? href : null) });
  useEffect(() => {
    if (href !== null) rememberHref(href);
  }, [href]);

  const searchIn: SearchIn = address.text === undefined ? 'titles' : 'said';
  const words = address.text ?? address.search ?? '';
  const expiresDays = toDays(address.expires_days);
  const [typed, setTyped] = useState(words);
  const settled = useDebounced(typed, timings.searchDebounceMs);
  const written = useRef(words);

  const go = (change: Partial<Wanted>) => {
    const wanted = { searchIn, words: written.current, expiresDays, ...change };
    written.current = wanted.words;
    void navigate({ search: toAddress(wanted), replace: true, resetScroll: false });
  };
  // Writes the text of the field into the address, but only when the person has stopped typing.
  useEffect(() => {
    if (settled !== written.current) go({ words: settled });
    // oxlint-disable-next-line react/exhaustive-deps -- only the settled text may start this
  }, [settled]);
  // Writes the text of the address into the field when a link or Back has changed the address.
  useEffect(() => {
    if (words === written.current) return;
    written.current = words;
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
    setSearchIn: (next: SearchIn) => go({ searchIn: next, words: typed }),
    setExpiresDays: (next: number | null) => go({ expiresDays: next }),
  };
}
export type LibraryFilter = ReturnType<typeof useLibraryFilter>;
