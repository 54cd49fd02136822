import { protocolBase } from '#api/engines/http/address.rules.ts';

export type AsrAddresses = { transcriptions: URL; models: URL };

const wholePath = '/audio/transcriptions';

/** The URLs of a server, given with or without `/v1` or the whole path. */
export function toAddresses(url: string): AsrAddresses {
  const base = protocolBase(url, wholePath);
  return { transcriptions: new URL(`${base}${wholePath}`), models: new URL(`${base}/models`) };
}
