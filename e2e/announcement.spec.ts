/** What a superuser announces, and the announcement about data protection, with the real server (§4.12). */
import { faultsInBoth, scrollsSideways } from './axe.ts';
import { signedIn } from './journey.ts';
import { expect, withOwnServer } from './product.ts';
import { infoBar as bar, rowOf } from './host-row.ts';

const test = withOwnServer();

const dayMs = 86_400_000;

test('what a superuser announces stands at the top for everybody until they close it; it may be long, and ends', async ({
  page,
  product,
  browser,
}) => {
  const { token } = await signedIn(page, product.url);
  await page.goto('/admin/domains?host=localhost&part=announcements');
  await page.getByRole('button', { name: 'Ankündigung hinzufügen' }).click();
  await page.getByRole('textbox', { name: 'Titel' }).fill('Kurs am Montag');
  await page.getByRole('textbox', { name: 'Adresse des Verweises' }).fill('https://example.ch/kurs');
  await page.getByRole('textbox', { name: 'Wichtigkeit' }).fill('90');
  expect(await faultsInBoth(page)).toEqual([]);
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByText('wird gezeigt · bis sie gelöscht wird · Wichtigkeit 90')).toBeVisible();
  const row = rowOf(product, token);
  const inTitle = (de: string) => ({ title: { de, en: '', fr: '', it: '' } });
  await row.announce({
    ...inTitle('Neue Fassung'),
    message: { de: 'Das ist neu.\n'.repeat(20), en: '', fr: '', it: '' },
    priority: 50,
  });
  await row.announce({ ...inTitle('Unterbruch'), type: 'warning', expires_at: new Date(Date.now() + dayMs) });

  const elsewhere = await browser.newContext({ baseURL: product.url, locale: 'de-CH' });
  const other = await elsewhere.newPage();
  await other.clock.install();
  await other.goto('/');
  await expect(bar(other).getByText('Kurs am Montag')).toBeVisible();
  await expect(bar(other).getByRole('link', { name: 'Mehr erfahren' })).toHaveAttribute('target', '_blank');
  await bar(other).getByRole('button', { name: 'Schliessen: Kurs am Montag' }).click();

  const whole = bar(other).getByRole('button', { name: 'Ganz zeigen: Neue Fassung' });
  await expect(whole).toHaveAttribute('aria-expanded', 'false');
  const line = bar(other).locator('[data-collapsed]');
  expect((await line.boundingBox())?.height).toBe(56);
  await whole.focus();
  await other.keyboard.press('Enter');
  await expect(whole).toHaveAttribute('aria-expanded', 'true');
  await other.setViewportSize({ width: 360, height: 700 });
  expect(await faultsInBoth(other)).toEqual([]);
  expect(await scrollsSideways(other)).toBe(false);
  await bar(other).getByRole('button', { name: 'Schliessen: Neue Fassung' }).click();
  await expect(bar(other).getByText('Unterbruch')).toBeVisible();
  await other.reload();
  await expect(bar(other).getByText('Unterbruch')).toBeVisible();
  await other.clock.fastForward(dayMs);
  await expect(bar(other)).toBeEmpty();

  // The host shortens its retention periods. A person who closes that announcement sees it again after 4 days.
  const effective = new Date(Date.now() + 31 * dayMs).toISOString().slice(0, 10);
  await row.change({
    retention: { audio_days: 30, content_months: 6, next: { audio_days: 10, content_months: 3, effective } },
  });
  await other.setViewportSize({ width: 1_280, height: 720 });
  // A new announcement is shown on the next screen only.
  await other.reload();
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await other.getByRole('link', { name: 'Hilfe zu dieser Seite' }).click();
  await bar(other)
    .getByRole('button', { name: /^Ganz zeigen: Datenschutz/ })
    .click();
  await expect(bar(other)).toContainText(/wird Ton nach 10 Tagen gelöscht, alles andere .* nach 3 Monaten/);
  await bar(other)
    .getByRole('button', { name: /^Schliessen: Datenschutz/ })
    .click();
  await expect(bar(other)).toBeEmpty();
  await other.clock.fastForward(4 * dayMs - 60_000);
  await other.reload();
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(bar(other)).toBeEmpty();
  await other.clock.fastForward(120_000);
  await other.goBack();
  await expect(bar(other).getByText(/Datenschutz/)).toBeVisible();
  await elsewhere.close();

  // This person has closed nothing yet. The announcement about data protection goes before all, however important they are.
  await page.goto('/library');
  await bar(page)
    .getByRole('button', { name: /^Schliessen: Datenschutz/ })
    .click();
  await expect(bar(page).getByText('Kurs am Montag')).toBeVisible();
});
