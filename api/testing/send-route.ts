import type { Sent } from './route-entry.ts';
import type { RouteWorld } from './route-world.ts';

/** Sends a request of the table of routes. Later headers replace those of the table. A redirect is not followed. */
export function sendRoute(
  { url }: RouteWorld,
  method: string,
  sent: Sent,
  headers: Record<string, string>,
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(sent.form ?? {})) form.set(name, value);
  const body = sent.json === undefined ? (sent.form ? form : sent.body) : JSON.stringify(sent.json);
  return fetch(url + sent.path, {
    method,
    redirect: 'manual',
    headers: {
      ...(sent.json === undefined ? {} : { 'content-type': 'application/json' }),
      ...sent.headers,
      ...headers,
    },
    body: method === 'GET' || method === 'HEAD' ? null : (body ?? null),
  });
}
