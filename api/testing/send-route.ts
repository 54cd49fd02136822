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

/** Returns status and error code of an answer, and its body. Of a stream, which goes on, the body is the first piece. */
export async function answerOf(response: Response): Promise<{ answer: string; body: string }> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const body = isStream ? await firstPieceOf(response) : await response.text();
  const code = response.ok || !body.startsWith('{') ? undefined : (JSON.parse(body) as { code: string }).code;
  return { answer: [response.status, ...(code === undefined ? [] : [code])].join(' '), body };
}

async function firstPieceOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const piece = await reader?.read();
  await reader?.cancel();
  return Buffer.from(piece?.value ?? []).toString();
}
