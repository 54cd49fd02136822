import { protocolBase } from '#api/engines/http/address.rules.ts';

export type AsrAddresses = { transcriptions: URL; models: URL };

const wholePath = '/audio/transcriptions';

/** Returns the URLs of a server. `url` may have `/v1` or the whole path at its end, or neither. */
export function toAddresses(url: string): AsrAddresses {
  const base = protocolBase(url, wholePath);
  return { transcriptions: new URL(`${base}${wholePath}`), models: new URL(`${base}/models`) };
}
