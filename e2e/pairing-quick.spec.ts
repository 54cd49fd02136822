/** A phone that joins without a sign-in, where the host lets it (`pairing_quick`, §10.26). */
import { functionTags } from '#api/contract/domain.ts';
import { faultsOf } from './axe.ts';
import { seenBy } from './camera.ts';
import { setTags } from './host-tags.ts';
import { signInAtForm } from './journey.ts';
import {
  askForCode,
  command,
  compareStored,
  confirmBoth,
  dialogOf,
  expect,
  mirrorOf,
  type Page,
  register,
  test,
  typeCode,
} from './pair.ts';
import {
  button,
  createSessionAt,
  expectLike,
  expectWhole,
  isOnServer,
  long,
  recordedS,
  recordFor,
} from './recording.ts';
import { secureUrl } from './secure-product.ts';

const host = new URL(secureUrl).hostname;
const tags = functionTags.filter((tag) => tag !== 'survey');
test.beforeEach(({ product }) => setTags(product, tags, host));
// Tests of other files use the same server.
test.afterEach(({ product }) => setTags(product, null, host));

/** Notes each call of a page and of its workers that the server refuses because of who calls. */
function refusedCalls(page: Page): string[] {
  const refused: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const status = response.status();
    if (pathname.startsWith('/api/') && (status === 401 || status === 403))
      refused.push(`${status} ${response.request().method()} ${pathname}`);
  });
  return refused;
}

const hasTokens = (page: Page) => page.evaluate(() => localStorage.getItem('access_token') !== null);

test('a phone that nobody has signed in on is connected, recorded with and controlled; it gets to nothing else', async ({
  openPair,
}) => {
  const { desktop, phone } = await openPair();
  const desk = await desktop.tab();
  await register(desk);
  const sessionId = await createSessionAt(desk, secureUrl, 'Ohne Anmeldung');
  const code = await askForCode(desk);
  await expect(dialogOf(desk).getByText('Eine Anmeldung braucht das Handy nicht.')).toBeVisible();

  const handset = await phone.tab();
  const refused = refusedCalls(handset);
  await handset.goto(`${secureUrl}/pair`);
  await typeCode(handset, code);
  await button(handset, 'Verbinden').click();
  await expect(handset.getByText(/^\d{6}$/)).toBeVisible();
  // Nothing of the session is told before the desktop has confirmed.
  await expect(handset.getByText('Ohne Anmeldung')).toHaveCount(0);
  expect(await faultsOf(handset)).toEqual([]);
  await confirmBoth(desk, handset);
  await expect(handset.getByRole('heading', { name: 'Ohne Anmeldung' })).toBeVisible();
  await button(handset, 'Mikrofon einschalten').click();
  await expect(mirrorOf(desk)).toContainText('Das Handy ist bereit');

  await command(desk, 'Aufnahme starten');
  await expect(mirrorOf(desk)).toContainText('Das Handy nimmt auf');
  await recordFor(handset, 20);
  await expect.poll(() => mirrorOf(desk).getByRole('meter').getAttribute('aria-valuenow')).not.toBe('-60');
  await command(desk, 'Marke');
  await expect(mirrorOf(desk).getByRole('list', { name: 'Marken' }).getByRole('listitem')).toHaveCount(1);
  expect(await faultsOf(handset)).toEqual([]);
  expect(refused).toEqual([]);
  await command(desk, 'Fertig');
  await isOnServer(desk);
  await expect(handset.getByText('Gespeichert und gesendet')).toBeVisible();
  expectWhole(await compareStored(desk, sessionId));
  // The pairing has ended with the recording, so the server may refuse the last report of the phone. It forbids nothing.
  expect(refused.filter((call) => call.startsWith('403'))).toEqual([]);

  expect(await hasTokens(handset)).toBe(false);
  await handset.goto(`${secureUrl}/library/${sessionId}`);
  await expect(handset).toHaveURL(/\/signin/);
  expect(refused.filter((call) => call.startsWith('403'))).toEqual([]);
});

test('a phone scans the code; if the desktop closes the pairing, nothing is lost, and the rest goes after a sign-in', async ({
  openPair,
}) => {
  const { desktop, phone, camera } = await openPair();
  const desk = await desktop.tab();
  const person = await register(desk);
  const sessionId = await createSessionAt(desk, secureUrl, 'Geschlossen');
  await askForCode(desk);
  camera.show(await seenBy(desk, await dialogOf(desk).getByRole('img').screenshot()));

  const handset = await phone.tab();
  const refused = refusedCalls(handset);
  await handset.goto(`${secureUrl}/pair`);
  await button(handset, 'QR-Code scannen').click();
  await button(handset, 'Verbinden').click();
  const number = await handset.getByText(/^\d{6}$/).innerText();
  await handset.reload();
  await expect(handset.getByText(number, { exact: true })).toBeVisible();
  await confirmBoth(desk, handset);
  await button(handset, 'Mikrofon einschalten').click();
  await button(handset, 'Aufnahme starten').click();
  await expect(mirrorOf(desk)).toContainText('Das Handy nimmt auf');
  await recordFor(handset, 12);

  await button(desk, 'Kopplung beenden').first().click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Kopplung beenden' }).click();
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
  expect(refused.filter((call) => call.startsWith('403'))).toEqual([]);
});

test(
  'such a phone is killed while it records, and goes on; after the end of its pairing a reload says what waits',
  long,
  async ({ openPair }) => {
    const { desktop, phone } = await openPair();
    const desk = await desktop.tab();
    const person = await register(desk);
    const sessionId = await createSessionAt(desk, secureUrl, 'Abgestürzt');
    const code = await askForCode(desk);
    let handset = await phone.tab();
    await handset.goto(`${secureUrl}/pair?code=${code}`);
    await button(handset, 'Verbinden').click();
    await confirmBoth(desk, handset);
    const { pathname } = new URL(handset.url());
    await button(handset, 'Mikrofon einschalten').click();
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
    await button(desk, 'Kopplung beenden').first().click();
    await desk.getByRole('alertdialog').getByRole('button', { name: 'Kopplung beenden' }).click();
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
