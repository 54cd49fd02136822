/** The answer to the confirmation of the desktop is lost. The phone is connected, and stays so until a person ends the pairing. */
import { callApi } from './call-api.ts';
import { sessionIdOf, signInAtForm } from './journey.ts';
import { dialogOf, expect, mirrorOf, type Page, register, shownCode, test, typeCode } from './pair.ts';
import { button } from './recording.ts';
import { secureUrl } from './secure-product.ts';

/**
 * Lets the confirmations of this page reach the server, and drops the answers. Holds back the events of pairings until the returned function
 * is called.
 */
async function loseAnswers(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const real = globalThis.fetch;
    const page = Object.assign(globalThis, { hasEvents: false });
    globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      if (!page.hasEvents && /\/pairings\/[^/]+\/events$/.test(pathname))
        throw new TypeError('Failed to fetch');
      const answer = await real(request);
      if (pathname.endsWith('/confirm')) throw new TypeError('Failed to fetch');
      return answer;
    };
  });
  return () => page.evaluate(() => void Object.assign(globalThis, { hasEvents: true }));
}

test('the answer to a confirmation is lost, and the dialog is closed: phone, pairing and new session stay', async ({
  openPair,
}) => {
  const { desktop, phone } = await openPair();
  const desk = await desktop.tab();
  const person = await register(desk);
  await desk.getByRole('button', { name: /Petra/ }).click();
  await desk.getByRole('menuitem', { name: 'Handy verbinden' }).click();
  const code = await shownCode(desk);
  const sessionId = sessionIdOf(desk);
  const handset = await phone.tab();
  await handset.goto(`${secureUrl}/pair`);
  await signInAtForm(handset, person);
  await handset.waitForURL(/\/pair$/);
  await typeCode(handset, code);
  await button(handset, 'Verbinden').click();
  await expect(button(desk, 'Ja, verbinden')).toBeVisible();

  const mend = await loseAnswers(desk);
  desktop.way.link.cut();
  desktop.way.link.mend();
  await button(desk, 'Ja, verbinden').click();
  await expect(dialogOf(desk)).toContainText('Die Kopplung konnte nicht bestätigt werden');
  await handset.waitForURL(/\/pair\/[0-9a-f-]+$/);
  await button(handset, 'Mikrofon einschalten').click();
  await button(handset, 'Aufnahme starten').click();
  await expect(handset.getByText('Aufnahme läuft').first()).toBeVisible();

  await desk.keyboard.press('Escape');
  await expect(mirrorOf(desk)).toBeVisible();
  await mend();
  await expect(mirrorOf(desk)).toContainText('Das Handy nimmt auf');
  await expect(handset.getByText('Mit dem anderen Bildschirm verbunden')).toBeVisible();
  expect(sessionIdOf(desk)).toBe(sessionId);
  const pairingId = new URL(handset.url()).pathname.split('/').at(-1);
  const pairing = await callApi<{ state: string }>(desk, `pairings/${pairingId}`);
  expect(pairing).toMatchObject({ state: 'connected', session_id: sessionId });
});
