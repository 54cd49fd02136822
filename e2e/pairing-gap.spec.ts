/** A paired phone is locked and called while it records: its page is hidden for 15 s, then a call takes its microphone for some seconds. */
import type { SessionDetail } from '#api/contract/session.ts';
import { callApi } from './call-api.ts';
import { command, compareStored, connect, expect, mirrorOf, test } from './pair.ts';
import { areLinked, isSent, showMark, shows, showsNot, words } from './pairing-scene.ts';
import { button, expectLike, longRealTime, recordedS, recordFor } from './recording.ts';

/** Name of the marker of a gap in which the phone had no microphone. */
const gap = 'Unterbruch: Mikrofon weg';

/** Runs in the page: lets `getUserMedia` fail as during a call, until `giveMicrophone`. A microphone that is already open is not closed. */
function refuseDuringCall(): void {
  const refuse = () => {
    document.documentElement.dataset['refused'] = 'yes';
    return Promise.reject(new DOMException('', 'NotReadableError'));
  };
  Object.assign(navigator.mediaDevices, { getUserMedia: refuse });
}

test(
  'a phone that is locked records on, and after a call both screens mark the gap in the recording',
  longRealTime,
  async ({ openPair }) => {
    const { phone, ...pair } = await openPair();
    const connected = await connect({ phone, ...pair }, 'Gesperrt und angerufen');
    const { desk, sessionId } = connected;
    const mirror = mirrorOf(desk);
    const stage = mirror.getByRole('status').first();
    await command(desk, 'Aufnahme starten');
    await recordFor(connected.handset, 5);

    const hiddenAtS = await recordedS(desk);
    const handset = await phone.chromium.hide(async () => {
      await recordFor(desk, hiddenAtS + 15);
      await expect(stage).toHaveText('Das Handy nimmt auf');
      await expect(mirror).not.toContainText(words.phoneAway);
      await expect(button(desk, 'Fertig')).toBeEnabled();
    });
    await areLinked({ desk, handset }, 'Das Handy nimmt auf');
    await shows(handset, 'Aufnahme läuft');
    for (const page of [desk, handset]) await showsNot(page, /Unterbruch/);

    await handset.evaluate(refuseDuringCall);
    await phone.chromium.takeMicrophone(handset);
    await shows(handset, 'Das Mikrofon ist weg');
    await expect(stage).toHaveText('Das Mikrofon des Handys ist weg');
    await expect(mirror).toContainText('Zurzeit wird nichts aufgenommen.');
    await expect(button(desk, 'Weiter aufnehmen')).toHaveCount(0);
    await expect(mirror).not.toContainText(words.phoneAway);
    // The page asks for the microphone again after 5 s. The recorded time stands still on both screens meanwhile.
    await expect(handset.locator('html')).toHaveAttribute('data-refused');
    await shows(handset, 'Das Mikrofon ist weg');
    await expect(stage).toHaveText('Das Mikrofon des Handys ist weg');
    const gapAtS = await recordedS(handset);
    await expect.poll(() => recordedS(desk)).toBe(gapAtS);
    await phone.chromium.giveMicrophone(handset);
    await button(handset, 'Damit weiter aufnehmen').first().click();
    await areLinked({ desk, handset }, 'Das Handy nimmt auf');
    await recordFor(handset, gapAtS + 6);
    await showMark({ desk, handset }, gap);

    await command(desk, 'Fertig');
    await isSent({ desk, handset });
    const { stretches, lengthS } = await compareStored(desk, sessionId);
    expect(stretches, JSON.stringify(stretches)).toHaveLength(2);
    expectLike(stretches);
    expect(Math.abs(stretches[1]!.storedS - gapAtS)).toBeLessThan(1.5);
    expect(stretches[0]!.lengthS + stretches[1]!.lengthS).toBeCloseTo(lengthS, 1);
    const { markers } = await callApi<SessionDetail>(desk, `sessions/${sessionId}`);
    const gaps = markers.filter(({ kind }) => kind === 'gap');
    expect(gaps.map(({ code }) => code)).toEqual(['capture.track_ended']);
    expect(Math.abs(gaps[0]!.at - stretches[1]!.storedS)).toBeLessThan(0.5);
  },
);
