/** Host name without port, lower case; an IPv6 address keeps its brackets. */
export const hostName = (header: string): string =>
  header.trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');

const loopback = /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Another name of this machine than the public one: sign-in and storage belong to one name, so people are led there. */
export const isOtherLoopbackName = (host: string, publicHost: string): boolean =>
  host !== publicHost && loopback.test(host);

/** Path for the log: without what lets someone in (a signed address, an interaction) and without the name of a file. */
export const loggedPath = (path: string): string =>
  path
    .replace(/^\/media\/.+/, '/media/[id]')
    .replace(/^(\/oidc\/auth|\/api\/auth\/interaction)\/[^/]+/, '$1/[id]');
