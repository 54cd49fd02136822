/** The survey about a finished session, with the real server (§4.12). */
import { faultsInBoth } from './axe.ts';
import { signedIn } from './journey.ts';
import { expect, withOwnServer } from './product.ts';
import { infoBar as bar, rowOf } from './host-row.ts';
import { seedSession } from './seed-session.ts';
import { spokenFixture } from './spoken-fixture.ts';

const test = withOwnServer();

test('a survey about a finished session asks twice, thanks for 3 s, and is counted', async ({
  page,
  product,
}) => {
  const { token } = await signedIn(page, product.url);
  const row = rowOf(product, token);
  await row.change({ tags: ['survey', 'share'] });
  const { id } = await seedSession(product, token, { title: 'Gemeinderat', spoken: spokenFixture() });
  await page.clock.install();
  await page.goto(`/library/${id}`);
  await expect(page.getByRole('heading', { name: 'Gemeinderat' })).toBeVisible();
  // The survey is shown on the next screen, and does not cover this one.
  await expect(bar(page)).toBeEmpty();
  // The survey opens only after the code of its row was loaded.
  await page.waitForLoadState('networkidle');
  await page.getByRole('link', { name: 'Bibliothek' }).first().click();
  await expect(bar(page)).toContainText('Hat Wortlaut Ihnen bei «Gemeinderat» Zeit gespart?');
  const covered = await bar(page).boundingBox();
  const title = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect(title!.y).toBeGreaterThanOrEqual(covered!.y + covered!.height);
  expect(await faultsInBoth(page)).toEqual([]);
  await bar(page).getByRole('button', { name: 'Ja', exact: true }).click();
  await bar(page).getByRole('button', { name: 'mehr als 1 Stunde' }).click();
  await expect(bar(page)).toContainText('Danke für Ihre Antwort.');
  await page.clock.fastForward(3_000);
  await expect(bar(page)).toBeEmpty();

  const again = await seedSession(product, token, { title: 'Zweite', spoken: spokenFixture('de_1.wav') });
  await page.goto(`/library/${again.id}`);
  await expect(page.getByRole('heading', { name: 'Zweite' })).toBeVisible();
  await page.getByRole('link', { name: 'Bibliothek' }).first().click();
  await expect(page.getByRole('link', { name: /Zweite/ })).toBeVisible();
  await expect(bar(page)).toBeEmpty();

  await page.goto('/admin/domains?host=localhost&part=survey');
  await expect(page.getByText('1-mal gezeigt. 1 Antwort.')).toBeVisible();
  await expect(page.getByRole('row', { name: /mehr als 1 Stunde 1 100/ })).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Als CSV-Datei speichern' }).click();
  expect((await saved).suggestedFilename()).toBe('survey-localhost.csv');
});
