import { queryOptions } from '@tanstack/react-query';
import type { DomainConfig } from '#api/contract/domain.ts';
import { toDomainConfig } from './domain-config.rules.ts';
import { timings } from './time.ts';

/** Name of the entry with the last configuration of a host. */
export const lastConfigKey = (host: string): string => `domainConfig:${host}`;

/** Returns the configuration that this host answered last; undefined if there is none, or none that can be read. */
export function readLastConfig(storage: Pick<Storage, 'getItem'>, host: string): DomainConfig | undefined {
  try {
    const stored: unknown = JSON.parse(storage.getItem(lastConfigKey(host)) ?? 'null');
    return toDomainConfig(stored);
  } catch {
    return undefined;
  }
}

function keepLastConfig(storage: Pick<Storage, 'setItem'>, host: string, config: DomainConfig): void {
  try {
    storage.setItem(lastConfigKey(host), JSON.stringify(config));
  } catch {
    // Storage is full or denied, so that the next page begins without a last value.
  }
}

type DomainConfigDeps = {
  host: string;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  fetchConfig(signal: AbortSignal): Promise<unknown>;
};

/**
 * Returns the query of a host's tags and settings (§3, §7). It is fetched at most every 5 minutes. Until the answer is there,
 * and after a failure, the last answer holds, also that of an earlier page. A page without one has no data.
 */
export const domainConfigQuery = ({ host, storage, fetchConfig }: DomainConfigDeps) =>
  queryOptions({
    queryKey: ['domain', 'config', host],
    queryFn: async ({ signal }): Promise<DomainConfig> => {
      const config = toDomainConfig(await fetchConfig(signal));
      if (!config)
        throw new TypeError('The server has answered with a configuration that the page cannot use.');
      keepLastConfig(storage, host, config);
      return config;
    },
    initialData: () => readLastConfig(storage, host),
    // The answer to an earlier page holds until a new one is there, but it is never fresh.
    initialDataUpdatedAt: 0,
    staleTime: () => timings.domainConfigCacheMs,
    gcTime: Infinity,
  });
