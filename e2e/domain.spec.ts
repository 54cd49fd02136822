import { faultsInBoth, scrollsSideways } from './axe.ts';
import { signedIn } from './journey.ts';
import { expect, withOwnServer } from './product.ts';

const test = withOwnServer();

test('a superuser switches a function off and makes roles; two tabs do not overwrite each other unasked; others are led away', async ({
  page,
  product,
  browser,
}) => {
  await signedIn(page, product.url);
  await page.goto('/create');
  const choices = page.getByRole('group', { name: 'Danach erstellen' });
  await expect(choices.getByRole('checkbox', { name: /Faktencheck/ })).toBeVisible();

  await page.goto('/admin/domains?host=localhost&part=functions');
  await page.getByText('Eigene Auswahl').click();
  await page.getByRole('checkbox', { name: /^Faktencheck/ }).focus();
  await page.keyboard.press(' ');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByText('Alles ist gespeichert.')).toBeVisible();
  await page.goto('/create');
  await expect(choices.getByRole('checkbox', { name: /Protokoll/ })).toBeVisible();
  await expect(choices.getByRole('checkbox', { name: /Faktencheck/ })).toHaveCount(0);

  await page.goto('/admin/domains?host=localhost&part=roles');
  await page.getByRole('button', { name: 'Rolle hinzufügen' }).click();
  await page.getByRole('textbox', { name: 'Deutsch' }).fill('Ärztin');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByText('Alles ist gespeichert.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Kennung: arztin.')).toBeVisible();

  const links = '/admin/domains?host=localhost&part=links';
  const app = 'Kennung im App-Store';
  const tab = await page.context().newPage();
  await tab.goto(links);
  await page.goto(links);
  await tab.getByRole('textbox', { name: app }).fill('1');
  await page.getByRole('textbox', { name: app }).fill('2');
  await page.getByRole('textbox', { name: 'Chat-Anwendung' }).fill('https://chat.example');
  await tab.getByRole('button', { name: 'Speichern' }).click();
  await expect(tab.getByText('Alles ist gespeichert.')).toBeVisible();
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await expect(page.getByText('Jemand anderes hat inzwischen gespeichert')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await faultsInBoth(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  await page.getByText('Das andere', { exact: true }).click();
  await page.getByRole('button', { name: 'Meine Änderungen trotzdem speichern' }).click();
  await expect(page.getByText('Alles ist gespeichert.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: app })).toHaveValue('1');
  await expect(page.getByRole('textbox', { name: 'Chat-Anwendung' })).toHaveValue('https://chat.example');

  const elsewhere = await browser.newContext({ baseURL: product.url });
  const other = await elsewhere.newPage();
  const person = await signedIn(other, product.url);
  await other.goto(links);
  await other.waitForURL('**/library');

  // The superuser locks this person, whose next call ends the sign-in.
  await page.goto('/admin/domains?host=localhost&part=people');
  await page.getByRole('searchbox').fill(person.email);
  const edit = page.getByRole('button', { name: /ändern$/ });
  await expect(edit).toHaveCount(1);
  await edit.click();
  await page.getByRole('checkbox', { name: /^Gesperrt/ }).focus();
  await page.keyboard.press(' ');
  await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
  await page.getByRole('button', { name: 'Sperren', exact: true }).click();
  await expect(page.getByText('gesperrt', { exact: true })).toBeVisible();
  await other.goto('/library');
  await other.waitForURL('**/signin**');
  await elsewhere.close();
});
