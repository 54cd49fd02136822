import { createChromium } from './chromium.ts';
import { createSession, fixtureAudio, pickFile, signedIn } from './journey.ts';
import { expect, long, test, type Page } from './product.ts';
import { lengthOf, storedAudio, withPauses } from './sound.ts';

const frameS = 576 / 24_000;
const sitting = () => withPauses([fixtureAudio('de_1.wav'), fixtureAudio('en_1.wav')], [4, 9, 6]);

const start = (page: Page) => page.getByRole('slider', { name: 'Anfang von Stück 1', exact: true });
const startS = async (page: Page) => Number(await start(page).getAttribute('aria-valuenow'));
const uploadButton = (page: Page) => page.getByRole('button', { name: 'Hochladen', exact: true });
const goOn = (page: Page) => page.getByRole('button', { name: 'Weiterarbeiten' }).click();
const keptCard = (page: Page) => page.getByRole('status').filter({ hasText: 'fertig geprüft' });

/** Formats `0:28` as the page does. */
const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

async function review(page: Page, path: string): Promise<void> {
  await pickFile(page, path);
  await expect(uploadButton(page)).toBeVisible();
}

/** Moves the start by one key press and returns its new position, s. */
async function cutByKey(page: Page): Promise<number> {
  await start(page).focus();
  await page.keyboard.press('ArrowRight');
  return await startS(page);
}

/** Moves the start by one key press, and reloads the page `afterMs` later, or in the same task if `afterMs` is null. */
async function cutAndReload(page: Page, afterMs: number | null): Promise<void> {
  const loaded = page.waitForEvent('load');
  await start(page).evaluate((handle, waitMs) => {
    handle.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    if (waitMs === null) location.reload();
    else setTimeout(() => location.reload(), waitMs);
  }, afterMs);
  await loaded;
}

test(
  'a cut survives a reload at any moment, the card shows the length after it, and the uploaded file is cut',
  long,
  async ({ page, product }) => {
    const path = await sitting();
    const wholeS = await lengthOf(path);
    const { token } = await signedIn(page, product.url);
    const id = await createSession(page, 'Gleich neu geladen');
    await review(page, path);
    let beforeS = await startS(page);
    const stepS = 1;
    for (const afterMs of [null, 0, 20, 50, 100, 200, 400]) {
      await cutAndReload(page, afterMs);
      const leftS = wholeS - beforeS - stepS;
      await expect(keptCard(page), `${afterMs} ms`).toContainText(`Auch Ihre Schnitte sind noch da`);
      await expect(keptCard(page), `${afterMs} ms`).toContainText(`${clock(leftS)} von ${clock(wholeS)}`);
      await goOn(page);
      await expect.poll(() => startS(page), `${afterMs} ms`).toBeCloseTo(beforeS + stepS, 1);
      beforeS = await startS(page);
    }
    await page.reload();
    await goOn(page);
    await uploadButton(page).click();
    await expect(page.getByText('fertig', { exact: true }).first()).toBeVisible();
    const storedS = await lengthOf((await storedAudio(page, id)).path);
    expect(Math.abs(storedS - (wholeS - beforeS))).toBeLessThan(3 * frameS);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await page.request.get(`${product.url}/api/v1/sessions/${id}`, { headers });
    const { timemap } = (await answer.json()) as { timemap: [number, number][] };
    expect(timemap).toHaveLength(1);
    expect(Math.abs(timemap[0]![1] - beforeS)).toBeLessThan(frameS);
  },
);

test('the card says nothing about cuts if there are none', long, async ({ page, product }) => {
  await signedIn(page, product.url);
  await createSession(page, 'Ohne Schnitt');
  const path = fixtureAudio('de_1.wav');
  await review(page, path);
  await page.reload();
  await expect(keptCard(page)).toContainText(clock(await lengthOf(path)));
  await expect(keptCard(page)).not.toContainText('Schnitte');
});

test('a reload in the middle of a drag keeps the position', long, async ({ page, product }) => {
  await signedIn(page, product.url);
  await createSession(page, 'Im Zug');
  await review(page, await sitting());
  const box = (await start(page).boundingBox())!;
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let step = 1; step <= 8; step += 1) await page.mouse.move(from.x + step * 20, from.y);
  const atS = await startS(page);
  expect(atS).toBeGreaterThan(1);
  await page.reload();
  await goOn(page);
  await expect.poll(() => startS(page)).toBeCloseTo(atS, 1);
});

test('a cut is kept when the browser is killed right after it', async ({ product }) => {
  const chromium = createChromium();
  try {
    let page = await chromium.open();
    await signedIn(page, product.url);
    await page.goto(`${product.url}/create`);
    await page.getByLabel('Name der Sitzung').fill('Getötet');
    await page.getByRole('button', { name: 'Sitzung erstellen' }).click();
    await page.waitForURL(/\/library\/[0-9a-f-]+/);
    await page.getByRole('radio', { name: 'Datei hochladen' }).click();
    await page.waitForURL(/mode=upload/);
    const address = page.url();
    await review(page, await sitting());
    await chromium.hasStored('refresh_token');
    for (const how of ['browser', 'tab'] as const) {
      const beforeS = await startS(page);
      const atS = await cutByKey(page);
      expect(atS).toBeGreaterThan(beforeS);
      if (how === 'browser') await chromium.kill();
      else await chromium.crash(page);
      page = await chromium.open();
      await page.goto(address);
      await expect(keptCard(page)).toContainText('Auch Ihre Schnitte sind noch da');
      await goOn(page);
      await expect.poll(() => startS(page)).toBeCloseTo(atS, 1);
    }
  } finally {
    await chromium.dispose();
  }
});

test(
  'a second tab says that the upload is open in another tab, and takes it over when that tab is closed',
  long,
  async ({ page, product, context }) => {
    await signedIn(page, product.url);
    await createSession(page, 'Zwei Tabs');
    await review(page, fixtureAudio('de_1.wav'));
    const second = await context.newPage();
    await second.goto(page.url());
    await expect(second.getByText('Dieser Upload ist in einem anderen Tab offen')).toBeVisible();
    const atS = await cutByKey(page);
    await page.close();
    await expect(keptCard(second)).toContainText('Auch Ihre Schnitte sind noch da');
    await goOn(second);
    await expect.poll(() => startS(second)).toBeCloseTo(atS, 1);
  },
);

test('switching to another recording mode asks before it ends an upload', async ({ page, product }) => {
  await signedIn(page, product.url);
  await createSession(page, 'Umgeschaltet');
  await review(page, fixtureAudio('de_1.wav'));
  await page.route('**/api/v1/uploads**', () => {});
  await uploadButton(page).click();
  await expect(page.getByRole('button', { name: 'Abbrechen' })).toBeVisible();
  await page.getByRole('radio', { name: 'Aufnehmen' }).click();
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(question).toContainText('bleibt 24 Stunden auf diesem Gerät');
  await question.getByRole('button', { name: 'Bleiben' }).click();
  await expect(page.getByRole('button', { name: 'Abbrechen' })).toBeVisible();
});

test(
  'a sign-in that expires during an upload leads to the sign-in page, and the cut upload goes on afterwards',
  long,
  async ({ page, product }) => {
    await signedIn(page, product.url);
    const id = await createSession(page, 'Abgelaufen');
    await review(page, await sitting());
    const atS = await cutByKey(page);
    const keys = ['access_token', 'refresh_token', 'token_expires_at'];
    const tokens = await page.evaluate((names) => names.map((name) => localStorage.getItem(name)!), keys);
    await page.route('**/api/auth/refresh', (route) => route.fulfill({ status: 401, json: {} }));
    await page.route('**/api/v1/uploads**', (route) => route.fulfill({ status: 401, json: {} }));
    await uploadButton(page).click();
    await page.waitForURL(/\/signin/);
    // `/signin` redirects to the identity provider, whose form is the last page.
    await expect(page.getByLabel('E-Mail-Adresse')).toBeVisible();
    await page.unrouteAll();
    await page.evaluate(
      ([names, values]) => names!.forEach((name, index) => localStorage.setItem(name, values![index]!)),
      [keys, tokens],
    );
    await page.goto(`/library/${id}?mode=upload`);
    await goOn(page);
    await expect.poll(() => startS(page)).toBeCloseTo(atS, 1);
    await uploadButton(page).click();
    await expect(page.getByText('fertig', { exact: true }).first()).toBeVisible();
  },
);

test('a sign-out asks before it deletes kept work', async ({ page, product }) => {
  await signedIn(page, product.url);
  const id = await createSession(page, 'Abgemeldet');
  await review(page, fixtureAudio('de_1.wav'));
  await page.goto('/library');
  const signOut = async () => {
    await page.getByRole('button', { name: /Petra Muster/ }).click();
    await page.getByRole('menuitem', { name: 'Abmelden' }).click();
  };
  await signOut();
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(question).toContainText('was geprüft und geschnitten ist');
  await question.getByRole('button', { name: 'Abbrechen' }).click();
  await page.goto(`/library/${id}?mode=upload`);
  await expect(keptCard(page)).toBeVisible();
  await page.getByRole('button', { name: 'Verwerfen' }).click();
  await expect(keptCard(page)).toBeHidden();
  await signOut();
  await expect(page).toHaveURL(/\/$/);
});

test(
  'if the kept sound cannot be read after a reload, the file is chosen again and keeps its cuts',
  long,
  async ({ page, product }) => {
    await signedIn(page, product.url);
    const id = await createSession(page, 'Ton verloren');
    const path = await sitting();
    await review(page, path);
    const atS = await cutByKey(page);
    await page.reload();
    await goOn(page);
    await expect(uploadButton(page)).toBeVisible();
    await page.evaluate(async (session) => {
      const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('kept-recordings');
      for await (const user of root.values()) {
        const folder = await (user as FileSystemDirectoryHandle).getDirectoryHandle(session);
        await folder.removeEntry('chunk-0000');
      }
    }, id);
    await uploadButton(page).click();
    const card = page.getByRole('status').filter({ hasText: 'lässt sich nicht mehr lesen' });
    await expect(card).toContainText('Auch Ihre Schnitte sind noch da');
    await review(page, path);
    await expect.poll(() => startS(page)).toBeCloseTo(atS, 1);
    await uploadButton(page).click();
    await expect(page.getByText('fertig', { exact: true }).first()).toBeVisible();
    const storedS = await lengthOf((await storedAudio(page, id)).path);
    expect(Math.abs(storedS - ((await lengthOf(path)) - atS))).toBeLessThan(3 * frameS);
  },
);
