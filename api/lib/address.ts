import type { Context } from 'hono';
import type { AppEnv } from '#api/app-env.ts';

/** The address a request comes from; behind a trusted proxy what that proxy (the last in the list) saw. */
export function clientAddress(c: Context<AppEnv>, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return forwarded || (c.env?.incoming?.socket.remoteAddress ?? 'unknown');
}
