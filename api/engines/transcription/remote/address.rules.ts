export type AsrAddresses = { transcriptions: URL; models: URL };

const wholePath = '/audio/transcriptions';

/**
 * The two addresses of a server: `https://host`, `https://host/v1`, `https://host/some/v1` mean the same place of the
 * protocol; an address that goes on to `/audio/transcriptions` is taken as it is.
 */
export function toAddresses(url: string): AsrAddresses {
  const plain = url.replace(/\/+$/, '');
  const isWhole = plain.endsWith(wholePath);
  const given = isWhole ? plain.slice(0, -wholePath.length) : plain;
  const base = isWhole || /\/v\d+$/.test(given) ? given : `${given}/v1`;
  return { transcriptions: new URL(`${base}${wholePath}`), models: new URL(`${base}/models`) };
}
