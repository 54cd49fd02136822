/** Returns the content security policy of an answer. Forms may also be sent to `providerOrigins`. */
export const contentSecurityPolicy = (providerOrigins: readonly string[]): string =>
  [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "media-src 'self' blob:",
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action ${["'self'", ...providerOrigins].join(' ')}`,
  ].join('; ');

/**
 * Returns the origin of an issuer as a source of a policy, nothing else of it. Empty if the issuer is no web address: then
 * forms lead nowhere.
 */
export function issuerOrigins(issuer: string): readonly string[] {
  if (!URL.canParse(issuer)) return [];
  const { protocol, origin } = new URL(issuer);
  return protocol === 'https:' || protocol === 'http:' ? [origin] : [];
}

/**
 * Returns the security headers of every response (§10.6). Forms may also be sent to `providerOrigins`. If the public
 * address has HTTPS, browsers use only HTTPS for a year (HSTS).
 */
export const securityHeaders = (
  providerOrigins: readonly string[],
  publicUrl: string,
): Readonly<Record<string, string>> => ({
  ...(publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  'Content-Security-Policy': contentSecurityPolicy(providerOrigins),
  // The page and its workers must be cross-origin isolated.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'microphone=(self), display-capture=(self), camera=(self), geolocation=()',
});
