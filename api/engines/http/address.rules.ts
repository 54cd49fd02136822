/**
 * Normalises the base URL of an OpenAI-compatible server: `https://host`, `https://host/v1` and `https://host/some/v1`
 * are completed, a URL that ends with `wholePath` is kept up to it. Returns it without a trailing slash.
 */
export function protocolBase(url: string, wholePath: string): string {
  const plain = url.replace(/\/+$/, '');
  const isWhole = plain.endsWith(wholePath);
  const given = isWhole ? plain.slice(0, -wholePath.length) : plain;
  return isWhole || /\/v\d+$/.test(given) ? given : `${given}/v1`;
}
