import type { Page } from './product.ts';

/** Calls `/api/v1/PATH` as the person who is signed in on this page. Returns the JSON of the answer, null if it has none. */
export const callApi = <T = unknown>(
  page: Page,
  path: string,
  call: { method?: 'GET' | 'POST' | 'PATCH'; body?: object } = {},
): Promise<T> =>
  page.evaluate(
    async ([address, { method = 'GET', body }]) => {
      const response = await fetch(`/api/v1/${address}`, {
        method,
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          authorization: `Bearer ${localStorage.getItem('access_token')}`,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      return response.status === 204 ? null : await response.json();
    },
    [path, call] as const,
  );
