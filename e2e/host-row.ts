import type { AdminDomain } from '#api/contract/admin-domain.ts';
import { expect, type Page, type Product } from './product.ts';

export const infoBar = (page: Page) => page.getByRole('region', { name: 'Mitteilung' });

/** Calls of a superuser to the row of the server's host. */
export function rowOf(product: Product, token: string) {
  const send = async <T>(method: string, path: string, body?: unknown, etag?: string): Promise<T> => {
    const response = await fetch(`${product.url}/api/v1/admin/domains/localhost${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(etag ? { 'if-match': etag } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
    return (await response.json()) as T;
  };
  return {
    change: async (part: object) => send('PUT', '', part, (await send<AdminDomain>('GET', '')).etag),
    announce: (part: object) => {
      const none = { de: '', en: '', fr: '', it: '' };
      const given = { type: 'info', title: none, message: none, cta_text: none, link: null, priority: 0 };
      return send('POST', '/announcements', { ...given, starts_at: null, expires_at: null, ...part });
    },
  };
}
