/** Files that another app shares with the installed app. */
import { readFileSync } from 'node:fs';
import { fixtureAudio, signedIn } from './journey.ts';
import { expect, type Page, test, withServiceWorker } from './product.ts';

test.use(withServiceWorker);

type Shared = { name: string; type: string; path: string };

const wav = { type: 'audio/wav', path: fixtureAudio('de_1.wav') };

/** Sends files to the app as a device does: as the form of the manifest's `share_target`. */
async function share(page: Page, files: readonly Shared[]): Promise<void> {
  const sent = files.map(({ name, type, path }) => ({ name, type, base64: readFileSync(path, 'base64') }));
  await page.evaluate(async (list) => {
    const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')!.href;
    const { share_target: target } = (await (await fetch(manifest)).json()) as {
      share_target: { action: string; enctype: string; params: { files: { name: string }[] } };
    };
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: target.action, enctype: target.enctype });
    const input = document.createElement('input');
    Object.assign(input, { type: 'file', name: target.params.files[0]!.name, multiple: true });
    const transfer = new DataTransfer();
    for (const { name, type, base64 } of list) {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type }));
    }
    input.files = transfer.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  }, sent);
  await page.waitForURL(/start=file/);
}

const isControlled = (page: Page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);

test('a shared recording begins a session; a wrong file is told; it waits for the sign-in and goes at the sign-out', async ({
  page,
  product,
}) => {
  const { email, password } = await signedIn(page, product.url);
  await page.goto('/library');
  await isControlled(page);
  const signOut = async () => {
    await page.getByRole('button', { name: /Petra/ }).click();
    await page.getByRole('menuitem', { name: 'Abmelden' }).click();
    await page.waitForURL((url) => url.pathname === '/');
  };
  const offer = page.getByText('Die Sitzung bekommt diese Datei');

  await share(page, [{ name: 'brief.pdf', type: 'application/pdf', path: fixtureAudio('expected.json') }]);
  await expect(
    page.getByText('Die gewählte Datei enthält weder Ton noch Video.', { exact: false }),
  ).toBeVisible();
  await share(page, [
    { name: 'a.wav', ...wav },
    { name: 'b.wav', ...wav },
  ]);
  await expect(page.getByText('Es geht nur eine Datei auf einmal', { exact: false })).toBeVisible();

  await share(page, [{ name: 'Vergessen.wav', ...wav }]);
  await expect(offer).toBeVisible();
  await signOut();

  await isControlled(page);
  await share(page, [{ name: 'Gemeinderat, 12. Sitzung.wav', ...wav }]);
  await page.waitForURL(/signin/);
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.waitForURL(/\/create\?start=file/);
  await expect(page.getByText('Gemeinderat, 12. Sitzung.wav', { exact: false })).toBeVisible();
  await expect(page.getByText('Vergessen', { exact: false })).toBeHidden();
  await expect(page.getByLabel('Name der Sitzung')).toHaveValue('Gemeinderat, 12. Sitzung');
  await page.getByRole('button', { name: 'Sitzung erstellen' }).click();
  await page.waitForURL(/mode=upload/);
  await expect(page.getByText(/Gut verständlich|Brauchbar|Schwer verständlich/)).toBeVisible();
  await page.goto('/create?start=file');
  await expect(page.getByLabel('Name der Sitzung')).toHaveValue('Neue Sitzung');
  await expect(offer).toBeHidden();
});
