/** One side of a pairing goes away while the phone records: afterwards the recording is whole, and both sides say what is true. */
import {
  command,
  compareStored,
  connect,
  expect,
  mirrorOf,
  restart,
  test,
  ways,
  withoutNetwork,
} from './pair.ts';
import { button, expectLike, expectWhole, isOnServer, long, recordedS, recordFor } from './recording.ts';

for (const how of ways) {
  test(`the desktop ${how} while the phone records`, long, async ({ openPair }) => {
    const pair = await openPair();
    const { desk: first, handset, sessionId, person } = await connect(pair, 'Ohne Bildschirm');
    let desk = first;
    await command(desk, 'Aufnahme starten');
    await recordFor(handset, 6);
    if (how === 'is reloaded') await desk.reload();
    else if (how === 'is killed') {
      const path = `/library/${sessionId}?mode=record`;
      const seen = () => recordFor(handset, 12);
      desk = await restart(pair.desktop, { person, path, stored: 'pairing-', seen });
    } else {
      await withoutNetwork(pair.desktop, async () => {
        await expect(handset.getByText('Der andere Bildschirm ist gerade nicht da.')).toBeVisible();
        await expect(button(desk, 'Fertig')).toBeDisabled();
      });
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
      await withoutNetwork(pair.phone, async () => {
        await expect(mirrorOf(desk)).toContainText('keine Nachricht vom Handy');
        await expect(button(desk, 'Fertig')).toBeDisabled();
      });
      await expect(mirrorOf(desk)).not.toContainText('keine Nachricht vom Handy');
    } else {
      if (how === 'is killed') {
        const path = new URL(first.url()).pathname;
        const seen = async () => {};
        handset = await restart(pair.phone, { person, path, stored: 'pairingClaim', seen });
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
