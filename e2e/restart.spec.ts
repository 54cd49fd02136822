import { fixtureAudio, pickFile, signedIn, wordsOf } from './journey.ts';
import { createProduct, disposeProduct, expect, test } from './product.ts';

for (const how of ['stop', 'kill'] as const) {
  test(`a transcription interrupted by ${how === 'stop' ? 'an orderly stop' : 'a kill'} of the server goes on after the restart`, async ({
    page,
  }) => {
    const product = await createProduct();
    try {
      await signedIn(page, product.url);
      await page.goto(product.url);
      await page.goto(`${product.url}/create`);
      await page.getByLabel('Name der Sitzung').fill('Lange Sitzung');
      await page.getByRole('button', { name: 'Sitzung erstellen' }).click();
      await page.waitForURL(/\/library\/[0-9a-f-]+/);
      await pickFile(page, fixtureAudio('de_conversation.wav'));
      await page.getByRole('button', { name: 'Hochladen', exact: true }).click();
      await expect(page.getByText('Sie können diesen Tab schliessen', { exact: false }).first()).toBeVisible({
        timeout: 60_000,
      });
      await product[how]();
      await product.start();
      await expect(page.getByText('fertig', { exact: true }).first()).toBeVisible({ timeout: 60_000 });
      expect(wordsOf(await page.getByRole('tabpanel').innerText()).length).toBeGreaterThan(100);
    } finally {
      await page.close();
      await disposeProduct(product);
    }
  });
}

test('a session whose model is missing waits with the reason and nothing is lost', async ({ page }) => {
  const product = await createProduct({ TRANSCRIPTION_MODEL: 'whisper-tiny' });
  try {
    await signedIn(page, product.url);
    await page.goto(`${product.url}/create`);
    await page.getByRole('button', { name: 'Sitzung erstellen' }).click();
    await page.waitForURL(/\/library\/[0-9a-f-]+/);
    await pickFile(page, fixtureAudio('de_1.wav'));
    await page.getByRole('button', { name: 'Hochladen', exact: true }).click();
    await expect(page.getByText(/Modell/).first()).toBeVisible({ timeout: 60_000 });
    await product.stop();
    await product.start({ TRANSCRIPTION_MODEL: 'fixture' });
    await expect(page.getByText('fertig', { exact: true }).first()).toBeVisible({ timeout: 60_000 });
  } finally {
    await page.close();
    await disposeProduct(product);
  }
});
