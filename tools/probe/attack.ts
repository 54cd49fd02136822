import { createTestBrowser } from '#api/testing/test-browser.ts';

/** What an attack works with: a running server, and people who registered there. */
export type Target = {
  url: string;
  /** A new account; its access token. */
  person(): Promise<string>;
};

/** One way to keep others from being served. `npm run probe` runs each file of `attacks/`. */
export type Attack = {
  name: string;
  /** What it needs, once; what `run` is given. */
  setUp?(target: Target): Promise<unknown>;
  /** The worst that one client does. Answers what is to be told; throws where the server let it through. */
  run(target: Target, setting: never): Promise<string>;
};

export const json = { 'content-type': 'application/json' };
export const as = (token: string) => ({ authorization: `Bearer ${token}` });

/** How often which status came. */
export const tally = (statuses: readonly (number | string)[]): string =>
  [...new Set(statuses)]
    .map((status) => `${statuses.filter((each) => each === status).length} x ${status}`)
    .join(', ');

/** The status, or why there is none. */
export async function statusOf(request: Promise<Response>): Promise<number | string> {
  try {
    const answer = await request;
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 'cut off';
  }
}

/** @throws Error where any of them is not expected */
export function expectOnly(
  statuses: readonly (number | string)[],
  expected: readonly (number | string)[],
): string {
  if (!statuses.every((status) => expected.includes(status)))
    throw new Error(`let through: ${tally(statuses)}`);
  return tally(statuses);
}

let count = 0;
export const openTarget = (url: string): Target => ({
  url,
  async person() {
    const form = { email: `probe${++count}@example.org`, password: `ein langes Kennwort ${count}` };
    const tokens = await createTestBrowser(url).register({ ...form, given_name: 'P', family_name: 'Robe' });
    return tokens.access_token;
  },
});

/** A session of this person. */
export async function newSession({ url }: Target, token: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/sessions/`, {
    method: 'POST',
    headers: { ...json, ...as(token) },
    body: JSON.stringify({ session: { title: 'Probe', language: 'en', settings: { options: [] } } }),
  });
  if (!answer.ok) throw new Error(`session: ${answer.status}`);
  return ((await answer.json()) as { id: string }).id;
}
