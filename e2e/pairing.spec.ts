/** The phone as the microphone of a session that is open at a desktop (§10.26). */
import { faultsOf } from './axe.ts';
import { signInAtForm } from './journey.ts';
import {
  command,
  compareStored,
  confirmBoth,
  connect,
  expect,
  mirrorOf,
  prepare,
  register,
  scanCode,
  showCode,
  switchOn,
  test,
} from './pair.ts';
import { button, expectLike, expectWhole, isOnServer, recordedS, recordFor } from './recording.ts';
import { secureUrl } from './secure-product.ts';

test('a phone is connected by the typed code; the desktop shows what it records, controls it, and gets the transcript', async ({
  openPair,
}) => {
  const pair = await openPair();
  const { desk, handset, sessionId } = await connect(pair, 'Am Tisch');
  const mirror = mirrorOf(desk);

  await command(desk, 'Aufnahme starten');
  await expect(handset.getByText('Aufnahme läuft').first()).toBeVisible();
  await expect(mirror).toContainText('Das Handy nimmt auf');
  await recordFor(handset, 20);
  await expect.poll(() => mirror.getByRole('meter').getAttribute('aria-valuenow')).not.toBe('-60');
  // Both show the same time, apart from reports that are on their way.
  await expect
    .poll(async () => Math.abs((await recordedS(desk)) - (await recordedS(handset))))
    .toBeLessThanOrEqual(6);

  await command(desk, 'Marke');
  await expect(mirror.getByRole('list', { name: 'Marken' }).getByRole('listitem')).toHaveCount(1);
  await command(desk, 'Pause');
  await expect(button(handset, 'Weiter aufnehmen')).toBeVisible();
  await expect(button(desk, 'Weiter aufnehmen')).toBeVisible();
  await command(desk, 'Weiter aufnehmen');
  await expect(mirror).toContainText('Das Handy nimmt auf');
  expect(await faultsOf(desk)).toEqual([]);
  expect(await faultsOf(handset)).toEqual([]);
  await recordFor(handset, 60);

  await command(desk, 'Fertig');
  await isOnServer(desk);
  await expect(handset.getByText('Gespeichert und gesendet')).toBeVisible();
  const { stretches } = await compareStored(desk, sessionId);
  // The pause is a gap: the sound goes on behind it.
  expect(stretches).toHaveLength(2);
  expectLike(stretches);
});

test('a phone scans the code, records, and goes on without the desktop', async ({ openPair }) => {
  const pair = await openPair();
  const { desk, handset, sessionId } = await prepare(pair, 'Gescannt');
  await scanCode(pair.camera, desk, handset);
  await button(handset, 'Verbinden').click();
  await confirmBoth(desk, handset);
  await switchOn(desk, handset);
  await button(handset, 'Aufnahme starten').click();
  await expect(mirrorOf(desk)).toContainText('Das Handy nimmt auf');
  await recordFor(handset, 6);
  await pair.desktop.chromium.kill();
  await expect(handset.getByText('Der andere Bildschirm ist gerade nicht da.')).toBeVisible();
  await recordFor(handset, 24);
  await button(handset, 'Fertig').click();
  await expect(handset.getByText('Gespeichert und gesendet')).toBeVisible();
  expectWhole(await compareStored(handset, sessionId));
});

test('the address of a QR code leads over the sign-in; a code works once, for its person only, and wrong ones look alike', async ({
  openPair,
}) => {
  const pair = await openPair();
  const { desk, person, code } = await showCode(pair, 'Codes');
  const { phone } = pair;

  const handset = await phone.tab();
  await handset.goto(`${secureUrl}/pair?code=${code.replace('-', '')}`);
  const wrong = handset.getByRole('alert');
  const stranger = await register(handset);
  expect(stranger.email).not.toBe(person.email);
  await handset.goto(`${secureUrl}/pair?code=${code}`);
  await expect(wrong).toBeVisible();
  const said = await wrong.innerText();
  await handset.goto(`${secureUrl}/pair?code=ABCDEFGH`);
  await expect(wrong).toBeVisible();
  expect(await wrong.innerText()).toBe(said);

  await handset.evaluate(() => localStorage.clear());
  await handset.context().clearCookies();
  await handset.goto(`${secureUrl}/pair?code=${code}`);
  await signInAtForm(handset, person);
  await button(handset, 'Verbinden').click();
  expect(handset.url()).not.toContain(code.slice(0, 4));
  await confirmBoth(desk, handset);

  const second = await phone.tab();
  await second.goto(`${secureUrl}/pair?code=${code}`);
  await expect(second.getByRole('alert')).toBeVisible();
  expect(await second.getByRole('alert').innerText()).toBe(said);
});
