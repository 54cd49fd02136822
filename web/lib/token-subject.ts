/**
 * The person that an access token stands for, as its payload says (RFC 7519, 4.1.2); null where it cannot be read. Not
 * checked: the server does that. It tells whether somebody else has signed in on the same device.
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

/** What this person recorded is sent in nobody else's name. */
export const isTokenOf = (accessToken: string | null, userId: string): boolean =>
  accessToken !== null && (subjectOf(accessToken) ?? userId) === userId;
