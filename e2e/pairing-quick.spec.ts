/** A phone that joins without a sign-in, where the host lets it (`pairing_quick`, §10.26). */
import { functionTags } from '#api/contract/domain.ts';
import type { SessionDetail, SessionList } from '#api/contract/session.ts';
import { faultsOf } from './axe.ts';
import { callApi } from './call-api.ts';
import { sessionIdOf, signInAtForm } from './journey.ts';
import {
  command,
  compareStored,
  confirmBoth,
  dialogOf,
  endPairing,
  expect,
  joinByCode,
  mirrorOf,
  type Page,
  type Pair,
  scanCode,
  showCode,
  switchOn,
  test,
  typeCode,
  withoutNetwork,
} from './pair.ts';
import {
  areLinked,
  expectRecorded,
  goOn,
  isLeftThere,
  lastKnown,
  phoneIsAway,
  sceneOf,
  showMark,
  shows,
  words,
} from './pairing-scene.ts';
import { button, expectLike, expectWhole, isOnServer, long, recordedS, recordFor } from './recording.ts';
import { secureHost, secureUrl } from './secure-product.ts';
import { setHost } from './set-host.ts';

const tags = functionTags.filter((tag) => tag !== 'survey');
test.beforeEach(({ product }) => setHost(product, { tags }, secureHost));
// Tests of other files use the same server.
test.afterEach(({ product }) => setHost(product, {}, secureHost));

/** Collects the calls of a page and of its workers that the server refuses because of who calls (401), or forbids (403). */
function refusedCalls(page: Page) {
  const refused: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const status = response.status();
    if (pathname.startsWith('/api/') && (status === 401 || status === 403))
      refused.push(`${status} ${response.request().method()} ${pathname}`);
  });
  return { all: refused, forbidden: () => refused.filter((call) => call.startsWith('403')) };
}

const hasTokens = (page: Page) => page.evaluate(() => localStorage.getItem('access_token') !== null);

/** Opens the page for codes on a phone on which nobody is signed in. */
async function openGuest({ phone }: Pair) {
  const handset = await phone.tab();
  const refused = refusedCalls(handset);
  await handset.goto(`${secureUrl}/pair`);
  return { handset, refused };
}

/** Connects a phone on which nobody is signed in, by the typed code, with its microphone switched on. */
async function connectGuest(pair: Pair, title: string) {
  const shown = await showCode(pair, title);
  const guest = await openGuest(pair);
  await joinByCode({ ...shown, ...guest });
  return { ...shown, ...guest };
}

/** Checks that the phone says that its recording is sent. */
async function isDone(handset: Page): Promise<void> {
  await expect(handset.getByText('Gespeichert und gesendet')).toBeVisible();
  await expect(handset.getByText('Sie können diese Seite schliessen.')).toBeVisible();
}

test('a phone that nobody has signed in on is connected, recorded with and controlled; it gets to nothing else', async ({
  openPair,
}) => {
  const pair = await openPair();
  const { desk, sessionId, code } = await showCode(pair, 'Ohne Anmeldung');
  await expect(dialogOf(desk).getByText('Eine Anmeldung braucht das Handy nicht.')).toBeVisible();

  const { handset, refused } = await openGuest(pair);
  await typeCode(handset, code);
  await button(handset, 'Verbinden').click();
  await expect(handset.getByText(/^\d{6}$/)).toBeVisible();
  // Nothing of the session is told before the desktop has confirmed.
  await expect(handset.getByText('Ohne Anmeldung')).toHaveCount(0);
  expect(await faultsOf(handset)).toEqual([]);
  await confirmBoth(desk, handset);
  await expect(handset.getByRole('heading', { name: 'Ohne Anmeldung' })).toBeVisible();
  await switchOn(desk, handset);

  await command(desk, 'Aufnahme starten');
  await expect(mirrorOf(desk)).toContainText('Das Handy nimmt auf');
  await recordFor(handset, 20);
  await expect.poll(() => mirrorOf(desk).getByRole('meter').getAttribute('aria-valuenow')).not.toBe('-60');
  await command(desk, 'Marke');
  await expect(mirrorOf(desk).getByRole('list', { name: 'Marken' }).getByRole('listitem')).toHaveCount(1);
  expect(await faultsOf(handset)).toEqual([]);
  expect(refused.all).toEqual([]);
  await command(desk, 'Fertig');
  await isOnServer(desk);
  await expect(handset.getByText('Gespeichert und gesendet')).toBeVisible();
  expectWhole(await compareStored(desk, sessionId));
  // The pairing has ended with the recording, so the server may refuse the last report of the phone. It forbids nothing.
  expect(refused.forbidden()).toEqual([]);

  expect(await hasTokens(handset)).toBe(false);
  await handset.goto(`${secureUrl}/library/${sessionId}`);
  await expect(handset).toHaveURL(/\/signin/);
  expect(refused.forbidden()).toEqual([]);
});

test('a phone scans the code; if the desktop closes the pairing, nothing is lost, and the rest goes after a sign-in', async ({
  openPair,
}) => {
  const pair = await openPair();
  const { desk, person, sessionId } = await showCode(pair, 'Geschlossen');
  const { handset, refused } = await openGuest(pair);
  await scanCode(pair.camera, desk, handset);
  await button(handset, 'Verbinden').click();
  const number = await handset.getByText(/^\d{6}$/).innerText();
  // The phone reloads while it reaches no server, stays at the comparison, and goes on.
  await handset.route('**/api/**', (route) => route.abort());
  await handset.reload();
  await expect(handset.getByText(number, { exact: true })).toBeVisible();
  await expect(handset.getByText('Dieses Gerät hat gerade keine Verbindung zum Server.')).toBeVisible();
  await handset.unroute('**/api/**');
  await confirmBoth(desk, handset);
  await switchOn(desk, handset);
  await button(handset, 'Aufnahme starten').click();
  await expect(mirrorOf(desk)).toContainText('Das Handy nimmt auf');
  await recordFor(handset, 12);

  await endPairing(desk);
  await expect(
    handset.getByText('Die Aufnahme läuft weiter. Beenden Sie sie hier auf diesem Gerät.'),
  ).toBeVisible();
  await recordFor(handset, (await recordedS(handset)) + 9);
  await expect(handset.getByText('Die Kopplung ist beendet')).toBeVisible();
  expect(await faultsOf(handset)).toEqual([]);
  await button(handset, 'Fertig').click();
  await expect(handset.getByText(/^Was noch nicht gesendet ist, liegt auf diesem Gerät/)).toBeVisible();
  expect(await hasTokens(handset)).toBe(false);

  const opened = handset.context().waitForEvent('page');
  await handset.getByRole('link', { name: 'In neuem Tab anmelden' }).click();
  const signedIn = await opened;
  await signInAtForm(signedIn, person);
  await signedIn.waitForURL(/\/pair\/[0-9a-f-]+$/);
  await expect(handset.getByText('Gespeichert und gesendet')).toBeVisible();
  expectWhole(await compareStored(desk, sessionId));
  await desk.goto(`${secureUrl}/library/${sessionId}`);
  await isOnServer(desk);
  expect(refused.forbidden()).toEqual([]);
});

test(
  'such a phone is killed while it records, and goes on; after the end of its pairing a reload says what waits',
  long,
  async ({ openPair }) => {
    const pair = await openPair();
    const { desk, person, sessionId, code } = await showCode(pair, 'Abgestürzt');
    const { phone } = pair;
    let handset = await phone.tab();
    await handset.goto(`${secureUrl}/pair?code=${code}`);
    await button(handset, 'Verbinden').click();
    await confirmBoth(desk, handset);
    const { pathname } = new URL(handset.url());
    await switchOn(desk, handset);
    await command(desk, 'Aufnahme starten');
    await recordFor(handset, 9);
    await phone.chromium.hasStored('pairingPass');
    await phone.chromium.kill();
    handset = await phone.tab();
    await handset.goto(secureUrl + pathname);
    await button(handset, 'Fortsetzen').click();
    await button(handset, 'Aufnahme fortsetzen').click();
    await expect(mirrorOf(desk)).toContainText('Das Handy nimmt auf');
    await recordFor(handset, (await recordedS(handset)) + 6);

    phone.way.link.cut();
    await endPairing(desk);
    await recordFor(handset, (await recordedS(handset)) + 6);
    await phone.chromium.kill();
    phone.way.link.mend();
    handset = await phone.tab();
    await handset.goto(secureUrl + pathname);
    await expect(handset.getByText('Die Kopplung ist beendet')).toBeVisible();
    await expect(handset.getByText(/^Was noch nicht gesendet ist, liegt auf diesem Gerät/)).toBeVisible();
    await handset.getByRole('main').getByRole('link', { name: 'Anmelden' }).click();
    await signInAtForm(handset, person);
    await button(handset, 'Hochladen').click();
    await desk.goto(`${secureUrl}/library/${sessionId}`);
    await isOnServer(desk);
    const { stretches } = await compareStored(desk, sessionId);
    expect(stretches).toHaveLength(2);
    expectLike(stretches);
  },
);

test('notes of such a phone stand in the session beside those of others, which it does not get', async ({
  openPair,
}) => {
  const { desk, handset, refused, sessionId } = await connectGuest(await openPair(), 'Mit Notizen');
  const path = `sessions/${sessionId}`;
  const notes = async () => (await callApi<SessionDetail>(desk, path)).notes;
  const noted = async () => (await notes()).text;
  /** The person writes notes in another tab. */
  const write = async (text: string) => {
    const { rev } = await notes();
    await callApi(desk, path, { method: 'PATCH', body: { notes: { text, base: rev } } });
  };

  await write('Traktandum 1');
  await command(desk, 'Aufnahme starten');
  const field = handset.getByRole('textbox', { name: 'Notizen' });
  await expect(field).toHaveValue('');
  await field.fill('Kredit');
  await expect.poll(noted).toBe('Traktandum 1\n\nKredit');
  await write('Traktandum 1\n\nKredit\n\nTraktandum 2');
  await field.press('End');
  await field.pressSequentially(' genehmigt');
  await expect.poll(noted).toBe('Traktandum 1\n\nKredit genehmigt\n\nTraktandum 2');
  await expect(field).toHaveValue('Kredit genehmigt');
  await recordFor(handset, 6);

  await command(desk, 'Fertig');
  await isOnServer(desk);
  await isDone(handset);
  await desk.getByRole('tab', { name: 'Notizen' }).click();
  await expect(desk.getByLabel('Notizen zur Sitzung')).toHaveValue(
    'Traktandum 1\n\nKredit genehmigt\n\nTraktandum 2',
  );
  expect(refused.forbidden()).toEqual([]);
});

test('a recording of such a phone that grows too long goes on in a next session; both get their sound and a transcript', async ({
  openPair,
  product,
}) => {
  // The smallest upload limit that a host can set is 1 MB. At 96 kbit/s a recording reaches it after 83 s, and goes on in a next session.
  const mp3 = { sample_rate: 48_000, bitrate: 96 } as const;
  const limits = { max_upload_bytes: 1_000_000, quota_bytes: null };
  await setHost(product, { tags, mp3, limits }, secureHost);
  const { desk, handset, refused, sessionId } = await connectGuest(await openPair(), 'Grosser Rat');
  await command(desk, 'Aufnahme starten');
  // On a slow machine the fake microphone falls behind, and then delivers the sound of the delay all at once. The recording may then go on in
  // a third session before the screen has shown the second one, so this test waits for any later session.
  await expect(desk.getByRole('heading', { name: /^Grosser Rat \(\d+\)$/ })).toBeVisible();
  expect(sessionIdOf(desk)).not.toBe(sessionId);
  await expect(mirrorOf(desk)).toContainText('Das Handy nimmt auf');
  await recordFor(handset, 6);
  await command(desk, 'Fertig');
  await isOnServer(desk);
  await isDone(handset);
  expect(await faultsOf(handset)).toEqual([]);
  expect(refused.forbidden()).toEqual([]);

  const { recordings } = await callApi<SessionList>(desk, 'sessions/?search=Grosser');
  const nextId = recordings.find(({ title }) => title === 'Grosser Rat (2)')!.id;
  const [first, second] = [await compareStored(desk, sessionId), await compareStored(desk, nextId)];
  expectWhole(first);
  expectWhole(second);
  expect(first.lengthS).toBeCloseTo(83.3, 0);
  // The second part begins with the sound that follows the end of the first.
  expect(second.stretches[0]!.playedS).toBeCloseTo(first.stretches[0]!.playedS + first.lengthS, 1);
  for (const id of [sessionId, nextId]) {
    await desk.goto(`${secureUrl}/library/${id}`);
    await expect(desk.getByText('fertig', { exact: true }).first()).toBeVisible();
    await expect(desk.locator('[data-turn]').first()).toBeVisible();
  }
});

test(
  'such a phone has no network for 30 s while it records: both screens say so, and nothing is lost',
  long,
  async ({ openPair }) => {
    const pair = await openPair();
    const connected = await connectGuest(pair, 'Ohne Netz');
    const { desk, handset, refused } = connected;
    await command(desk, 'Aufnahme starten');
    await recordFor(handset, 9);
    const scene = sceneOf(pair, { ...connected, beforeS: await recordedS(handset) });
    await withoutNetwork(pair.phone, async () => {
      await phoneIsAway(scene, 'has no network for 30 s', 'Das Handy nimmt auf', lastKnown.recording);
      await expect(button(desk, 'Fertig')).toBeDisabled();
      await shows(handset, 'Aufnahme läuft');
      await recordFor(handset, (await recordedS(handset)) + 3);
    });
    await areLinked(scene, 'Das Handy nimmt auf');
    await recordFor(handset, (await recordedS(handset)) + 6);
    await command(desk, 'Fertig');
    await isOnServer(desk);
    await isDone(handset);
    await expectRecorded(scene);
    expect(refused.forbidden()).toEqual([]);
  },
);

test(
  'such a phone is reloaded in a pause: both screens say so, and it goes on with its pass',
  long,
  async ({ openPair }) => {
    const pair = await openPair();
    const connected = await connectGuest(pair, 'Neu geladen');
    const { desk, handset, refused } = connected;
    await command(desk, 'Aufnahme starten');
    await recordFor(handset, 9);
    await command(desk, 'Pause');
    await expect(button(handset, 'Weiter aufnehmen')).toBeVisible();
    const scene = sceneOf(pair, { ...connected, beforeS: await recordedS(handset), stretches: 2 });
    await handset.reload();
    await isLeftThere(scene);
    expect(await hasTokens(handset)).toBe(false);
    await goOn(scene);
    await showMark(scene, words.closed);
    await areLinked(scene, 'Das Handy nimmt auf');
    await recordFor(handset, scene.beforeS + 6);
    await command(desk, 'Fertig');
    await isOnServer(desk);
    await isDone(handset);
    await expectRecorded(scene);
    expect(refused.forbidden()).toEqual([]);
  },
);
