import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toMp3 } from '#wasm/testing/mp3-streams.ts';
import { uploadByApi } from './by-api.ts';
import { playbackOffsets, placesIn } from './playback-offset.ts';
import { createSession, pickFile, signedIn } from './journey.ts';
import { codeRate, pitchCoded } from './pitch-code.ts';
import { expect, long, test, type Page } from './product.ts';
import { tempFolder } from './temp-folder.ts';

const seconds = 600;

/** A variable-bit-rate mp3 whose byte positions are far from proportional to time: one half has noise, the other only tones. */
async function varyingMp3(): Promise<Uint8Array<ArrayBuffer>> {
  const sound = new Float32Array(seconds * codeRate);
  let at = 0;
  for (const block of pitchCoded(seconds, seconds / 2)) {
    sound.set(block, at);
    at += block.length;
  }
  return toMp3([sound], { sampleRate: codeRate, quality: 4 });
}

/** Waits until the session has playable audio and returns its URL. */
async function audioUrl(page: Page, id: string): Promise<string> {
  const headers = {
    authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('access_token'))}`,
  };
  let url = '';
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/v1/sessions/${id}/audio-url`, { headers });
      if (answer.ok()) ({ url } = (await answer.json()) as { url: string });
      return answer.status();
    })
    .toBe(200);
  return url;
}

const ways = {
  async device(page: Page, mp3: Uint8Array<ArrayBuffer>): Promise<string> {
    const path = join(tempFolder(), 'sitzung.mp3');
    writeFileSync(path, mp3);
    const id = await createSession(page, 'Der richtige Moment');
    await pickFile(page, path);
    await page.getByRole('button', { name: 'Hochladen', exact: true }).click();
    return id;
  },
  async api(page: Page, mp3: Uint8Array<ArrayBuffer>, url: string, token: string): Promise<string> {
    await page.goto('/library');
    return (await uploadByApi(url, token, new Blob([mp3]), 'sitzung.mp3')).id;
  },
};

for (const [name, bring] of Object.entries(ways)) {
  test(
    `an mp3 of varying bit rate, uploaded by the ${name}, plays the asked moment`,
    long,
    async ({ page, product }) => {
      const { token } = await signedIn(page, product.url);
      const id = await bring(page, await varyingMp3(), product.url, token);
      const url = await audioUrl(page, id);
      for (const offsetS of await playbackOffsets(page, url, placesIn(seconds, 6)))
        expect(Math.abs(offsetS)).toBeLessThan(0.3);
    },
  );
}
