/**
 * A phone in this engine becomes the microphone of a session at a desktop, which is a Chromium (§10.26). The server has TLS and a
 * host name that is no loopback name, to which a proxy leads.
 */
import { encode } from 'uqr';
import type { PairingEvent, PairingReport } from '#api/contract/pairing.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import type { SignInForm } from '#api/testing/test-browser.ts';
import { callApi } from '../call-api.ts';
import { playedSpeech } from '../microphone.ts';
import {
  askForCode,
  command,
  dialogOf,
  expect,
  mirrorOf,
  register,
  sendCommand,
  test as base,
  type Page,
} from '../pair.ts';
import { phoneSize } from '../phone-fit.ts';
import { button, createSessionAt, isOnServer, secondsOf } from '../recording.ts';
import { openWay, secureUrl, type SecureWay } from '../secure-product.ts';
import { fill, isThere, open, path, press, see, textIn } from './actions.ts';
import type { Engine, EngineDriver } from './driver.ts';
import { expectFit } from './look.ts';
import { openEngine } from './open-engine.ts';
import { openTunnel } from './tunnel.ts';
import { engineOf } from './visit.ts';

type Phone = { driver: EngineDriver; way: SecureWay };
type Fixtures = {
  engine: Engine;
  hasCamera: boolean;
  phone: Phone;
  desk: { page: Page; person: SignInForm };
};

const test = base.extend<Fixtures>({
  hasCamera: [true, { option: true }],
  // These tests have no page of Playwright to watch.
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
  watch: async ({}, use) => use({ foreign: [], errors: [] }),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
  engine: async ({}, use, info) => use(engineOf(info)),
  phone: async ({ engine, hasCamera, product }, use) => {
    const way = await openWay(product);
    const tunnel = await openTunnel(way.link);
    const driver = await openEngine(engine, { microphone: playedSpeech().path, hasCamera, tunnel });
    try {
      await driver.resize(phoneSize.width, phoneSize.height);
      await use({ driver, way });
    } finally {
      await driver.close();
      await tunnel.close();
      await way.link.close();
    }
  },
  desk: async ({ openPair }, use) => {
    const { desktop } = await openPair();
    const page = await desktop.tab();
    await use({ page, person: await register(page) });
  },
});

/** Opens an address at the phone, and signs in at the form to which it leads. */
async function signIn(driver: EngineDriver, address: string, { email, password }: SignInForm): Promise<void> {
  await driver.goto(`${secureUrl}/theme.js`);
  await driver.run(`localStorage.setItem('preferredLanguage', 'de');`);
  await open(driver, `${secureUrl}${address}`);
  await fill(driver, 'E-Mail-Adresse', email);
  await fill(driver, 'Passwort', password);
  await press(driver, 'button', 'Anmelden', true);
}

/** Returns what the phone has told, the last report of each kind. */
async function toldBy(page: Page, pairingId: string): Promise<Partial<Record<string, PairingReport>>> {
  const address = `pairings/${pairingId}/events?side=desktop`;
  const { events } = await callApi<{ events: PairingEvent[] }>(page, address);
  const reports = events.flatMap((event) => (event.event === 'report' ? [event.report] : []));
  return Object.fromEntries(reports.map((report) => [report.kind, report]));
}

const recordedS = async (driver: EngineDriver): Promise<number> =>
  secondsOf(await textIn(driver, '[role=timer]'));
const recordFor = (driver: EngineDriver, seconds: number): Promise<void> =>
  expect.poll(() => recordedS(driver)).toBeGreaterThanOrEqual(seconds);

test('a phone joins by the address of the code, is compared and confirmed, records, and obeys the desktop', async ({
  engine,
  phone: { driver, way },
  desk: { page: desk, person },
}) => {
  const sessionId = await createSessionAt(desk, secureUrl, 'Mit anderem Browser');
  const code = await askForCode(desk);
  await signIn(driver, `/pair?code=${code}`, person);
  await see(driver, 'Für «Mit anderem Browser» aufnehmen?');
  expect(await path(driver)).toBe('/pair');
  await expectFit(driver, { role: 'button', name: 'Verbinden' });
  await press(driver, 'button', 'Verbinden', true);

  await see(driver, 'Wartet auf die Bestätigung');
  const number = await driver.run<string>(`
    return Array.from(document.querySelectorAll('main span'), ({ textContent }) => textContent)
      .find((text) => /^\\d{6}$/.test(text));
  `);
  expect(number).toMatch(/^\d{6}$/);
  await expect(dialogOf(desk).getByText(number, { exact: true })).toBeVisible();
  await expectFit(driver, { role: 'button', name: 'Abbrechen' });
  await button(desk, 'Ja, verbinden').click();
  await expect.poll(() => path(driver)).toMatch(/^\/pair\/[0-9a-f-]+$/);
  const pairingId = (await path(driver)).split('/')[2]!;
  const mirror = mirrorOf(desk);
  await see(driver, 'Mit dem anderen Bildschirm verbunden');

  // The desktop shows what the phone has reported: a microphone that is off, the network, and, if the browser of the phone knows it, the
  // battery.
  await expect(mirror).toContainText('Das Mikrofon des Handys ist noch aus');
  await expect(mirror).toContainText('verbunden');
  const told = await toldBy(desk, pairingId);
  expect(told['state']).toMatchObject({ stage: 'off', session_id: sessionId, at: 0, problem: null });
  expect(told['network']).toMatchObject({ is_online: true, is_sending: false });
  expect(told['battery'] !== undefined).toBe(engine === 'chromium');
  await sendCommand(desk, pairingId, 'start');
  await see(driver, 'Der Befehl «Aufnahme starten» wurde nicht ausgeführt.');
  await see(driver, 'Auf dem Handy muss zuerst jemand das Mikrofon einschalten');
  await expect(mirror).toContainText('Aufnahme starten: vom Handy nicht ausgeführt.');
  await expectFit(driver, { role: 'button', name: 'Mikrofon einschalten' });
  await press(driver, 'button', 'Meldung schliessen');

  await press(driver, 'button', 'Mikrofon einschalten', true);
  await expect(mirror).toContainText('Das Handy ist bereit');
  await expectFit(driver, { role: 'button', name: 'Aufnahme starten' });
  await command(desk, 'Aufnahme starten');
  await see(driver, 'Aufnahme läuft');
  await expect(mirror).toContainText('Das Handy nimmt auf');
  await recordFor(driver, 5);
  await expect.poll(() => mirror.getByRole('meter').getAttribute('aria-valuenow')).not.toBe('-60');
  await command(desk, 'Marke');
  await expect(mirror.getByRole('list', { name: 'Marken' }).getByRole('listitem')).toHaveCount(1);
  await expectFit(driver, { role: 'button', name: 'Fertig' });

  // Without a network the phone records, says so, and is seen again afterwards.
  way.link.cut();
  await see(driver, 'Der andere Bildschirm sieht dieses Gerät gerade nicht.');
  await expect(mirror).toContainText('keine Nachricht vom Handy');
  await expectFit(driver, { role: 'button', name: 'Fertig' });
  const cutAtS = await recordedS(driver);
  await recordFor(driver, cutAtS + 3);
  way.link.mend();
  await see(driver, 'Mit dem anderen Bildschirm verbunden');
  await expect(mirror).toContainText('Das Handy nimmt auf');
  await expect(mirror).not.toContainText('keine Nachricht vom Handy');

  await command(desk, 'Pause');
  await isThere(driver, { role: 'button', name: 'Weiter aufnehmen' });
  const lengthS = await recordedS(driver);
  await sendCommand(desk, pairingId, 'start');
  await see(driver, 'Das passt nicht zu dem, was das Handy gerade tut.');
  await expectFit(driver, { role: 'button', name: 'Weiter aufnehmen' });
  await command(desk, 'Fertig');
  await isOnServer(desk);
  await see(driver, 'Gespeichert und gesendet');
  await expectFit(driver, { role: 'link', name: 'Zur Sitzung' });
  const { duration } = await callApi<SessionDetail>(desk, `sessions/${sessionId}`);
  // The clock of the phone shows whole seconds.
  expect(duration).toBeGreaterThan(lengthS - 0.5);
  expect(duration).toBeLessThan(lengthS + 1.5);
});

/** Makes a camera that sees this QR code: its picture is drawn anew all the time, as a camera does. */
const drawCamera = `
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [640, 480];
  const context = canvas.getContext('2d');
  const px = Math.floor(430 / input.length);
  const draw = () => {
    context.fillStyle = '#eee';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = '#222';
    input.forEach((row, y) => row.forEach((isDark, x) => isDark && context.fillRect(100 + x * px, 20 + y * px, px, px)));
  };
  draw();
  setInterval(draw, 50);
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(20);
`;

test.describe('Without a camera', () => {
  test.use({ hasCamera: false });

  test('the scanner says why it does not start, and a code is typed; a picture of the code is read', async ({
    engine,
    phone: { driver },
    desk: { page: desk, person },
  }) => {
    await createSessionAt(desk, secureUrl, 'Ohne Kamera');
    const code = await askForCode(desk);
    await signIn(driver, '/pair', person);
    await isThere(driver, { role: 'button', name: 'QR-Code scannen' });
    await expectFit(driver, { role: 'button', name: 'Weiter' });
    await press(driver, 'button', 'QR-Code scannen', true);
    await see(driver, 'Der Scanner konnte nicht gestartet werden');
    await see(
      driver,
      engine.startsWith('webkit')
        ? 'Die Kamera ist für diese Seite nicht erlaubt.'
        : 'Dieses Gerät hat keine Kamera.',
    );
    await see(driver, 'Geben Sie den Code stattdessen oben ein.');
    await expectFit(driver, { role: 'button', name: 'Weiter' });
    await fill(driver, 'Code', code);
    await press(driver, 'button', 'Weiter', true);
    await see(driver, 'Für «Ohne Kamera» aufnehmen?');
    await press(driver, 'button', 'Abbrechen', true);

    const { size, data } = encode(`${secureUrl}/pair?code=${code.replace('-', '')}`, { ecc: 'M', border: 4 });
    expect(data).toHaveLength(size);
    await driver.run(drawCamera, data);
    await press(driver, 'button', 'QR-Code scannen', true);
    await see(driver, 'Für «Ohne Kamera» aufnehmen?');
  });
});
