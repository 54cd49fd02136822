import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { SessionDetail } from '#api/contract/session.ts';
import { createTestBrowser } from '#api/testing/test-browser.ts';

export type Target = {
  url: string;
  person(): Promise<string>;
  /** Tokens, mail addresses, names and texts that requests and answers contained. The server's log must contain none of them. */
  secrets: Set<string>;
  letters(): number;
};

/** One way in which a client can block others. `npm run probe` runs each file of `attacks/`. */
export type Attack = {
  name: string;
  setUp?(target: Target): Promise<unknown>;
  /** Carries out the attack. Returns a summary to print. Throws if the server lets the attack through. */
  run(target: Target, setting: never): Promise<string>;
};

export const json = { 'content-type': 'application/json' };
export const as = (token: string) => ({ authorization: `Bearer ${token}` });

/** Returns how often each status occurs, as text: `3 x 413, 1 x cut off`. */
export const tally = (statuses: readonly (number | string)[]): string =>
  [...new Set(statuses)]
    .map((status) => `${statuses.filter((each) => each === status).length} x ${status}`)
    .join(', ');

/** Returns the HTTP status, or `cut off` if the connection ended without a response. */
export async function statusOf(request: Promise<Response>): Promise<number | string> {
  try {
    const answer = await request;
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 'cut off';
  }
}

/**
 * Returns the counted statuses as text.
 * @throws Error if one of them is not expected
 */
export function expectOnly(
  statuses: readonly (number | string)[],
  expected: readonly (number | string)[],
): string {
  if (!statuses.every((status) => expected.includes(status)))
    throw new Error(`let through: ${tally(statuses)}`);
  return tally(statuses);
}

let count = 0;
export function openTarget(url: string, letters: () => number): Target {
  const secrets = new Set<string>();
  return {
    url,
    secrets,
    letters,
    async person() {
      const person = {
        email: `probe${++count}@example.org`,
        password: `ein langes Kennwort ${count}`,
        given_name: 'Perpetua',
        family_name: 'Robentisch',
      };
      const tokens = await createTestBrowser(url).register(person);
      for (const secret of [...Object.values(person), tokens.access_token, tokens.refresh_token])
        secrets.add(secret);
      return tokens.access_token;
    },
  };
}

const title = 'Vertrauliche Probe';

export async function newSession({ url, secrets }: Target, token: string): Promise<string> {
  secrets.add(title);
  const answer = await fetch(`${url}/api/v1/sessions/`, {
    method: 'POST',
    headers: { ...json, ...as(token) },
    body: JSON.stringify({ session: { title, language: 'en', settings: { options: [] } } }),
  });
  if (!answer.ok) throw new Error(`session: ${answer.status}`);
  return ((await answer.json()) as { id: string }).id;
}

const soundPath = join(import.meta.dirname, '../../models/fixture/audio/en_1.wav');
const lookAgainMs = 500;
const mostLooks = 120;

/** A session of a new account, whose recording has been transcribed. `address` is the session's URL. */
export type Transcribed = { token: string; address: string; detail: SessionDetail };

/** Creates a new account with a session, and waits for its transcript. @throws Error if there is none after a minute */
export async function newTranscribedSession(target: Target): Promise<Transcribed> {
  const token = await target.person();
  const address = `${target.url}/api/v1/sessions/${await newSession(target, token)}`;
  const headers = as(token);
  const file = new FormData();
  file.set('file', new File([await readFile(soundPath)], 'a.wav', { type: 'audio/wav' }));
  await fetch(`${address}/file-upload`, { method: 'POST', headers, body: file });
  const complete = new FormData();
  complete.set('metadata', JSON.stringify({ duration: 10 }));
  await fetch(`${address}/recording-complete`, { method: 'POST', headers, body: complete });
  for (let looks = 0; looks < mostLooks; looks++) {
    const detail = (await (await fetch(address, { headers })).json()) as SessionDetail;
    if (detail.transcript?.partial === false) {
      for (const { text } of detail.transcript.segments) target.secrets.add(text.trim());
      return { token, address, detail };
    }
    await wait(lookAgainMs);
  }
  throw new Error('The fixture was not transcribed.');
}
