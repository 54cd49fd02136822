/** Host name without port, lower case; an IPv6 address keeps its brackets. */
export const hostName = (header: string): string =>
  header.trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');

const loopback = /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Another name of this machine than the public one: sign-in and storage belong to one name, so people are led there. */
export const isOtherLoopbackName = (host: string, publicHost: string): boolean =>
  host !== publicHost && loopback.test(host);

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns a path for the log. Only words of our own routes and ids are shown; the rest may be a name, an address or a secret. */
export function loggedPath(path: string, known: ReadonlySet<string>): string {
  const isSecret = /^\/(media|oidc\/auth|api\/auth\/interaction)\//.test(path);
  const shown = (part: string): boolean => known.has(part) || (uuid.test(part) && !isSecret);
  return path
    .split('/')
    .slice(0, 12)
    .map((part) => (part === '' || shown(part) ? part : '[...]'))
    .join('/');
}
