/**
 * Returns the subject of an access token (RFC 7519, 4.1.2) without verifying the token; null if it cannot be read. It
 * shows whether another person has signed in on the same device.
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

/** True if the token belongs to this person. The check prevents sending a recording in the name of another person. */
export const isTokenOf = (accessToken: string | null, userId: string): boolean =>
  accessToken !== null && (subjectOf(accessToken) ?? userId) === userId;
