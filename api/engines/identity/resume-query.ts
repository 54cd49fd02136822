import type { KoaContextWithOIDC } from 'oidc-provider';

/**
 * Takes the query from an address at which a sign-in goes on (`/auth/{uid}`). The provider stores the parameters with the
 * sign-in and adds no query. With one that names a client, and without a stored sign-in, it fails with 500 (oidc-provider
 * 9.13).
 */
export async function ignoreResumeQuery(
  ctx: KoaContextWithOIDC,
  next: () => Promise<unknown>,
): Promise<void> {
  if (/^\/auth\/[^/]+$/.test(ctx.path)) ctx.querystring = '';
  await next();
}
