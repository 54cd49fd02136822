/**
 * Where a server has the addresses of OpenAI's protocol: `https://host`, `https://host/v1`, `https://host/some/v1` mean the
 * same place of it; an address that goes on to `wholePath` is taken as it is. Without a slash at the end.
 */
export function protocolBase(url: string, wholePath: string): string {
  const plain = url.replace(/\/+$/, '');
  const isWhole = plain.endsWith(wholePath);
  const given = isWhole ? plain.slice(0, -wholePath.length) : plain;
  return isWhole || /\/v\d+$/.test(given) ? given : `${given}/v1`;
}
