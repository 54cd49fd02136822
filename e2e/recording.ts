/** Steps of a recording: a browser with a fake microphone, from the red button to the stored mp3. */
import { createTestBrowser, type SignUpForm } from '#api/testing/test-browser.ts';
import { createChromium, disposeBrowsers, type OwnChromium } from './chromium.ts';
import { installFastMicrophone } from './fast-microphone.ts';
import { newPerson, sessionIdOf } from './journey.ts';
import { compareWithPlayed, mp3FrameS, playedSpeech, type Comparison, type Stretch } from './microphone.ts';
import { patienceMs } from './patience.ts';
import { test as base, expect, long, type Page, type Product } from './product.ts';
import { storedAudio } from './sound.ts';

/** Tests with this tag record in real time and alone; the others record `fastPace` times as fast. */
export const realTime = { tag: '@real-time' };
/** The long part `microphone` runs these. `npm test` leaves them out. */
export const longRealTime = { tag: [realTime.tag, long.tag] };
export const fastPace = 3;

/** Returns how many times as fast as in real time a test with these tags records. */
export const paceOf = (tags: readonly string[]): number =>
  tags.includes(realTime.tag) || process.env['TEST_LONG'] ? 1 : fastPace;

export type Person = SignUpForm & { isNew: boolean };

/** Signs the tab in again, because a killed browser may have lost its tokens. */
export async function signInTab(page: Page, url: string, person: Person): Promise<void> {
  const provider = createTestBrowser(url);
  const tokens = await (person.isNew ? provider.register(person) : provider.signIn(person));
  person.isNew = false;
  await page.goto(`${url}/theme.js`);
  await page.evaluate(
    ([access, refresh, expiresAt]) => {
      localStorage.setItem('access_token', access!);
      localStorage.setItem('refresh_token', refresh!);
      localStorage.setItem('token_expires_at', expiresAt!);
      localStorage.setItem('preferredLanguage', 'de');
      localStorage.setItem('seenTours', '["library","recording","session"]');
    },
    [tokens.access_token, tokens.refresh_token, String(Date.now() + tokens.expires_in * 1000)],
  );
}

export type Studio = {
  readonly chromium: OwnChromium;
  readonly product: Product;
  readonly person: Person;
  /** Speed of the microphone: seconds of sound that it delivers in a second. */
  readonly pace: number;
  /** Opens a new tab in which the person is signed in. Starts the browser if necessary. */
  tab(): Promise<Page>;
};

type Fixtures = {
  /** Path of the wav file that the microphone plays; null for the known speech. */
  sound: string | null;
  /**
   * Opens a studio, which is a browser with a microphone, on the shared server or on `own`. The studio is disposed of after the
   * test. `person`: the person of another studio, who uses this one as a second device.
   */
  openStudio(own?: Product, person?: Person): Studio;
};

export const test = base.extend<Fixtures>({
  sound: [null, { option: true }],
  openStudio: async ({ product, sound }, use, info) => {
    const pace = paceOf(info.tags);
    const path = sound ?? playedSpeech().path;
    const opened: OwnChromium[] = [];
    await use((own = product, person = { ...newPerson(), isNew: true }) => {
      const chromium = createChromium(path);
      opened.push(chromium);
      return {
        chromium,
        product: own,
        person,
        pace,
        async tab() {
          const page = await chromium.open();
          if (pace > 1) await installFastMicrophone(page, pace, path);
          await signInTab(page, own.url, person);
          return page;
        },
      };
    });
    await disposeBrowsers(opened, info);
  },
});

export { expect, long, mp3FrameS, type Page, type Product };

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Creates a session through the page of the server at `url`, and returns its id. The page shows its recorder. */
export async function createSessionAt(page: Page, url: string, title: string): Promise<string> {
  await page.goto(`${url}/create`);
  await page.getByLabel('Name der Sitzung').fill(title);
  await button(page, 'Sitzung erstellen').click();
  await page.waitForURL(/\/library\/[0-9a-f-]+/);
  return sessionIdOf(page);
}

export async function openMicrophone(page: Page, product: Product, title: string): Promise<string> {
  const id = await createSessionAt(page, product.url, title);
  await button(page, 'Mikrofon einschalten').click();
  await expect(button(page, 'Aufnahme starten')).toBeVisible();
  return id;
}

export async function startRecording(page: Page, product: Product, title: string): Promise<string> {
  const id = await openMicrophone(page, product, title);
  await button(page, 'Aufnahme starten').click();
  await expect(page.getByText('Aufnahme läuft').first()).toBeVisible();
  return id;
}

/** Returns the seconds of a clock, such as 75 of `1:15`. */
export const secondsOf = (clock: string): number =>
  clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

export const recordedS = async (page: Page): Promise<number> =>
  secondsOf(await page.getByRole('timer').innerText());

/** Waits until the page shows that at least so many seconds are recorded. */
export const recordFor = (page: Page, seconds: number): Promise<void> =>
  expect
    .poll(() => recordedS(page), { timeout: seconds * 1000 + patienceMs })
    .toBeGreaterThanOrEqual(seconds);

/** Finishes the recording and waits until the page shows it as uploaded. */
export async function finishRecording(page: Page): Promise<void> {
  await button(page, 'Fertig').click();
  await isOnServer(page);
}

export const isOnServer = (page: Page): Promise<void> =>
  expect(page.getByRole('tab', { name: 'Transkript' })).toBeVisible();

/** Waits until all that the page needs without a server is on the device. */
export async function isWhole(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const build = document.querySelector<HTMLMetaElement>('meta[name="build"]')!.content;
        return (await caches.match(`/builds/${build}/list`)) !== undefined;
      }),
    )
    .toBe(true);
}

/** Compares the stored audio with the microphone's sound. */
export async function compareStoredAudio(page: Page, product: Product, id: string): Promise<Comparison> {
  await page.goto(`${product.url}/library/${id}`);
  await expect(page.getByRole('tab', { name: 'Transkript' })).toBeVisible();
  const { path } = await storedAudio(page, id, product.url);
  return await compareWithPlayed(path);
}

export function expectLike(stretches: readonly Stretch[]): void {
  const least = Math.min(...stretches.map(({ correlation }) => correlation));
  expect(least, JSON.stringify(stretches)).toBeGreaterThan(0.98);
}

/** Expects the stored audio to be one stretch without a gap. */
export function expectWhole({ stretches, lengthS }: Comparison): void {
  expect(stretches, JSON.stringify(stretches)).toHaveLength(1);
  expectLike(stretches);
  expect(stretches[0]!.lengthS).toBeCloseTo(lengthS, 1);
}
