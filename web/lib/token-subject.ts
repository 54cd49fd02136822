import { localStore } from './browser-storage.ts';

type Claims = { iss?: unknown; sub?: unknown };

/** Start of the keys in local storage. Never changed: a device knows its people by them. */
const prefix = 'person:';
const formerPrefix = 'formerPerson:';

/** For a browser that stores nothing more. */
const known = new Map<string, string>();

/** Returns the claims of an access token (RFC 7519, 4.1) without verifying it; null if it cannot be read. */
function claimsOf(accessToken: string): Claims | null {
  const payload = accessToken.split('.')[1];
  if (!payload) return null;
  try {
    const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const claims: unknown = JSON.parse(text);
    return typeof claims === 'object' ? claims : null;
  } catch {
    return null;
  }
}

/** Returns the subject of an access token; null if it cannot be read. */
export function subjectOf(accessToken: string): string | null {
  const sub = claimsOf(accessToken)?.sub;
  return typeof sub === 'string' ? sub : null;
}

/** The same subject at another issuer is somebody else. */
const keyOf = (accessToken: string, sub: string): string => {
  const iss = claimsOf(accessToken)?.iss;
  return `${prefix}${typeof iss === 'string' ? iss : ''} ${sub}`;
};

/** Returns the ids under which this device knew a person before a superuser joined them to this one (§10.23). */
export const formerIdsOf = (id: string): string[] =>
  (localStore.getItem(formerPrefix + id) ?? '').split(' ').filter((former) => former !== '');

/** Keeps the former id before the new one is stored, so that what lies under it on the device is found. */
function keepFormerId(former: string | null, id: string): void {
  if (former === null || former === id || formerIdsOf(id).includes(former)) return;
  localStore.setItem(formerPrefix + id, [...formerIdsOf(id), former].join(' '));
}

/**
 * Stores on this device which person (`userDb.id`) signs in by tokens like this one. `sub` is that of the person's
 * profile: if the token has another one, somebody else has signed in meanwhile, and nothing is stored.
 */
export function rememberPerson(accessToken: string, { id, sub }: { id: string; sub: string }): void {
  if (subjectOf(accessToken) !== sub) return;
  const key = keyOf(accessToken, sub);
  known.set(key, id);
  try {
    keepFormerId(localStore.getItem(key), id);
    if (localStore.getItem(key) !== id) localStore.setItem(key, id);
  } catch {
    // The device is full. This tab knows the person.
  }
}

/**
 * True if the token belongs to the person with this id of ours. The check prevents sending what one person has made in
 * the name of another. A token of a subject that has never shown its profile here is somebody else's; one without a
 * subject is left to the server.
 */
export function isTokenOf(accessToken: string | null, userId: string): boolean {
  if (accessToken === null) return false;
  const sub = subjectOf(accessToken);
  if (sub === null) return true;
  const key = keyOf(accessToken, sub);
  const id = localStore.getItem(key) ?? known.get(key);
  return id !== undefined && (id === userId || formerIdsOf(id).includes(userId));
}
