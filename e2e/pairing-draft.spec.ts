/** The draft that a paired phone writes while it records, and the transcript that the server makes of its audio (§10.26). */
import { asSpoken, firstWord, heardAllS, leadS, offer, played, toldOf } from './conversation.ts';
import {
  command,
  confirmBoth,
  expect,
  joinByCode,
  mirrorOf,
  type Pair,
  prepare,
  scanCode,
  switchOn,
  test,
} from './pair.ts';
import { button, isOnServer, longRealTime, realTime, recordedS, recordFor } from './recording.ts';

test.use({ sound: played.path });

type Joining = Awaited<ReturnType<typeof prepare>> & Pick<Pair, 'camera'>;

/** Joins the pairing by the QR code: the fake camera of the phone shows the image from the desktop. */
async function joinByPicture({ camera, desk, handset }: Joining): Promise<void> {
  await scanCode(camera, desk, handset);
  await button(handset, 'Verbinden').click();
  await confirmBoth(desk, handset);
  await switchOn(desk, handset);
}

for (const { by, join, tags } of [
  { by: 'the typed code', join: joinByCode, tags: realTime },
  { by: 'the picture of the code', join: joinByPicture, tags: longRealTime },
])
  test(
    `connected by ${by}, the desktop shows level and words of the phone while people speak, ends the recording, and gets the transcript`,
    tags,
    async ({ openPair }) => {
      const pair = await openPair();
      const prepared = await prepare(pair, 'Mitgelesen');
      await join({ ...prepared, camera: pair.camera });
      const { desk, handset } = prepared;
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
