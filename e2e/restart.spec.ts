import { createSession, fixtureAudio, pickFile, signedIn, wordsOf } from './journey.ts';
import { expect, test, type Page } from './product.ts';

const isFinished = (page: Page) =>
  expect(page.getByText('fertig', { exact: true }).first()).toBeVisible({ timeout: 60_000 });

for (const how of ['stop', 'kill'] as const) {
  test(`a transcription interrupted by ${how === 'stop' ? 'an orderly stop' : 'a kill'} of the server goes on after the restart`, async ({
    page,
    product,
  }) => {
    await signedIn(page, product.url);
    await createSession(page, 'Lange Sitzung');
    await pickFile(page, fixtureAudio('de_conversation.wav'));
    await page.getByRole('button', { name: 'Hochladen', exact: true }).click();
    await expect(page.getByText('Sie können diesen Tab schliessen', { exact: false }).first()).toBeVisible({
      timeout: 60_000,
    });
    await product[how]();
    await product.start();
    await isFinished(page);
    expect(wordsOf(await page.getByRole('tabpanel').innerText()).length).toBeGreaterThan(100);
  });
}

test('a session whose model is missing waits with the reason and goes on when it is there', async ({
  page,
  product,
}) => {
  await product.stop();
  await product.start({ TRANSCRIPTION_MODEL: 'whisper-tiny' });
  await signedIn(page, product.url);
  await createSession(page, 'Modell fehlt');
  await pickFile(page, fixtureAudio('de_1.wav'));
  await page.getByRole('button', { name: 'Hochladen', exact: true }).click();
  await expect(page.getByText('Auf dem Server fehlt das Sprachmodell', { exact: false })).toBeVisible({
    timeout: 60_000,
  });
  await product.stop();
  await product.start();
  await isFinished(page);
});
