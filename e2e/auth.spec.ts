import { newPerson, registerAtForm, signedIn, signInAtForm } from './journey.ts';
import { expect, test } from './product.ts';

test('a person registers, and a wrong password is told, not taken', async ({ page }) => {
  const person = newPerson();
  await page.goto('/');
  await page.getByRole('link', { name: 'Jetzt beginnen' }).click();
  await page.getByRole('link', { name: 'Konto erstellen' }).click();
  await registerAtForm(page, person);
  await page.waitForURL('**/library');
  await expect(page.getByRole('heading', { name: 'Noch keine Sitzungen' })).toBeVisible();

  await page.getByRole('button', { name: /Petra/ }).click();
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
  await page.waitForURL((url) => url.pathname === '/');

  await page.goto('/library');
  await signInAtForm(page, { ...person, password: 'nicht das richtige' });
  await expect(page.getByRole('alert')).toContainText(/stimm|falsch/);
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
});

test('someone who is signed in is sent from home, sign-in and register to the library', async ({
  page,
  product,
}) => {
  await signedIn(page, product.url);
  for (const path of ['/', '/signin', '/register']) {
    await page.goto(path);
    await page.waitForURL('**/library');
  }
});

test('a sign-in without permission is told what to do', async ({ page }) => {
  await page.goto('/signin?error=permission');
  await expect(page.getByText('Kein Zugang')).toBeVisible();
  await expect(page.getByText(/Wenden Sie sich an den Support/)).toBeVisible();
});

test('the page is cross-origin isolated', async ({ page }) => {
  await page.goto('/');
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
});
