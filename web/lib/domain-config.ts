import { useQuery } from '@tanstack/react-query';
import type { DomainConfig, FunctionTag } from '#api/contract/domain.ts';
import { localStore } from './browser-storage.ts';
import { domainConfigQuery, readLastConfig } from './domain-config-query.ts';
import { api } from './http.ts';
import { queryClient } from './query-client.ts';
import type { Scope } from './scope.ts';
import { timings } from './time.ts';

const ofThisHost = domainConfigQuery({
  host: location.hostname,
  storage: localStore,
  fetchConfig: async (signal) => (await api.v1['domain-config'].$get({}, { init: { signal } })).json(),
});

export const useDomainConfig = () => useQuery(ofThisHost);

/**
 * Returns whether this host has a function. A page that knows nothing of its host, because its first question has no answer
 * yet or has failed, has none of these functions. It records, uploads and reviews all the same.
 */
export const useHasTag = (tag: FunctionTag): boolean => useDomainConfig().data?.tags.includes(tag) ?? false;

/** Returns what the page knows of its host outside of components; null if it knows nothing. */
export const readDomainConfig = (): DomainConfig | null =>
  queryClient.getQueryData(ofThisHost.queryKey) ?? readLastConfig(localStore, location.hostname) ?? null;

/** Resolves with what the page knows of its host. If it knows nothing, with the answer to its first question, or null. */
export const domainConfig = async (): Promise<DomainConfig | null> =>
  readDomainConfig() ?? (await queryClient.fetchQuery(ofThisHost).catch(() => null));

/** Resolves with a configuration not older than `domainConfigCacheMs`; if the server cannot be reached, with the last known one, or null. */
export const latestDomainConfig = (): Promise<DomainConfig | null> =>
  queryClient.fetchQuery(ofThisHost).catch(() => readDomainConfig());

export const readTags = (): readonly string[] => readDomainConfig()?.tags ?? [];

/** Number of times that the page looks during the time of the cache whether the configuration is too old. */
const looksPerCache = 10;

/** Fetches the configuration when it is too old and the page is visible, until `scope` ends. */
export function watchDomainConfig(scope: Scope): void {
  // No observer: it would stay with a query that a sign-out has removed from the cache.
  const look = () => {
    if (document.visibilityState === 'visible') void queryClient.prefetchQuery(ofThisHost);
  };
  look();
  scope.listen(document, 'visibilitychange', look);
  scope.interval(look, timings.domainConfigCacheMs / looksPerCache);
}

/** Fetches the configuration anew, because the server has refused a call of a function that is off. */
export const refreshDomainConfig = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ofThisHost.queryKey, refetchType: 'all' });
