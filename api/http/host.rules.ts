/** Returns the host name without port, in lower case. An IPv6 address keeps its brackets. */
export const hostName = (header: string): string =>
  header.trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');

/** True if the text can be the host of a request. A star, as in the name of a row, is none. */
export const isHostName = (host: string): boolean => /^([\w-][\w.-]*|\[[\da-f:.]+\])$/.test(host);

/** Returns the origin of another name of this server. Scheme and port are those of the public address. */
export function originOf(publicUrl: string, name: string): string {
  const { protocol, port } = new URL(publicUrl);
  return `${protocol}//${name}${port && `:${port}`}`;
}

const loopback = /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** True if the host leads to the machine itself, whichever machine that is. */
export const isLoopback = (host: string): boolean => loopback.test(host);

/**
 * True if the host is another loopback name than the public one. Sign-in and browser storage belong to one origin, so
 * requests to another name are redirected, unless people sign in there.
 */
export const isOtherLoopbackName = (host: string, publicHost: string): boolean =>
  host !== publicHost && isLoopback(host);

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Redacts a path for the log. Only words of our own routes and ids are kept; the rest may be a name, an address or a
 * secret.
 */
export function loggedPath(path: string, known: ReadonlySet<string>): string {
  const isSecret = /^\/(media|oidc\/auth|api\/auth\/interaction)\//.test(path);
  const shown = (part: string): boolean => known.has(part) || (uuid.test(part) && !isSecret);
  return path
    .split('/')
    .slice(0, 12)
    .map((part) => (part === '' || shown(part) ? part : '[...]'))
    .join('/');
}
