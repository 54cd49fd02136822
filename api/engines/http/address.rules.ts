/**
 * Returns the base URL of an OpenAI-compatible server, without a trailing slash: `https://host` becomes
 * `https://host/v1`, `https://host/v1` and `https://host/some/v1` stay, and a URL that ends with `wholePath` loses that
 * end.
 */
export function protocolBase(url: string, wholePath: string): string {
  const plain = url.replace(/\/+$/, '');
  const isWhole = plain.endsWith(wholePath);
  const given = isWhole ? plain.slice(0, -wholePath.length) : plain;
  return isWhole || /\/v\d+$/.test(given) ? given : `${given}/v1`;
}
