/** Returns bytes in base64url without padding (RFC 4648, 5). */
export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Returns 32 random octets as 43 characters, for a text that nobody can guess. */
export const randomToken = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
