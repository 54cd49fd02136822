import { linkPaths } from '#api/contract/account.ts';
import { dayMs, hourMs } from '#api/contract/time.ts';

export type LinkKind = keyof typeof linkPaths;

/** How long a link can be used, ms. */
export const linkHoldsMs: Record<LinkKind, number> = { reset: hourMs, confirm: dayMs };

/**
 * Returns the address of a link. The secret stands behind the `#`, so that no server and no proxy writes it into a log. The
 * address never comes from a request, which anybody may send with another host.
 */
export const linkAddress = (publicUrl: string, kind: LinkKind, secret: string): string =>
  `${publicUrl}${linkPaths[kind]}#${secret}`;
