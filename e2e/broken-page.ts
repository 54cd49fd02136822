import type { Page } from '@playwright/test';

export type Breakage = {
  /** Code that every script of the page, its workers and worklets runs first. */
  code?: string | (() => string);
  /** Headers (lower case) that the answers lose. */
  withoutHeaders?: readonly string[];
  /** Headers that the answers get in place of their own. */
  headers?: Readonly<Record<string, string>>;
  /** Requests whose path matches fail, as behind a filter in the network that blocks them. */
  blocked?: RegExp;
};

const isScript = (path: string) => path.startsWith('/assets/') && path.endsWith('.js');
const isApi = (path: string) => path.startsWith('/api/');

/**
 * Breaks what a page and its workers find in their browser. The page must have no service worker, because what that one
 * answers cannot be changed.
 */
export async function breakPage(page: Page, breakage: Breakage): Promise<void> {
  const { code = '', withoutHeaders = [], headers = {}, blocked } = breakage;
  const hasOtherHeaders = withoutHeaders.length > 0 || Object.keys(headers).length > 0;
  await page.route(
    ({ pathname }) =>
      !isApi(pathname) && (hasOtherHeaders || isScript(pathname) || blocked?.test(pathname) === true),
    async (route) => {
      const { pathname } = new URL(route.request().url());
      if (blocked?.test(pathname)) return await route.abort();
      // The server may close a connection that waits just when the next request goes out on it (RFC 9112, 9.5).
      const response = await route.fetch({ maxRetries: 2 });
      const kept = Object.entries(response.headers()).filter(([name]) => !withoutHeaders.includes(name));
      const before = typeof code === 'string' ? code : code();
      await route.fulfill({
        response,
        headers: { ...Object.fromEntries(kept), ...headers },
        ...(isScript(pathname) ? { body: `${before}${await response.text()}` } : {}),
      });
    },
  );
}
