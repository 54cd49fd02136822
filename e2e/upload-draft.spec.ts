import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Transcript, TranscriptVersions } from '#api/contract/transcript.ts';
import { faultsInBoth, scrollsSideways } from './axe.ts';
import { longRecording } from './by-api.ts';
import { createSession, fixtureText, pickFile, positionOf, signedIn, wordsOf } from './journey.ts';
import { expect, test, type Page, type Product, long } from './product.ts';
import { tempFolder } from './temp-folder.ts';

const times = 2;
const spoken = wordsOf(fixtureText('de_conversation.wav')).split(' ');
const draftOf = (page: Page) => page.getByRole('region', { name: 'Entwurf der Aufnahme' });

async function longConversation(): Promise<string> {
  const path = join(tempFolder(), 'gespraech.wav');
  writeFileSync(path, new Uint8Array(await longRecording(times).arrayBuffer()));
  return path;
}

/** Returns the words of the newest version that an engine has written. */
async function versionOf({ url }: Product, token: string, id: string, engine: RegExp) {
  const get = async (path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${url}/api/v1/sessions/${id}/transcripts${path}`, { headers })).json();
  };
  const { versions } = (await get('')) as TranscriptVersions;
  const found = versions.find((version) => engine.test(version.engine));
  expect(found, JSON.stringify(versions)).toBeDefined();
  const { segments } = (await get(`/${found!.version}`)) as Transcript;
  return segments.flatMap((segment) => segment.words);
}

const bare = (words: readonly { text: string }[]) =>
  wordsOf(words.map(({ text }) => text).join(' ')).split(' ');

test(
  'a dropped file is written on the device while it is prepared, its words play, and only what is kept is sent',
  long,
  async ({ page, product }) => {
    const { token } = await signedIn(page, product.url);
    const id = await createSession(page, 'Entwurf einer Datei');
    await expect(page.getByRole('checkbox', { name: /^Entwurf auf diesem Gerät schreiben/ })).toBeChecked();
    await pickFile(page, await longConversation());
    const draft = draftOf(page);

    // It begins with the analysis. Stopped, it writes nothing, and the file is prepared all the same.
    await draft.getByRole('button', { name: 'Entwurf anhalten' }).click();
    await expect(draft.getByText('Angehalten', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Hochladen', exact: true })).toBeVisible();
    expect(await draft.locator('[data-word]').count()).toBeLessThan(times * spoken.length);
    expect(await faultsInBoth(page, { within: 'main' })).toEqual([]);
    await draft.getByRole('button', { name: 'Entwurf weiterschreiben' }).click();
    await expect(draft.getByText('Fertig geschrieben', { exact: true })).toBeVisible();
    const all = await draft.locator('[data-word]').allInnerTexts();
    expect(wordsOf(all.join(' ')).split(' ')).toEqual(Array.from({ length: times }, () => spoken).flat());

    // The second word "Fieber" of the first round.
    const pressed = draft.locator('[data-word]', { hasText: 'Fieber' }).nth(1);
    await pressed.click();
    await expect(page.locator('[data-word][data-current]')).toHaveText(/Fieber/);
    await page.getByRole('button', { name: 'Anhalten', exact: true }).click();
    const atS = await positionOf(page);
    expect(atS).toBeGreaterThan(5);

    // The paragraph is one tab stop. The arrow keys move from it to its words.
    await draft.locator('button[data-play]').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('[data-word]:focus')).toHaveText(/Tag/);
    await page.keyboard.press('Enter');
    await expect.poll(() => positionOf(page)).toBeLessThan(atS);
    await page.getByRole('button', { name: 'Anhalten', exact: true }).click();

    // The key [ cuts out everything before the word that was pressed.
    await pressed.click();
    await page.getByRole('button', { name: 'Anhalten', exact: true }).click();
    await page.getByRole('slider', { name: /^Aufnahme/ }).focus();
    await page.keyboard.press('[');
    const cut = wordsOf((await draft.locator('del [data-word]').allInnerTexts()).join(' ')).split(' ');
    expect(cut).toEqual(spoken.slice(0, cut.length));
    expect(cut.length).toBeGreaterThan(10);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await scrollsSideways(page)).toBe(false);
    await page.setViewportSize({ width: 1280, height: 720 });

    await page.getByRole('button', { name: 'Hochladen', exact: true }).click();
    await expect(page.getByText('fertig', { exact: true }).first()).toBeVisible();
    const sent = await versionOf(product, token, id, /^preview/);
    const transcribed = await versionOf(product, token, id, /^(?!preview)/);
    expect(bare(sent)).toEqual(
      Array.from({ length: times }, () => spoken)
        .flat()
        .slice(cut.length),
    );
    expect(bare(transcribed)).toEqual(bare(sent));
    const offsets = sent.map(({ start }, at) => Math.abs(start - transcribed[at]!.start));
    expect(Math.max(...offsets)).toBeLessThan(0.5);
  },
);
