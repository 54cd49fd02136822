import { faultsInBoth, scrollsSideways } from './axe.ts';
import { signedIn } from './journey.ts';
import { expect, withOwnServer } from './product.ts';

const test = withOwnServer();

test('the first person sets up the processing options, others choose from them and cannot change them', async ({
  page,
  product,
  browser,
}) => {
  await signedIn(page, product.url);
  await page.goto('/library');
  await page.getByRole('button', { name: /Petra/ }).click();
  await page.getByRole('menuitem', { name: 'Einrichtung' }).click();
  await page.waitForURL('**/admin/domains');

  await page.getByText('Zusammenfassung', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Deutsch', exact: true }).fill('Kurz gesagt');
  await page.getByText('Bei neuen Sitzungen vorausgewählt').click();
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await faultsInBoth(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByText('Alles ist gespeichert.')).toBeVisible();

  const elsewhere = await browser.newContext({ baseURL: product.url });
  const other = await elsewhere.newPage();
  await signedIn(other, product.url);
  await other.goto('/create');
  const choices = other.getByRole('group', { name: 'Danach erstellen' });
  await expect(choices.getByRole('checkbox', { name: 'Kurz gesagt' })).not.toBeChecked();
  await expect(choices.getByRole('checkbox', { name: /Protokoll/ })).toBeChecked();
  await expect(choices.getByRole('checkbox', { name: 'Übersetzung (Französisch)' })).toBeDisabled();

  await other.goto('/admin/domains');
  await other.waitForURL('**/library');
  await other.getByRole('button', { name: /Petra/ }).click();
  await expect(other.getByRole('menuitem', { name: 'Abmelden' })).toBeVisible();
  await expect(other.getByRole('menuitem', { name: 'Einrichtung' })).toHaveCount(0);
  await elsewhere.close();
});
