/** Steps of a pairing: a desktop and a phone, each a browser with its own way to a server with TLS. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PairingCommand } from '#api/contract/pairing.ts';
import type { SignUpForm } from '#api/testing/test-browser.ts';
import { callApi } from './call-api.ts';
import { type Camera, createCamera, seenBy } from './camera.ts';
import { createChromium, disposeBrowsers, type OwnChromium } from './chromium.ts';
import { installFastMicrophone } from './fast-microphone.ts';
import { newPerson, registerAtForm, signInAtForm } from './journey.ts';
import { compareWithPlayed, playedSpeech, type Comparison } from './microphone.ts';
import { phoneSize } from './phone-fit.ts';
import { test as base, expect, withProduct, type Page, type Product } from './product.ts';
import { button, createSessionAt, paceOf } from './recording.ts';
import { openWay, secureEnv, secureUrl, type SecureWay } from './secure-product.ts';
import { tempFolder } from './temp-folder.ts';

/** One of the two devices. */
type Side = {
  readonly chromium: OwnChromium;
  readonly way: SecureWay;
  /** Opens a tab, on the phone in its size. */
  tab(): Promise<Page>;
};

export type Pair = {
  readonly desktop: Side;
  readonly phone: Side;
  readonly camera: Camera;
};

/** `sound`: path of a WAV file that the microphone plays in place of the speech. */
type Fixtures = { sound: string | null; openPair(): Promise<Pair> };
type WorkerFixtures = { product: Product };

export const test = base.extend<Fixtures, WorkerFixtures>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => withProduct(use, secureEnv),
    { scope: 'worker' },
  ],
  sound: [null, { option: true }],
  openPair: async ({ product, sound }, use, info) => {
    const pace = paceOf(info.tags);
    const path = sound ?? playedSpeech().path;
    const opened: Side[] = [];
    const open = async (microphone: string | undefined, more: readonly string[] = []): Promise<Side> => {
      const way = await openWay(product);
      const chromium = createChromium(microphone, [...way.switches, ...more]);
      const side: Side = {
        chromium,
        way,
        async tab() {
          const page = await chromium.open();
          await page.addInitScript(() => {
            localStorage.setItem('preferredLanguage', 'de');
            localStorage.setItem('seenTours', '["library","recording","session"]');
          });
          if (!microphone) return page;
          await page.setViewportSize(phoneSize);
          if (pace > 1) await installFastMicrophone(page, pace, path);
          return page;
        },
      };
      opened.push(side);
      return side;
    };
    await use(async () => {
      const camera = createCamera();
      const desktop = await open(undefined);
      // Scroll bars take no room, as on a phone.
      const phone = await open(path, [...camera.switches, '--hide-scrollbars']);
      return { desktop, phone, camera };
    });
    await disposeBrowsers(
      opened.map(({ chromium }) => chromium),
      info,
    );
    for (const { way } of opened) await way.link.close();
  },
});

export { expect, type Page };

/** Registers a person in this browser. */
export async function register(page: Page): Promise<SignUpForm> {
  const person = newPerson();
  await page.goto(`${secureUrl}/signin`);
  await page.getByRole('link', { name: 'Konto erstellen' }).click();
  await registerAtForm(page, person);
  await page.waitForURL(/\/library/);
  return person;
}

export const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Handy verbinden' });
export const mirrorOf = (page: Page) => page.getByRole('region', { name: 'Aufnahme auf dem Handy' });

/** Returns the code that the desktop shows. */
export async function shownCode(desk: Page): Promise<string> {
  const code = dialogOf(desk).getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
  await expect(code).toBeVisible();
  return code.innerText();
}

/** Asks for a code at the desktop, and returns it as it is shown. */
export async function askForCode(desk: Page): Promise<string> {
  await button(desk, 'Mit dem Handy aufnehmen').click();
  return shownCode(desk);
}

/** Types the code at the phone, which then asks whether it is to record. */
export async function typeCode(handset: Page, code: string): Promise<void> {
  await handset.getByLabel('Code', { exact: true }).fill(code);
  await button(handset, 'Weiter').click();
  await expect(button(handset, 'Verbinden')).toBeVisible();
}

/** Scans the code of the desktop with the camera of the phone, which then asks whether it is to record. */
export async function scanCode(camera: Camera, desk: Page, handset: Page): Promise<void> {
  camera.show(await seenBy(desk, await dialogOf(desk).getByRole('img').screenshot()));
  await button(handset, 'QR-Code scannen').click();
  await expect(button(handset, 'Verbinden')).toBeVisible();
}

/** Confirms at the desktop that both show the same number. */
export async function confirmBoth(desk: Page, handset: Page): Promise<void> {
  const number = handset.getByText(/^\d{6}$/);
  await expect(number).toBeVisible();
  await expect(dialogOf(desk).getByText(await number.innerText(), { exact: true })).toBeVisible();
  await button(desk, 'Ja, verbinden').click();
  await handset.waitForURL(/\/pair\/[0-9a-f-]+$/);
  await expect(mirrorOf(desk)).toBeVisible();
}

type ShownCode = { desk: Page; person: SignUpForm; sessionId: string; code: string };

/** Registers a person at the desktop, and shows a code there for a new session. */
export async function showCode({ desktop }: Pair, title: string): Promise<ShownCode> {
  const desk = await desktop.tab();
  const person = await register(desk);
  const sessionId = await createSessionAt(desk, secureUrl, title);
  return { desk, person, sessionId, code: await askForCode(desk) };
}

type Prepared = ShownCode & { handset: Page };

/** Shows a code at the desktop. The phone is signed in, and asks for the code. */
export async function prepare(pair: Pair, title: string): Promise<Prepared> {
  const shown = await showCode(pair, title);
  const handset = await pair.phone.tab();
  await handset.goto(`${secureUrl}/pair`);
  await signInAtForm(handset, shown.person);
  await handset.waitForURL(/\/pair$/);
  return { ...shown, handset };
}

/** Switches on the microphone of a connected phone. */
export async function switchOn(desk: Page, handset: Page): Promise<void> {
  await button(handset, 'Mikrofon einschalten').click();
  await expect(mirrorOf(desk)).toContainText('Das Handy ist bereit');
}

/** Connects a phone that asks for the code, and switches its microphone on. */
export async function joinByCode({
  desk,
  handset,
  code,
}: Pick<Prepared, 'desk' | 'handset' | 'code'>): Promise<void> {
  await typeCode(handset, code);
  await button(handset, 'Verbinden').click();
  await confirmBoth(desk, handset);
  await switchOn(desk, handset);
}

/** Connects a phone on which the person of the desktop signs in. */
export async function connect(pair: Pair, title: string): Promise<Prepared> {
  const prepared = await prepare(pair, title);
  await joinByCode(prepared);
  return prepared;
}

/** Ends the pairing at the desktop while the phone records. */
export async function endPairing(desk: Page): Promise<void> {
  await button(desk, 'Kopplung beenden').click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Kopplung beenden' }).click();
}

/** How a side goes away. */
export const ways = ['is reloaded', 'has no network for 30 s', 'is killed'] as const;
export type Way = (typeof ways)[number];

/** Cuts the network of a side for 30 s. `seen` is what the screens have to show in this time, and still at its end. */
export async function withoutNetwork({ way }: Side, seen: () => Promise<unknown>): Promise<void> {
  way.link.cut();
  const over = sleep(30_000);
  await seen();
  await over;
  await seen();
  way.link.mend();
}

type Restart = { person: SignUpForm; path: string; stored: string | null; seen(): Promise<unknown> };

/**
 * Kills the browser of a side and starts it again, on `path`. `stored`: part of a name that its local storage has to hold before;
 * null if there is none. `seen`: what the other screen has to show in between. The person signs in again if the browser has lost the
 * tokens.
 */
export async function restart(side: Side, { person, path, stored, seen }: Restart): Promise<Page> {
  if (stored !== null) await side.chromium.hasStored(stored);
  await side.chromium.kill();
  await seen();
  const page = await side.tab();
  await page.goto(secureUrl + path);
  const field = page.getByLabel('E-Mail-Adresse');
  await expect(field.or(page.getByRole('banner'))).toBeVisible();
  if (await field.isVisible()) await signInAtForm(page, person);
  return page;
}

/** Calls that carry the sound of a recording to the server, and that complete it. */
const uploads = /\/api\/v1\/(uploads|sessions\/[^/]+\/recording-complete)/;

/** Cuts the uploads of a page. All its other calls arrive. */
export const cutUploads = (page: Page): Promise<unknown> =>
  page.context().route(uploads, (route) => route.abort());
export const mendUploads = (page: Page): Promise<void> => page.context().unroute(uploads);

/** Presses a button of the mirror panel as soon as it is enabled. */
export const command = (desk: Page, name: string): Promise<void> => button(desk, name).click();

/** Sends a command that the desktop does not offer now. */
export const sendCommand = (desk: Page, pairingId: string, name: PairingCommand): Promise<unknown> =>
  callApi(desk, `pairings/${pairingId}/events`, {
    method: 'POST',
    body: { command: name, id: crypto.randomUUID() },
  });

/** Compares what the server has stored with what the microphone of the phone has played. */
export async function compareStored(page: Page, sessionId: string): Promise<Comparison> {
  const base64 = await page.evaluate(async (id) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('access_token')}` };
    const answer = await fetch(`/api/v1/sessions/${id}/download`, { headers });
    if (!answer.ok) throw new Error(`The download was answered with ${answer.status}.`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    return bytes.toBase64();
  }, sessionId);
  const path = join(tempFolder(), 'paired.mp3');
  writeFileSync(path, Buffer.from(base64, 'base64'));
  return compareWithPlayed(path);
}
