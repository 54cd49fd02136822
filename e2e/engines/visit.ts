/** A visit of the product in one engine, by a person who is signed in. */
import { test as base, type TestInfo } from '@playwright/test';
import { createTestBrowser } from '#api/testing/test-browser.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import { newPerson } from '../journey.ts';
import { playedSpeech } from '../microphone.ts';
import { expect, test as product } from '../product.ts';
import { fill, isThere, open, path, press } from './actions.ts';
import type { Engine, EngineDriver } from './driver.ts';
import { engineObstacle, openEngine } from './open-engine.ts';

export type Visit = {
  driver: EngineDriver;
  url: string;
  token: string;
  /** Creates a session and leads to its upload. Returns its id. */
  create(title: string): Promise<string>;
};

/** Opens the engine, registers a person, calls `use`, and closes the engine. */
export async function withVisit<T>(
  engine: Engine,
  url: string,
  use: (visit: Visit) => Promise<T>,
  hasOutput = true,
): Promise<T> {
  const driver = await openEngine(engine, { microphone: playedSpeech().path, hasOutput });
  try {
    const tokens = await createTestBrowser(url).register(newPerson());
    await driver.goto(`${url}/theme.js`);
    await driver.run(
      `for (const [name, value] of Object.entries(input)) localStorage.setItem(name, value);`,
      {
        access_token: tokens.access_token,
        refresh_token: tokens.refresh_token,
        token_expires_at: String(Date.now() + tokens.expires_in * 1000),
        preferredLanguage: 'de',
        seenTours: '["library","recording","session"]',
      },
    );
    const isShared = await driver.run<boolean>(`return typeof SharedArrayBuffer === 'function';`);
    expect(isShared, 'shared memory').toBe(engine !== 'webkit-unshared');
    return await use({
      driver,
      url,
      token: tokens.access_token,
      async create(title) {
        await open(driver, `${url}/create`);
        await fill(driver, 'Name der Sitzung', title);
        await press(driver, 'button', 'Sitzung erstellen');
        await expect.poll(() => path(driver)).toMatch(/\/library\/[0-9a-f-]+/);
        return /library\/([0-9a-f-]+)/.exec(await path(driver))![1]!;
      },
    });
  } finally {
    await driver.close();
  }
}

/** Returns the engine of the project. Skips the test where the machine lacks it. */
export function engineOf({ project }: TestInfo): Engine {
  const engine = project.metadata['engine'] as Engine;
  const obstacle = engineObstacle(engine);
  base.skip(obstacle !== null, obstacle ?? '');
  return engine;
}

/** `engine`: the engine of the project. A test skips where the machine lacks it. `hasOutput`: whether there is an audio output. */
export const test = product.extend<{ engine: Engine; visit: Visit; hasOutput: boolean }>({
  hasOutput: [true, { option: true }],
  // These tests have no page of Playwright to watch.
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
  watch: async ({}, use) => use({ foreign: [], errors: [] }),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
  engine: async ({}, use, info) => use(engineOf(info)),
  visit: async ({ engine, product: { url }, hasOutput }, use) => withVisit(engine, url, use, hasOutput),
});

export async function chooseAndCheck({ driver }: Visit, file: string): Promise<void> {
  await press(driver, 'radio', 'Datei hochladen');
  await expect.poll(() => path(driver)).toContain('mode=upload');
  await expect
    .poll(() => driver.run<boolean>(`return document.querySelector('input[type=file]') !== null;`))
    .toBe(true);
  await driver.chooseFile(file);
  await isThere(driver, { role: 'button', name: 'Hochladen', isExact: true });
}

/** Sends the file and waits for its transcript. */
export async function sendAndRead({ driver, url, token }: Visit, id: string): Promise<void> {
  await press(driver, 'button', 'Hochladen', true);
  await isThere(driver, { role: 'tab', name: 'Transkript' });
  await expect.poll(async () => (await detailOf(url, token, id)).status).toBe('completed');
}

export async function detailOf(url: string, token: string, id: string): Promise<SessionDetail> {
  const headers = { authorization: `Bearer ${token}` };
  return (await (await fetch(`${url}/api/v1/sessions/${id}`, { headers })).json()) as SessionDetail;
}
