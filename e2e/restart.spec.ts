import { longRecording, uploadByApi } from './by-api.ts';
import { createSession, fixtureAudio, fixtureText, pickFile, signedIn, wordsOf } from './journey.ts';
import { expect, long, test, type Page } from './product.ts';

const isFinished = (page: Page) => expect(page.getByText('fertig', { exact: true }).first()).toBeVisible();

test(
  'a transcription interrupted by a kill of the server goes on from where it was, and the page follows',
  long,
  async ({ page, product }) => {
    const times = 4;
    const { token } = await signedIn(page, product.url);
    const { id, detail } = await uploadByApi(product.url, token, longRecording(times));
    await page.goto(`/library/${id}`);
    const segments = async () => (await detail()).transcript?.segments.length ?? 0;
    await expect.poll(segments).toBeGreaterThan(3);
    const before = await detail();
    expect(before.status).toBe('transcribing');
    await product.kill();
    await product.start();
    await isFinished(page);
    const after = await detail();
    const kept = before.transcript!.segments;
    expect(after.transcript!.segments.slice(0, kept.length)).toEqual(kept);
    const words = wordsOf(after.transcript!.segments.map(({ text }) => text).join(' '));
    expect(words).toBe(
      Array<string>(times)
        .fill(wordsOf(fixtureText('de_conversation.wav')))
        .join(' '),
    );
  },
);

test(
  'a session whose model is missing waits with the reason and goes on when it is there',
  long,
  async ({ page, product }) => {
    await product.stop();
    await product.start({ TRANSCRIPTION_MODEL: 'whisper-tiny' });
    await signedIn(page, product.url);
    await createSession(page, 'Modell fehlt');
    await pickFile(page, fixtureAudio('de_1.wav'));
    await page.getByRole('button', { name: 'Hochladen', exact: true }).click();
    await expect(page.getByText('Auf dem Server fehlt das Erkennungsmodell', { exact: false })).toBeVisible();
    await product.stop();
    await product.start();
    await isFinished(page);
  },
);
