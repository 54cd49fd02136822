import { faultsInBoth, scrollsSideways } from './axe.ts';
import { createSession, signedIn } from './journey.ts';
import { expect, type Page, test, withServiceWorker } from './product.ts';
import { isWhole } from './recording.ts';

test.use(withServiceWorker);

/** Returns the names of the files of models on this device. Those of verified files are their digests. */
const onDevice = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('models', { create: true });
    const names: string[] = [];
    for await (const name of folder.keys()) names.push(name);
    return names.toSorted();
  });

const isDigest = (name: string) => /^[0-9a-f]{64}$/.test(name);
const draft = (page: Page) => page.getByRole('checkbox', { name: /^Entwurf auf diesem Gerät schreiben/ });

async function openModels(page: Page) {
  await page.getByRole('button', { name: /^Menü von/ }).click();
  await page.getByRole('menuitem', { name: 'Modelle auf diesem Gerät' }).click();
  const dialog = page.getByRole('dialog', { name: 'Modelle auf diesem Gerät' });
  await expect(dialog).toBeVisible();
  return dialog;
}

test('the model of the server comes to the device, stays there without the server, and goes when it is removed', async ({
  page,
  product,
}) => {
  const fetched: string[] = [];
  page.context().on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/models\/[0-9a-f]{64}$/.test(pathname)) fetched.push(pathname);
  });
  await signedIn(page, product.url);
  const id = await createSession(page, 'Entwurf');
  await page.goto(`/library/${id}?mode=record`);
  await expect(draft(page)).toBeChecked();
  await expect(page.getByText('Testmodell')).toBeVisible();
  expect(await faultsInBoth(page, { within: 'main' })).toEqual([]);
  const files = await onDevice(page);
  expect(files).toContain('fixture.json');
  expect(files.filter(isDigest)).toHaveLength(7);
  expect(new Set(fetched).size).toBe(7);

  fetched.length = 0;
  await page.reload();
  await expect(draft(page)).toBeChecked();
  // In the background the service worker stores all files of the page, among them the code of the dialog.
  await isWhole(page);
  await product.kill();
  await page.getByText('Diktieren', { exact: true }).click();
  await page.getByText('Aufnehmen', { exact: true }).click();
  await expect(draft(page)).toBeChecked();
  const offline = await openModels(page);
  await expect(offline).toContainText('Gezeigt wird, was auf diesem Gerät ist.');
  await expect(offline).toContainText('auf diesem Gerät');
  await page.keyboard.press('Escape');
  await expect(offline).not.toBeVisible();
  expect(fetched).toEqual([]);
  await product.start();

  const dialog = await openModels(page);
  await expect(dialog).toContainText('Der Server bietet nur das Testmodell an.');
  await expect(dialog).toContainText(/Zusammen auf diesem Gerät: 1[.,]8\sMB/);
  expect(await faultsInBoth(page, { within: '[role=dialog]' })).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await scrollsSideways(page)).toBe(false);
  await dialog.getByRole('button', { name: 'Testmodell entfernen' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Entfernen' }).click();
  await expect(dialog).toContainText('nicht geladen');
  expect(await onDevice(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).not.toBeVisible();
  expect(await scrollsSideways(page)).toBe(false);

  await page.reload();
  await expect(draft(page)).toBeChecked();
  expect((await onDevice(page)).filter(isDigest)).toHaveLength(7);
});
