import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { TokenResponse } from '#api/contract/auth.ts';
import { minuteMs } from '#api/contract/time.ts';
import { killableServer } from '#api/testing/killable-server.ts';
import { createTestBrowser, petra } from '#api/testing/test-browser.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { testServer } from '#api/testing/test-server.ts';

type Tokens = Required<TokenResponse>;

const attempt = '6f3b3f0a-6a0e-4a3c-9d3e-0d8f0b6f4c11';
const otherAttempt = '0c0f6a52-3b0e-4a86-8f0f-6f4f4f1f2a22';

const tokensOf = async (response: Response): Promise<Tokens> => {
  expect(response.status).toBe(200);
  return (await response.json()) as Tokens;
};
const outcomeOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { code?: string }).code,
];
const rejected = [401, 'auth.refresh_rejected'];

const openDatabase = (dataDir: string) => {
  const database = new Sqlite(join(dataDir, 'wortlaut.db'));
  onTestFinished(() => void database.close());
  return database;
};

async function start() {
  const clock = testClock(Date.now());
  const server = await testServer({}, { clock });
  const browser = createTestBrowser(server.url);
  const first = await browser.register(petra);
  const database = openDatabase(server.dataDir);
  const kept = () =>
    database.prepare(`select id, expires_at from oidc_model where kind = 'RefreshToken'`).all() as {
      id: string;
      expires_at: number;
    }[];
  return { clock, browser, first, database, kept };
}

describe('a refresh', () => {
  it('rotates the token, and a used one replayed once its successor was used ends the family', async () => {
    const { browser, first } = await start();
    const second = await tokensOf(await browser.refresh(first.refresh_token));
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await browser.me(second.access_token)).status).toBe(200);
    const third = await tokensOf(await browser.refresh(second.refresh_token));
    expect(await outcomeOf(await browser.refresh(first.refresh_token))).toEqual(rejected);
    expect(await outcomeOf(await browser.refresh(third.refresh_token))).toEqual(rejected);
  });

  it('whose answer was lost gives the same successor again, with the same end', async () => {
    const { browser, clock, first, kept } = await start();
    const lost = await tokensOf(await browser.refresh(first.refresh_token));
    const before = kept();
    clock.advance(minuteMs - 1_000);
    const again = await tokensOf(await browser.refresh(first.refresh_token));
    expect(again.refresh_token).toBe(lost.refresh_token);
    expect(kept()).toEqual(before);
    expect((await browser.me(again.access_token)).status).toBe(200);
    expect((await browser.refresh(again.refresh_token)).status).toBe(200);
  });

  it('of two tabs at once gives both the same successor', async () => {
    const { browser, first, kept } = await start();
    const answers = await Promise.all([1, 2, 3].map(() => browser.refresh(first.refresh_token)));
    const tokens = await Promise.all(answers.map(tokensOf));
    expect(new Set(tokens.map((each) => each.refresh_token)).size).toBe(1);
    expect(kept()).toHaveLength(2);
    expect((await browser.refresh(tokens[0]!.refresh_token)).status).toBe(200);
  });

  it('that comes again after a minute is a replay and ends the family', async () => {
    const { browser, clock, first } = await start();
    const second = await tokensOf(await browser.refresh(first.refresh_token));
    clock.advance(minuteMs + 2_000);
    expect(await outcomeOf(await browser.refresh(first.refresh_token))).toEqual(rejected);
    expect(await outcomeOf(await browser.refresh(second.refresh_token))).toEqual(rejected);
    expect((await browser.start()).pathname).toBe('/signin');
  });

  it('that comes again after hours is answered where it names the attempt whose answer was lost', async () => {
    const { browser, clock, first } = await start();
    const lost = await tokensOf(await browser.refresh(first.refresh_token, attempt));
    clock.advance(8 * 60 * minuteMs);
    const again = await tokensOf(await browser.refresh(first.refresh_token, attempt));
    expect(again.refresh_token).toBe(lost.refresh_token);
  });

  it('of another attempt after a minute is a replay', async () => {
    const { browser, clock, first } = await start();
    const second = await tokensOf(await browser.refresh(first.refresh_token, attempt));
    clock.advance(minuteMs + 2_000);
    expect(await outcomeOf(await browser.refresh(first.refresh_token, otherAttempt))).toEqual(rejected);
    expect(await outcomeOf(await browser.refresh(second.refresh_token))).toEqual(rejected);
  });

  it('of the same attempt is a replay once the successor was used', async () => {
    const { browser, first } = await start();
    const second = await tokensOf(await browser.refresh(first.refresh_token, attempt));
    await tokensOf(await browser.refresh(second.refresh_token, otherAttempt));
    expect(await outcomeOf(await browser.refresh(first.refresh_token, attempt))).toEqual(rejected);
  });

  it('whose successor cannot be stored leaves the token unused', async () => {
    const { browser, first, database } = await start();
    database.exec(
      `create trigger full before insert on oidc_model when new.kind = 'RefreshToken'
       begin select raise(abort, 'the disk is full'); end`,
    );
    expect((await browser.refresh(first.refresh_token)).ok).toBe(false);
    database.exec('drop trigger full');
    const { consumed_at } = database
      .prepare('select consumed_at from oidc_model where id = ?')
      .get(first.refresh_token) as { consumed_at: number | null };
    expect(consumed_at).toBeNull();
    expect((await browser.refresh(first.refresh_token)).status).toBe(200);
  });

  it('with an attempt that is no UUID is refused', async () => {
    const { browser, first } = await start();
    expect(await outcomeOf(await browser.refresh(first.refresh_token, 'x'))).toEqual([
      400,
      'request.invalid',
    ]);
  });

  it('logs out with a used token too, whose answer was lost', async () => {
    const { browser, first } = await start();
    const lost = await tokensOf(await browser.refresh(first.refresh_token));
    expect((await browser.logout(first.refresh_token)).status).toBe(204);
    expect(await outcomeOf(await browser.refresh(lost.refresh_token))).toEqual(rejected);
    expect((await browser.start()).pathname).toBe('/signin');
  });
});

it('Killed between the use of a token and the answer, the server gives the answer once it is back', async () => {
  const server = await killableServer();
  const browser = createTestBrowser(server.url);
  const first = await browser.register(petra);
  const database = openDatabase(server.dataDir);
  const isUsed = database.prepare('select 1 from oidc_model where id = ? and consumed_at is not null');
  const unheard = browser.refresh(first.refresh_token).catch(() => null);
  while (!isUsed.get(first.refresh_token)) await turn();
  await server.kill();
  await unheard;

  await server.start();
  const again = await tokensOf(await browser.refresh(first.refresh_token));
  expect((await browser.me(again.access_token)).status).toBe(200);
  expect((await browser.refresh(again.refresh_token)).status).toBe(200);
});
