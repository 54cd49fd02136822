/**
 * The subject of an access token (RFC 7519, 4.1.2), unverified; null if unreadable. Detects that another person has signed in
 * on the same device.
 */
export function subjectOf(accessToken: string): string | null {
  const payload = accessToken.split('.')[1];
  if (!payload) return null;
  try {
    const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const claims: unknown = JSON.parse(text);
    const sub = typeof claims === 'object' && claims !== null && 'sub' in claims ? claims.sub : null;
    return typeof sub === 'string' ? sub : null;
  } catch {
    return null;
  }
}

/** True if the token belongs to this person, so that nobody's recording is sent in another name. */
export const isTokenOf = (accessToken: string | null, userId: string): boolean =>
  accessToken !== null && (subjectOf(accessToken) ?? userId) === userId;
