/** One side of a pairing goes away while the phone records: afterwards the recording is whole, and both sides say what is true. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SignInForm } from '#api/testing/test-browser.ts';
import { signInAtForm } from './journey.ts';
import { command, compareStored, connect, expect, mirrorOf, test, type Page } from './pair.ts';
import { button, expectLike, expectWhole, isOnServer, long, recordedS, recordFor } from './recording.ts';
import { secureUrl } from './secure-product.ts';

/** Each screen says after 10 s that the other side is away. With this time the network is gone for 30 s. */
const stillAwayMs = 20_000;

/** Opens a tab of a browser that was killed. Its tokens may be lost. */
async function reopen(open: () => Promise<Page>, path: string, person: SignInForm) {
  const page = await open();
  await page.goto(secureUrl + path);
  const field = page.getByLabel('E-Mail-Adresse');
  const main = page.getByRole('banner');
  await expect(field.or(main)).toBeVisible();
  if (await field.isVisible()) await signInAtForm(page, person);
  return page;
}

for (const how of ['is reloaded', 'has no network for 30 s', 'is killed'] as const) {
  test(`the desktop ${how} while the phone records`, long, async ({ openPair }) => {
    const pair = await openPair();
    const { desk: first, handset, sessionId, person } = await connect(pair, 'Ohne Bildschirm');
    let desk = first;
    await command(desk, 'Aufnahme starten');
    await recordFor(handset, 6);
    if (how === 'is reloaded') await desk.reload();
    else if (how === 'is killed') {
      await pair.desktop.chromium.hasStored('pairing-');
      await pair.desktop.chromium.kill();
      await recordFor(handset, 12);
      desk = await reopen(() => pair.desktop.tab(), `/library/${sessionId}?mode=record`, person);
    } else {
      pair.desktop.way.link.cut();
      await expect(handset.getByText('Der andere Bildschirm ist gerade nicht da.')).toBeVisible();
      await sleep(stillAwayMs);
      await expect(button(desk, 'Fertig')).toBeDisabled();
      pair.desktop.way.link.mend();
    }
    await expect(mirrorOf(desk)).toContainText('Das Handy nimmt auf');
    await expect(handset.getByText('Mit dem anderen Bildschirm verbunden')).toBeVisible();
    await recordFor(handset, (await recordedS(handset)) + 3);
    await command(desk, 'Fertig');
    await isOnServer(desk);
    expectWhole(await compareStored(desk, sessionId));
  });

  test(`the phone ${how} while it records`, long, async ({ openPair }) => {
    const pair = await openPair();
    const { desk, handset: first, sessionId, person } = await connect(pair, 'Ohne Handy');
    let handset = first;
    await command(desk, 'Aufnahme starten');
    await recordFor(handset, 9);
    if (how === 'has no network for 30 s') {
      pair.phone.way.link.cut();
      await expect(mirrorOf(desk)).toContainText('keine Nachricht vom Handy');
      await sleep(stillAwayMs);
      await expect(button(desk, 'Fertig')).toBeDisabled();
      pair.phone.way.link.mend();
      await expect(mirrorOf(desk)).not.toContainText('keine Nachricht vom Handy');
    } else {
      if (how === 'is killed') {
        await pair.phone.chromium.hasStored('pairingClaim');
        await pair.phone.chromium.kill();
        const path = new URL(first.url()).pathname;
        handset = await reopen(() => pair.phone.tab(), path, person);
      } else await handset.reload();
      await button(handset, 'Fortsetzen').click();
      await button(handset, 'Aufnahme fortsetzen').click();
    }
    await expect(mirrorOf(desk)).toContainText('Das Handy nimmt auf');
    await recordFor(handset, (await recordedS(handset)) + 6);
    await command(desk, 'Fertig');
    await isOnServer(desk);
    await expect(handset.getByText('Gespeichert und gesendet')).toBeVisible();
    const stored = await compareStored(desk, sessionId);
    if (how === 'has no network for 30 s') return expectWhole(stored);
    // The fake microphone begins anew with the page. Nothing is missing in either stretch.
    expect(stored.stretches).toHaveLength(2);
    expectLike(stored.stretches);
  });
}
