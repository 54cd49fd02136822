/** The draft that a paired phone writes while it records, and the transcript that the server makes of its audio (§10.26). */
import { asSpoken, firstWord, heardAllS, leadS, offer, played, toldOf } from './conversation.ts';
import { command, connect, expect, mirrorOf, test } from './pair.ts';
import { isOnServer, realTime, recordedS, recordFor } from './recording.ts';

test.use({ sound: played.path });

test(
  'the desktop shows level and words of the phone while people speak, ends the recording, and gets the transcript',
  realTime,
  async ({ openPair }) => {
    const { desk, handset } = await connect(await openPair(), 'Mitgelesen');
    const mirror = mirrorOf(desk);
    await expect(offer(handset)).toBeChecked();
    await command(desk, 'Aufnahme starten');
    await expect(mirror).toContainText('Das Handy nimmt auf');

    const draft = mirror.getByRole('log', { name: 'Entwurf des Handys' });
    await expect.poll(async () => (await draft.innerText()).toLowerCase()).toContain(firstWord);
    expect(await recordedS(desk)).toBeLessThan(leadS + played.spokenS);
    expect(await mirror.getByRole('meter').getAttribute('aria-valuenow')).not.toBe('-60');
    await recordFor(desk, Math.max(60, Math.ceil(heardAllS)));
    await expect.poll(async () => toldOf(await draft.innerText())).toBe(asSpoken);

    await command(desk, 'Fertig');
    await isOnServer(desk);
    const transcript = desk.getByRole('tabpanel', { name: 'Transkript' });
    await expect.poll(async () => (await transcript.innerText()).toLowerCase()).toContain(firstWord);
  },
);
