import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { encodeMp3 } from '#api/media/media.ts';
import { createSession, fixtureAudio, pickFile, positionOf, recordings, signedIn } from './journey.ts';
import { expect, long, test, type Page, type Product } from './product.ts';
import { lengthOf, likeness, samplesOf, storedAudio, withPauses } from './sound.ts';
import { tempFolder } from './temp-folder.ts';

const frameS = 576 / 24_000;

/** Silence before, between and after the two speakers, s. */
const gapsS = [4, 9, 6];
const sitting = () => withPauses([fixtureAudio('de_1.wav'), fixtureAudio('en_1.wav')], gapsS);

async function review(page: Page, path: string): Promise<void> {
  await pickFile(page, path);
  await expect(page.getByRole('button', { name: 'Hochladen', exact: true })).toBeVisible();
}

const cutsSummary = (page: Page) => page.locator('summary').getByText('3 Stellen weggelassen');

const handle = (page: Page, name: string) => page.getByRole('slider', { name, exact: true });

type SentFacts = { duration: number; timemap: [number, number][] | null; speech: [number, number][] };

/** Returns what the page has sent to the server about the recording. */
function sentFacts({ dataDir }: Product, id: string): SentFacts {
  using db = openReading(join(dataDir, 'wortlaut.db'));
  const row = db.prepare('select duration, timemap, speech from session where id = ?').get(id) as Record<
    keyof SentFacts,
    never
  >;
  return { duration: row.duration, timemap: JSON.parse(row.timemap), speech: JSON.parse(row.speech) };
}

function openReading(path: string) {
  const db = new Database(path, { readonly: true });
  return Object.assign(db, { [Symbol.dispose]: () => void db.close() });
}

async function upload(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Hochladen', exact: true }).click();
  await expect(page.getByText('fertig', { exact: true }).first()).toBeVisible();
}

/** Expects each kept piece to sound the same at its new time as at its original time. */
async function expectTimesToMatch(originalPath: string, storedPath: string, facts: SentFacts) {
  const original = await samplesOf(originalPath);
  const stored = await samplesOf(storedPath);
  expect(facts.speech.length).toBeGreaterThan(1);
  for (const [startS, endS] of facts.speech) {
    const pair = facts.timemap!.findLast(([newS]) => newS <= startS + 0.2)!;
    const bS = pair[1] + startS + 0.2 - pair[0];
    const lengthS = Math.min(1.5, endS - startS - 0.4);
    const found = likeness(stored, original, { aS: startS + 0.2, bS, lengthS, maxLagS: 0.01 });
    expect(found.correlation, `at ${startS} s`).toBeGreaterThan(0.95);
    expect(Math.abs(found.lagS), `at ${startS} s`).toBeLessThan(0.002);
  }
}

test(
  'silence is proposed to be left out, taken back, taken again, and the times of what is sent lead to the original',
  long,
  async ({ page, product }) => {
    const path = await sitting();
    await signedIn(page, product.url);
    const id = await createSession(page, 'Mit Pausen');
    await review(page, path);
    await page.getByRole('button', { name: 'Alle übernehmen' }).click();
    await expect(cutsSummary(page)).toBeVisible();
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await expect(cutsSummary(page)).toBeHidden();
    await page.getByRole('button', { name: 'Wiederholen' }).click();
    await expect(cutsSummary(page)).toBeVisible();

    await upload(page);
    const facts = sentFacts(product, id);
    expect(facts.timemap).toHaveLength(2);
    const stored = await storedAudio(page, id);
    // Of the gaps 17 s are removed: 0.5 s stays at both ends, and 1 s between the speakers. Longer pauses of the speakers are
    // removed too.
    const savedS = (await lengthOf(path)) - facts.duration;
    expect(savedS).toBeGreaterThan(14);
    expect(savedS).toBeLessThan(21);
    expect(Math.abs((await lengthOf(stored.path)) - facts.duration)).toBeLessThan(frameS);
    await expectTimesToMatch(path, stored.path, facts);
  },
);

test('a recording is cut with nothing but the keyboard', long, async ({ page, product }) => {
  const path = await sitting();
  await signedIn(page, product.url);
  const id = await createSession(page, 'Nur Tasten');
  await review(page, path);
  const wholeS = await lengthOf(path);
  await handle(page, 'Anfang von Stück 1').focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await expect(handle(page, 'Ende von Stück 1')).toBeFocused();
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Hochladen', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('fertig', { exact: true }).first()).toBeVisible();
  const storedS = await lengthOf((await storedAudio(page, id)).path);
  expect(storedS).toBeLessThan(wholeS - 3 - 1 + frameS * 2);
  expect(storedS).toBeGreaterThan(wholeS - 3 - 4 - frameS * 2);
});

test('the result can be heard before it is sent, at the same place', long, async ({ page, product }) => {
  const path = await sitting();
  await signedIn(page, product.url);
  await createSession(page, 'Vergleich');
  await review(page, path);
  await page.getByRole('button', { name: 'Alle übernehmen' }).click();
  await page.getByText('Lautheit angleichen').click();
  await page.getByRole('radio', { name: 'Ergebnis' }).click();
  await expect(page.getByText('Sie hören genau das mp3, das gesendet wird.')).toBeVisible();
  const length = await page.getByRole('slider', { name: /^Aufnahme/ }).getAttribute('aria-valuemax');
  expect(Number(length)).toBeLessThan((await lengthOf(path)) - 15);
  await page.getByRole('button', { name: 'Abspielen', exact: true }).click();
  await expect
    .poll(async () =>
      Number(await page.getByRole('slider', { name: /^Aufnahme/ }).getAttribute('aria-valuenow')),
    )
    .toBeGreaterThan(0.3);
  await page.getByRole('radio', { name: 'Aufnahme' }).click();
  await expect(cutsSummary(page)).toBeVisible();
});

test('after a reload the work goes on without the file, cuts and all', long, async ({ page, product }) => {
  const path = await sitting();
  await signedIn(page, product.url);
  const id = await createSession(page, 'Neu geladen');
  await review(page, path);
  await page.getByRole('button', { name: 'Alle übernehmen' }).click();
  await expect(cutsSummary(page)).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Weiterarbeiten' }).click();
  await expect(cutsSummary(page)).toBeVisible();
  await upload(page);
  const facts = sentFacts(product, id);
  await expectTimesToMatch(path, (await storedAudio(page, id)).path, facts);
});

test('an mp3 that only needs cutting is sent with its own frames', long, async ({ page, product }) => {
  const path = join(tempFolder(), 'sitzung.mp3');
  await encodeMp3({ input: await sitting(), output: path });
  await signedIn(page, product.url);
  const id = await createSession(page, 'mp3');
  await review(page, path);
  await page.getByRole('button', { name: 'Alle übernehmen' }).click();
  await expect(page.getByText('Der Ton bleibt, wie er ist.')).toBeVisible();
  await upload(page);
  const facts = sentFacts(product, id);
  const stored = (await storedAudio(page, id)).path;
  const [original, sent] = [readFileSync(path), readFileSync(stored)];
  const middle = sent.length >> 2;
  expect(original.includes(sent.subarray(middle, middle + 4_000))).toBe(true);
  expect(sent.length).toBeLessThan(original.length * 0.75);
  expect(Math.abs((await lengthOf(stored)) - facts.duration)).toBeLessThan(frameS);
  await expectTimesToMatch(path, stored, facts);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('a recording is cut with a finger', long, async ({ page, product }) => {
    const path = await sitting();
    await signedIn(page, product.url);
    const id = await createSession(page, 'Mit dem Finger');
    await review(page, path);
    const wholeS = await lengthOf(path);
    const grip = handle(page, 'Anfang von Stück 1');
    await grip.scrollIntoViewIfNeeded();
    const box = (await grip.boundingBox())!;
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const touch = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y: from.y }],
      });
    await send('touchStart', from.x);
    for (let step = 1; step <= 10; step += 1) await send('touchMove', from.x + step * 4);
    await send('touchEnd', 0);
    await expect(grip).not.toHaveAttribute('aria-valuenow', '0');
    await upload(page);
    const facts = sentFacts(product, id);
    expect(facts.duration).toBeLessThan(wholeS - 1);
    expect(Math.abs((await lengthOf((await storedAudio(page, id)).path)) - facts.duration)).toBeLessThan(
      frameS,
    );
  });
});

test(
  'a recording that the browser does not play is heard as what was made of it',
  long,
  async ({ page, product }) => {
    test.skip(!recordings, 'AUDIO_DIR does not name the recordings');
    await signedIn(page, product.url);
    await createSession(page, 'AMR');
    await review(page, join(recordings!, 'containers/media3-sample_nb.amr'));
    await page.getByRole('button', { name: 'Abspielen', exact: true }).click();
    await expect.poll(() => positionOf(page)).toBeGreaterThan(1);
    await expect(page.getByText('Dieser Browser kann das Format nicht abspielen')).toBeHidden();
  },
);
