import { isIPv6 } from 'node:net';
import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';

// Maximum length of a key. It is longer than any address, but the header may contain anything.
const maxLength = 64;

/**
 * Returns the key under which limits count a client: its IPv4 address or IPv6 network (`addressKey`). Behind a trusted proxy the
 * address is the last one of `X-Forwarded-For`, which that proxy added.
 */
export function clientAddress(c: Context<AppEnv>, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return addressKey(forwarded || (c.env?.incoming?.socket.remoteAddress ?? 'unknown'));
}

/**
 * Reduces an IPv6 address to its /64 network, because one person usually has a whole /64. An IPv4-mapped IPv6 address is
 * reduced to the IPv4 address.
 */
export function addressKey(address: string): string {
  const bare = withoutPort(address).replace(/%.*$/, '');
  if (!isIPv6(bare)) return bare.slice(0, maxLength);
  const groups = groupsOf(bare);
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** Removes the port, which some proxies append. It differs with each connection. */
const withoutPort = (address: string): string =>
  /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;

/** Returns the eight groups of an IPv6 address, with `::` expanded. */
function groupsOf(address: string): number[] {
  // URL writes an IPv4 tail as two groups.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean));
  const missing = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...missing, ...tail].map((group) => Number.parseInt(group, 16));
}
