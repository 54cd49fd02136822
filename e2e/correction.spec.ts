import { join } from 'node:path';
import { openDb } from '#api/db/open.ts';
import { faultsInBoth, scrollsSideways } from './axe.ts';
import { signedInAgain } from './journey.ts';
import { expect, test, type Page, type Product } from './product.ts';
import { seedSession, type Spoken } from './seed-session.ts';
import { spokenFixture } from './spoken-fixture.ts';

/** Returns the transcript of a session with these sentences, one turn of 2 s each. */
const said = (...texts: string[]): Spoken => ({
  ...spokenFixture(),
  segments: texts.map((text, index) => {
    const [start, end] = [index * 2, index * 2 + 2];
    const words = text.split(' ');
    return {
      id: `s${index + 1}`,
      speaker: index % 2 === 0 ? 'A' : 'B',
      start,
      end,
      text,
      doubt: null,
      words: words.map((word, at) => ({
        text: word,
        start: start + (at * 2) / words.length,
        end: start + ((at + 1) * 2) / words.length,
        confidence: 0.6,
      })),
    };
  }),
});

async function corrections(product: Product) {
  const db = openDb(join(product.dataDir, 'wortlaut.db'));
  try {
    return await db.selectFrom('correction').select(['original_word', 'corrected_word', 'uses']).execute();
  } finally {
    await db.destroy();
  }
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name });

test('a corrected word is offered elsewhere, and proposed in a later session beside what is misspelt', async ({
  page,
  product,
}) => {
  const { token } = await signedInAgain(page, product.url);
  const first = await seedSession(product, token, {
    title: 'Erste Sitzung',
    spoken: said('Herr Mayerhofer kommt morgen.', 'Dann fragen wir Mayerhofer noch.', 'Mayerhofer sagt zu.'),
  });
  await page.goto(`/library/${first.id}`);
  await page.locator('[data-turn]').first().focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-writing]').fill('Herr Maierhofer kommt morgen.');
  await page.keyboard.press('Escape');
  const offer = page.getByText('«Mayerhofer» kommt noch 2-mal vor.');
  await expect(offer).toBeVisible();
  await page.getByRole('button', { name: '2 Stellen ansehen' }).click();
  await expect(page.getByRole('list', { name: /Fundstellen|Treffer/ }).getByRole('listitem')).toHaveCount(2);
  await expect
    .poll(() => corrections(product))
    .toContainEqual({ original_word: 'Mayerhofer', corrected_word: 'Maierhofer', uses: 1 });
  expect((await first.detail()).transcript!.segments[1]!.text).toContain('Mayerhofer');

  const later = await seedSession(product, token, {
    title: 'Spätere Sitzung',
    spoken: said(
      'Guten Tag, Herr Mayerhofer, wie geht es Ihnen heute?',
      'Es geht mir naturlich gut, danke für die Frage.',
      'Dann beginnen wir mit der Sitzung von heute.',
    ),
  });
  const asked = await fetch(`${product.url}/api/v1/sessions/${later.id}/process`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ post_process: true }),
  });
  expect(asked.status).toBe(200);
  await page.goto(`/library/${later.id}?tab=result:corrections`);
  await tab(page, 'Korrekturen').click();
  const own = page.getByRole('article', { name: '0:00: «Mayerhofer» wird «Maierhofer»' });
  const spelling = page.getByRole('article', { name: '0:02: «naturlich» wird «natürlich»' });
  await expect(own).toContainText('Von Ihnen schon so korrigiert');
  await expect(spelling).toContainText('Rechtschreibung');
  expect(await faultsInBoth(page)).toEqual([]);

  await own.focus();
  await page.keyboard.press('Enter');
  await expect(spelling).toBeFocused();
  await expect(own).toHaveCount(0);
  await page.keyboard.press('x');
  await expect(page.getByText('Alles erledigt')).toBeVisible();
  const textOf = async (index: number) => (await later.detail()).transcript!.segments[index]!.text;
  await expect.poll(() => textOf(0)).toBe('Guten Tag, Herr Maierhofer, wie geht es Ihnen heute?');
  expect(await textOf(1)).toContain('naturlich');

  await page.reload();
  await expect(page.getByText('Alles erledigt')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await scrollsSideways(page)).toBe(false);
});
