import {
  button,
  expect,
  expectLike,
  expectWhole,
  finishRecording,
  isOnServer,
  mp3FrameS,
  openMicrophone,
  long,
  longRealTime,
  realTime,
  recordedS,
  recordFor,
  startRecording,
  compareStoredAudio,
  test,
} from './recording.ts';
import { pcmSampleRate } from '#api/media/pcm-file.ts';
import { startBusyLoops } from './busy.ts';
import { createLink } from './link.ts';
import { createProduct, disposeProduct } from './product.ts';
import { expectSentence } from './sentence.ts';

// Traces of killed browsers are lost.
test.use({ trace: 'off' });

/** The long waits of the specification run only in the long tests (`npm run test:long -- microphone`). */
const hasTime = Boolean(process.env['TEST_LONG']);
const wait = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000));

test(
  'what the microphone hears arrives on the server as it was, to the frame',
  realTime,
  async ({ openStudio }) => {
    const studio = openStudio();
    const page = await studio.tab();
    const id = await startRecording(page, studio.product, 'Ungestört');
    await recordFor(page, 12);
    await button(page, 'Fertig').click();
    await isOnServer(page);
    const reportedS = await page.evaluate(
      async (session) =>
        (
          await (
            await fetch(`/api/v1/sessions/${session}`, {
              headers: { authorization: `Bearer ${localStorage.getItem('access_token')}` },
            })
          ).json()
        ).duration as number,
      id,
    );
    const stored = await compareStoredAudio(page, studio.product, id);
    expectWhole(stored);
    // A whole frame where the sound fills its last one; the length is known to one sample of the comparison.
    expect(Math.abs(stored.lengthS - reportedS)).toBeLessThan(mp3FrameS + 1 / pcmSampleRate);
  },
);

test('a pause leaves out what is said meanwhile and nothing else', longRealTime, async ({ openStudio }) => {
  const studio = openStudio();
  const page = await studio.tab();
  const id = await startRecording(page, studio.product, 'Pause');
  await recordFor(page, 4);
  await button(page, 'Pause').click();
  const pausedAtS = await recordedS(page);
  await wait(3);
  expect(await recordedS(page)).toBeLessThanOrEqual(pausedAtS + 1);
  await button(page, 'Weiter aufnehmen').click();
  await recordFor(page, pausedAtS + 4);
  await finishRecording(page);
  const { stretches } = await compareStoredAudio(page, studio.product, id);
  expect(stretches).toHaveLength(2);
  expectLike(stretches);
  const [before, after] = stretches;
  const leftOutS = after!.playedS - (before!.playedS + before!.lengthS);
  expect(leftOutS).toBeGreaterThan(2.5);
  expect(leftOutS).toBeLessThan(6);
});

const kills = hasTime ? 20 : 3;

test(
  `${kills} kills at any moment cost at most a second each, and nothing in the middle`,
  realTime,
  async ({ openStudio }) => {
    const studio = openStudio();
    let page = await studio.tab();
    const id = await startRecording(page, studio.product, 'Zwanzigmal getötet');
    const lostS: number[] = [];
    let seed = 20_261_121;
    const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    for (let round = 0; round < kills; round++) {
      const beforeS = await recordedS(page);
      await recordFor(page, beforeS + 2);
      await wait(random() * 2);
      // The time that was shown last. It is at most one second less than the recorded sound.
      const shownS = await recordedS(page);
      if (round % 2 === 0) await studio.chromium.kill();
      else await studio.chromium.crash(page);
      page = await studio.tab();
      await page.goto(`${studio.product.url}/library/${id}`);
      await button(page, 'Fortsetzen').click();
      await button(page, 'Aufnahme fortsetzen').click();
      await expect(page.getByText('Aufnahme läuft').first()).toBeVisible();
      lostS.push(shownS - (await recordedS(page)));
    }
    await recordFor(page, (await recordedS(page)) + 2);
    await finishRecording(page);
    expect(Math.max(...lostS)).toBeLessThanOrEqual(1);
    const { stretches } = await compareStoredAudio(page, studio.product, id);
    // The fake microphone starts anew with each browser, so each run of the browser is one complete stretch.
    expect(stretches).toHaveLength(kills + 1);
    expectLike(stretches);
  },
);

for (const seconds of [30, 300]) {
  test(`a network that is cut for ${seconds} s costs nothing`, long, async ({ openStudio }) => {
    test.setTimeout((seconds + 600) * 1000);
    const link = await createLink();
    const behind = await createProduct({ PUBLIC_URL: link.url });
    link.to(behind.url);
    const studio = openStudio({ ...behind, url: link.url });
    try {
      const page = await studio.tab();
      const id = await startRecording(page, studio.product, `Netz ${seconds} s fort`);
      await recordFor(page, 5);
      link.cut();
      await wait(seconds / studio.pace);
      await expect(page.getByText(/läuft weiter/).first()).toBeVisible();
      link.mend();
      await recordFor(page, seconds + 8);
      await finishRecording(page);
      expectWhole(await compareStoredAudio(page, studio.product, id));
    } finally {
      await disposeProduct(behind);
      await link.close();
    }
  });
}

test(
  'a server that is killed and started again takes up the upload at the byte',
  long,
  async ({ openStudio }) => {
    const studio = openStudio();
    const { product } = studio;
    const page = await studio.tab();
    const id = await startRecording(page, product, 'Server getötet');
    await recordFor(page, 12);
    await product.kill();
    await recordFor(page, 16);
    await product.start();
    await recordFor(page, 20);
    await finishRecording(page);
    expectWhole(await compareStoredAudio(page, product, id));
  },
);

test(
  'a recording that ends while the server is away waits on this device until it is back',
  long,
  async ({ openStudio }) => {
    const studio = openStudio();
    const { product } = studio;
    const page = await studio.tab();
    const id = await startRecording(page, product, 'Ende ohne Server');
    await recordFor(page, 5);
    await product.kill();
    await button(page, 'Fertig').click();
    await wait(4);
    await expect(page.getByText('Sie können diesen Tab schliessen')).toBeHidden();
    await expect(button(page, 'Als Datei speichern').first()).toBeVisible();
    await product.start();
    await isOnServer(page);
    expectWhole(await compareStoredAudio(page, product, id));
  },
);

test(
  'a token that runs out in the middle is renewed and the upload goes on',
  long,
  async ({ openStudio }) => {
    const studio = openStudio();
    const page = await studio.tab();
    const id = await startRecording(page, studio.product, 'Token abgelaufen');
    await recordFor(page, 4);
    const before = await page.evaluate(() => {
      localStorage.setItem('token_expires_at', String(Date.now() - 1000));
      return localStorage.getItem('access_token');
    });
    await recordFor(page, 14);
    await finishRecording(page);
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).not.toBe(before);
    expectWhole(await compareStoredAudio(page, studio.product, id));
  },
);

test(
  'a microphone that is unplugged is told at once, and another one goes on behind a gap',
  long,
  async ({ openStudio }) => {
    const studio = openStudio();
    const page = await studio.tab();
    const id = await startRecording(page, studio.product, 'Ausgesteckt');
    await recordFor(page, 5);
    await studio.chromium.takeMicrophone(page);
    await expect(page.getByText('Das Mikrofon ist weg').first()).toBeVisible();
    const gapAtS = await recordedS(page);
    await studio.chromium.giveMicrophone(page);
    await button(page, 'Damit weiter aufnehmen').first().click();
    await recordFor(page, gapAtS + 5);
    await finishRecording(page);
    const { stretches } = await compareStoredAudio(page, studio.product, id);
    expect(stretches).toHaveLength(2);
    expectLike(stretches);
    expect(Math.abs(stretches[1]!.storedS - gapAtS)).toBeLessThan(1.5);
  },
);

test('a hidden tab records on as if it were seen', longRealTime, async ({ openStudio }) => {
  const studio = openStudio();
  let page = await studio.tab();
  const id = await startRecording(page, studio.product, 'Verdeckt');
  await recordFor(page, 3);
  page = await studio.chromium.hide(() => wait(12));
  await recordFor(page, 16);
  await finishRecording(page);
  expectWhole(await compareStoredAudio(page, studio.product, id));
});

test('a page six times slower and two busy cores lose nothing', longRealTime, async ({ openStudio }) => {
  const studio = openStudio();
  const page = await studio.tab();
  const id = await startRecording(page, studio.product, 'Langsam');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const busy = startBusyLoops(2);
  try {
    await recordFor(page, 12);
  } finally {
    busy.end();
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
  await finishRecording(page);
  expectWhole(await compareStoredAudio(page, studio.product, id));
});

test('a clock that is set forward and back changes nothing', long, async ({ openStudio }) => {
  const studio = openStudio();
  const page = await studio.tab();
  const id = await startRecording(page, studio.product, 'Uhr verstellt');
  const turn = (hours: number) => {
    const move = (by: number) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + by * 3_600_000;
    };
    return Promise.all([
      page.evaluate(move, hours),
      ...page.workers().map((worker) => worker.evaluate(move, hours)),
    ]);
  };
  await recordFor(page, 3);
  await turn(3);
  await recordFor(page, 7);
  await turn(-6);
  await recordFor(page, 12);
  await finishRecording(page);
  expectWhole(await compareStoredAudio(page, studio.product, id));
});

test('two tabs record at once, each its own session', long, async ({ openStudio }) => {
  const studio = openStudio();
  const first = await studio.tab();
  const idA = await startRecording(first, studio.product, 'Tab eins');
  const second = await studio.tab();
  const idB = await startRecording(second, studio.product, 'Tab zwei');
  await recordFor(second, 8);
  await finishRecording(second);
  await finishRecording(first);
  for (const [page, id] of [
    [first, idA],
    [second, idB],
  ] as const)
    expectWhole(await compareStoredAudio(page, studio.product, id));
});

test('a second tab cannot record into the same session, and says so', long, async ({ openStudio }) => {
  const studio = openStudio();
  const first = await studio.tab();
  const id = await startRecording(first, studio.product, 'Dieselbe');
  const second = await studio.tab();
  await second.goto(`${studio.product.url}/library/${id}`);
  await button(second, 'Mikrofon einschalten').click();
  await button(second, 'Aufnahme starten').click();
  await expect(second.getByRole('alert').first()).toContainText(/anderen Tab/);
  await recordFor(first, 4);
  await finishRecording(first);
});

test('a killed recording is offered in the library, plays its first seconds and is uploaded as it lies', async ({
  openStudio,
}) => {
  const studio = openStudio();
  let page = await studio.tab();
  const id = await startRecording(page, studio.product, 'Gefunden');
  await recordFor(page, 6);
  await studio.chromium.kill();
  page = await studio.tab();
  await page.goto(`${studio.product.url}/library`);
  await expect(page.getByText('Eine Aufnahme liegt noch auf diesem Gerät')).toBeVisible();
  await button(page, 'Anfang anhören').click();
  await expect(button(page, 'Anhalten')).toBeVisible();
  await button(page, 'Hochladen').click();
  await expect(page.getByText('Eine Aufnahme liegt noch auf diesem Gerät')).toBeHidden();
  const stored = await compareStoredAudio(page, studio.product, id);
  expectWhole(stored);
  expect(stored.lengthS).toBeGreaterThan(5);
});

test(
  'a disk that is full keeps the recording going, and the server gets all of it',
  long,
  async ({ openStudio }) => {
    const studio = openStudio();
    const page = await studio.tab();
    const id = await openMicrophone(page, studio.product, 'Platte voll');
    await studio.chromium.fillStorage(page);
    await button(page, 'Aufnahme starten').click();
    await recordFor(page, 12);
    await expectSentence(page, 'recording.overflow.title', {}, 'de');
    await finishRecording(page);
    expectWhole(await compareStoredAudio(page, studio.product, id));
  },
);

test('a recording goes on while its person looks into the library', long, async ({ openStudio }) => {
  const studio = openStudio();
  const page = await studio.tab();
  const id = await startRecording(page, studio.product, 'Nebenbei');
  await recordFor(page, 3);
  await page.getByRole('link', { name: 'Zur Bibliothek' }).first().click();
  await page.waitForURL(/\/library$/);
  const bar = page.getByRole('region', { name: 'Laufende Aufnahme' });
  await expect(bar).toContainText('Nebenbei');
  await wait(3);
  await page.getByRole('link', { name: 'Neue Sitzung' }).first().click();
  await page.getByLabel('Name der Sitzung').fill('Eine zweite');
  await button(page, 'Sitzung erstellen').click();
  await expectSentence(page, 'recording.modes.otherText', { title: 'Nebenbei' }, 'de');
  await bar.getByRole('link', { name: 'Zur Aufnahme' }).click();
  await recordFor(page, 8);
  await finishRecording(page);
  expectWhole(await compareStoredAudio(page, studio.product, id));
});

test('notes and markers made while recording belong to the session', long, async ({ openStudio }) => {
  const studio = openStudio();
  const page = await studio.tab();
  const id = await startRecording(page, studio.product, 'Mit Notizen');
  await recordFor(page, 2);
  await page.getByLabel('Notizen').fill('Kredit genehmigt');
  await page.getByRole('timer').click();
  await page.keyboard.press('m');
  await recordFor(page, 5);
  await finishRecording(page);
  await page.getByRole('tab', { name: 'Notizen' }).click();
  await expect(page.getByLabel('Notizen zur Sitzung')).toHaveValue('Kredit genehmigt');
  const markers = await page.evaluate(
    async (session) =>
      (
        await (
          await fetch(`/api/v1/sessions/${session}`, {
            headers: { authorization: `Bearer ${localStorage.getItem('access_token')}` },
          })
        ).json()
      ).markers as { kind: string; at: number }[],
    id,
  );
  expect(markers.filter(({ kind }) => kind === 'user')).toHaveLength(1);
});
