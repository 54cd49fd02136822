/**
 * The screens of the phone (§2.10) in the sizes of phones, in portrait and landscape, light and dark, in four languages. One pair of browsers
 * goes through the states, and each is measured: nothing is wider than the screen or lies over something else, what can be pressed
 * is large enough, the action of the screen is in view and in reach of the thumb, and axe finds nothing. With `SCREENS_TO`, a
 * folder, a picture of each is stored there.
 */
import { join } from 'node:path';
import { faultsOf } from './axe.ts';
import {
  command,
  dialogOf,
  endPairing,
  expect,
  mirrorOf,
  type Page,
  sendCommand,
  showCode,
  shownCode,
  test,
} from './pair.ts';
import { faultsOfPlace, fingerPx, phoneSize, phoneSizes, placeOf, smallTargetsInPage } from './phone-fit.ts';
import { button, long } from './recording.ts';
import { layoutFaults } from './screens/measure.ts';
import { secureUrl } from './secure-product.ts';
import { wordsFor } from './sentence.ts';

const title = 'Besprechung der Schulhauskommission vom Donnerstag';
const pictures = process.env['SCREENS_TO'];

/** Returns the top of an element, CSS px; null before it is drawn. */
const topOf = (page: Page, selector: string): Promise<number | null> =>
  page.evaluate((wanted) => document.querySelector(wanted)?.getBoundingClientRect().top ?? null, selector);

/** Lets the test mute the microphone and take the camera away. */
function watchDevices(): void {
  const devices = navigator.mediaDevices;
  const open = devices.getUserMedia.bind(devices);
  const own = { hasCamera: true, mute() {} };
  Object.assign(globalThis, { devicesOfTest: own });
  devices.getUserMedia = async (wanted) => {
    if (wanted?.video && !own.hasCamera) throw new DOMException('', 'NotFoundError');
    const stream = await open(wanted);
    const track = stream.getAudioTracks()[0];
    if (track)
      own.mute = () => {
        Object.defineProperty(track, 'muted', { get: () => true });
        track.dispatchEvent(new Event('mute'));
      };
    return stream;
  };
}
declare const devicesOfTest: { hasCamera: boolean; mute(): void };

for (const language of ['de', 'fr', 'en', 'it']) {
  test(
    `the screens of the phone fit it (${language})`,
    language === 'de' || language === 'fr' ? {} : long,
    async ({ openPair }) => {
      const pair = await openPair();
      const { phone } = pair;
      const shown = await showCode(pair, title);
      const { desk, person } = shown;
      let { code } = shown;
      const handset = await phone.tab();
      await handset.addInitScript((chosen) => localStorage.setItem('preferredLanguage', chosen), language);
      await handset.addInitScript(watchDevices);
      const say = (key: string, values = {}) => wordsFor(key, language, values);
      const press = (key: string) => button(handset, say(key)).click();

      /** Measures the screen in all sizes. `action`: key of the name of its most important button. */
      async function measure(
        name: string,
        action: string,
        role: 'button' | 'link' = 'button',
      ): Promise<void> {
        const control = handset.getByRole(role, { name: say(action), exact: true });
        await expect(control).toBeVisible();
        const note = (found: readonly string[], where: string) =>
          expect.soft(found, `${name}, ${where}`).toEqual([]);
        for (const size of phoneSizes) {
          const [width, height] = size;
          await handset.setViewportSize({ width, height });
          // The screen moves below the info bar with the next frame.
          await handset.evaluate(
            () => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))),
          );
          const place = await control.evaluate(placeOf);
          const found = [
            ...(await layoutFaults(handset)),
            ...(await handset.evaluate(smallTargetsInPage, fingerPx)),
            ...faultsOfPlace(place, say(action), size),
          ];
          if (!(await handset.getByRole('heading', { level: 1 }).evaluate(placeOf)).isInView)
            found.push('the title is not in view');
          const clock = handset.getByRole('timer');
          if (width > height && (await clock.isVisible()) && !(await clock.evaluate(placeOf)).isInView)
            found.push('the clock is not in view');
          note(found, `${width} × ${height}`);
          if (pictures)
            for (const colorScheme of ['light', 'dark'] as const) {
              await handset.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
              await handset.screenshot({
                path: join(pictures, language, `${name}-${width}-${colorScheme}.png`),
              });
            }
        }
        await handset.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
        note(await faultsOf(handset, { rules: ['color-contrast'] }), 'dark');
        await handset.setViewportSize({ width: 320, height: 568 });
        await handset.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
        note(await faultsOf(handset), 'light');
      }

      await handset.goto(`${secureUrl}/pair`);
      await handset.getByLabel(say('auth.email')).fill(person.email);
      await handset.getByLabel(say('auth.password'), { exact: true }).fill(person.password);
      await press('auth.signIn');
      await measure('code', 'pairingPhone.code.submit');
      await press('pairingPhone.scan.start');
      await expect(handset.getByText(say('pairingPhone.scan.looking'))).toBeVisible();
      await measure('scanner', 'pairingPhone.scan.stop');
      await press('pairingPhone.scan.stop');
      await handset.evaluate(() => (devicesOfTest.hasCamera = false));
      await press('pairingPhone.scan.start');
      await expect(handset.getByText(say('pairingPhone.scan.problem.none'))).toBeVisible();
      await measure('scanner-none', 'pairingPhone.code.submit');

      const enterCode = async () => {
        await handset.getByLabel(say('pairingPhone.code.label'), { exact: true }).fill(code);
        await press('pairingPhone.code.submit');
      };
      await enterCode();
      await measure('question', 'pairingPhone.question.connect');
      await press('pairingPhone.question.connect');
      await expect(handset.getByText(/^\d{6}$/)).toBeVisible();
      await measure('comparison', 'shell.cancel');
      await button(desk, 'Nein, ablehnen').click();
      await measure('refused', 'pairingPhone.over.again');
      await press('pairingPhone.over.again');
      await dialogOf(desk).getByRole('button', { name: 'Neuer Code' }).click();
      code = await shownCode(desk);
      await enterCode();
      await press('pairingPhone.question.connect');
      await expect(handset.getByText(/^\d{6}$/)).toBeVisible();

      await handset.setViewportSize(phoneSize);
      await button(desk, 'Ja, verbinden').click();
      await handset.waitForURL(/\/pair\/[0-9a-f-]+$/);
      const pairingId = handset.url().split('/').at(-1)!;
      const start = '[data-tour=start] button';
      await expect.poll(() => topOf(handset, start)).not.toBeNull();
      const top = await topOf(handset, start);
      await expect(handset.getByText(say('pairingPhone.recorder.link.there'))).toBeVisible();
      expect(await topOf(handset, start)).toBe(top);
      await measure('before', 'recording.before.switchOn');
      await sendCommand(desk, pairingId, 'start');
      await expect(handset.getByText(say('error.pairing.microphone_needed'))).toBeVisible();
      await measure('before-refused', 'recording.before.switchOn');
      await press('pairingPhone.recorder.dismiss');

      await press('recording.before.switchOn');
      await measure('ready', 'recording.before.start');
      await command(desk, 'Aufnahme starten');
      await measure('recording', 'recording.actions.finish');
      await command(desk, 'Pause');
      await measure('paused', 'recording.actions.resume');
      await sendCommand(desk, pairingId, 'start');
      await expect(handset.getByText(say('error.pairing.command_unfit'))).toBeVisible();
      await handset.evaluate(() => devicesOfTest.mute());
      await expect(handset.getByRole('region', { name: say('recording.warning.label') })).toBeVisible();
      await measure('paused-warned-refused', 'recording.actions.resume');
      await press('pairingPhone.recorder.dismiss');
      await command(desk, 'Weiter aufnehmen');
      await expect(button(handset, say('recording.actions.pause'))).toBeVisible();
      phone.way.link.cut();
      await expect(handset.getByText(say('pairingPhone.recorder.link.lost'))).toBeVisible();
      await expect(handset.getByRole('status', { name: say('network.label') })).not.toBeEmpty();
      await measure('cut-off', 'recording.actions.finish');
      phone.way.link.mend();
      await expect(mirrorOf(desk)).toContainText('Das Handy nimmt auf');
      await expect(handset.getByRole('status', { name: say('network.label') })).toBeEmpty();

      await endPairing(desk);
      await expect(handset.getByText(say('pairingPhone.recorder.ended.live'))).toBeVisible();
      await measure('ended', 'recording.actions.finish');
      await press('recording.actions.finish');
      await measure('finished', 'pairingPhone.after.session', 'link');
      // There is nothing more to record, with or without the other screen.
      await expect(handset.getByText(say('pairingPhone.recorder.ended.title'))).toHaveCount(0);
    },
  );
}
