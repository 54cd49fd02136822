import type { DomainRetention } from '#api/contract/domain.ts';
import type { ListQuery, SessionItem, SessionList } from '#api/contract/session.ts';
import type { Owner } from '#api/db/owner.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { Search } from '#api/search/search.ts';
import type { SessionStore } from '#api/session/session.store.ts';
import { filterOf, type ListRow } from '#api/session/session-list.store.ts';

type Deps = {
  clock: Clock;
  sessions: Pick<SessionStore, 'list'>;
  search: Search;
  itemsOf(rows: readonly ListRow[]): Promise<SessionItem[]>;
};

/**
 * Returns a function that reads a page of the library: all sessions, or those in which a text was said, with their
 * hits.
 */
export function createSessionList({ clock, sessions, search, itemsOf }: Deps) {
  return async (
    owner: Owner,
    { page, limit, search: title, text, expires_days: expiresDays }: ListQuery,
    retention: DomainRetention,
  ): Promise<SessionList> => {
    const filter = { search: title, expiresDays, retention };
    if (!search.asks(text)) {
      // A text without a letter or digit cannot have been said.
      if (text.trim() !== '') return { recordings: [], hasMore: false };
      const { rows, hasMore } = await sessions.list(owner, { page, limit, ...filter });
      return { recordings: await itemsOf(rows), hasMore };
    }
    const asked = { text, page, limit, filter: filterOf(filter, clock.now()) };
    const { found, hasMore } = await search.find(owner, asked);
    const items = await itemsOf(found.map(({ row }) => row));
    const recordings = items.map((item, index) => {
      const { hits, hitCount } = found[index]!;
      return { ...item, hits, hit_count: hitCount };
    });
    return { recordings, hasMore };
  };
}
