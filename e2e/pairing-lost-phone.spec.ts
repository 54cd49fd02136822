/**
 * A phone does not come back, or has forgotten its pairing. The owner completes at the desktop the recording that the server has. The audio
 * that only the phone has stays there.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { UploadList } from '#api/contract/upload.ts';
import { callApi } from './call-api.ts';
import { sessionIdOf } from './journey.ts';
import {
  askForCode,
  command,
  compareStored,
  confirmBoth,
  connect,
  cutUploads,
  endPairing,
  expect,
  mirrorOf,
  type Page,
  type Pair,
  restart,
  test,
  typeCode,
} from './pair.ts';
import {
  areLinked,
  expectRecorded,
  goOn,
  isLeftThere,
  lastKnown,
  phoneIsAway,
  type Scene,
  sceneOf,
  showMark,
  shows,
  showsNot,
  words,
} from './pairing-scene.ts';
import { button, expectWhole, isOnServer, long, recordedS, recordFor } from './recording.ts';
import { secureUrl } from './secure-product.ts';

/** Bytes of one second of a recording, which is an mp3 file of 64 kbit/s. */
const bytesPerS = 8_000;

const nothingThere = 'Eine Aufnahme liegt nur noch auf dem Server';
const complete = (desk: Page) => button(desk, 'Abschliessen und transkribieren').click();

/** Returns how many bytes the server has received of the unfinished upload of a session. */
async function bytesOnServer(desk: Page, sessionId: string): Promise<number> {
  const { uploads } = await callApi<UploadList>(desk, 'uploads');
  return uploads.find(({ session_id }) => session_id === sessionId)?.offset ?? 0;
}

/** Records with a phone whose uploads are then cut, so that the server has only the first part of the recording. */
async function reachUnsentRest(pair: Pair, title: string): Promise<Scene> {
  const connected = await connect(pair, title);
  const { desk, handset, sessionId } = connected;
  await command(desk, 'Aufnahme starten');
  await recordFor(handset, 15);
  await expect.poll(() => bytesOnServer(desk, sessionId)).toBeGreaterThan(5 * bytesPerS);
  await cutUploads(handset);
  await recordFor(handset, (await recordedS(handset)) + 6);
  return sceneOf(pair, { ...connected, beforeS: await recordedS(handset) });
}

/** Kills the browser of the phone. Returns the path that it showed, and what the server has of the recording, bytes. */
async function losePhone(scene: Scene) {
  const { pair, desk, handset, sessionId } = scene;
  const { pathname } = new URL(handset.url());
  await pair.phone.chromium.hasStored('pairingClaim');
  await pair.phone.chromium.kill();
  await phoneIsAway(scene, 'is killed', 'Das Handy nimmt auf', lastKnown.recording);
  return { pathname, bytes: await bytesOnServer(desk, sessionId) };
}

/**
 * Expects that the session holds the audio that the server had received, and that its transcript comes. Returns the duration of the
 * audio, s.
 */
async function isCompleted({ desk, sessionId }: Scene, bytes: number): Promise<number> {
  await isOnServer(desk);
  await expect(mirrorOf(desk)).toHaveCount(0);
  await showsNot(desk, nothingThere);
  const stored = await compareStored(desk, sessionId);
  expectWhole(stored);
  expect(Math.abs(stored.lengthS - bytes / bytesPerS)).toBeLessThan(0.1);
  await expect(desk.getByText('fertig', { exact: true }).first()).toBeVisible();
  await expect(desk.locator('[data-turn]').first()).toBeVisible();
  return stored.lengthS;
}

/** The phone comes back. The audio that only it has becomes another session, which begins where the first one ends. */
async function comeBack(scene: Scene, pathname: string, hadS: number): Promise<void> {
  const { pair, desk, person, sessionId } = scene;
  const handset = await restart(pair.phone, {
    person,
    path: pathname,
    stored: null,
    seen: async () => {},
  });
  await shows(handset, words.kept);
  await showsNot(handset, words.linked);
  await showsNot(handset, words.sent);
  await showsNot(handset, 'Aufnahme läuft');
  await button(handset, 'Hochladen').click();
  await shows(handset, words.sent);
  await showsNot(handset, words.kept);
  await showsNot(handset, words.linked);
  // There is nothing more to record here.
  await showsNot(handset, 'Der andere Bildschirm ist nicht mehr verbunden');
  await expect(button(handset, 'Mikrofon einschalten')).toHaveCount(0);

  await desk.goto(`${secureUrl}/library`);
  await desk.getByRole('link', { name: /\(2\)/ }).click();
  await isOnServer(desk);
  const restId = sessionIdOf(desk);
  expect(restId).not.toBe(sessionId);
  const [first, rest] = [await compareStored(desk, sessionId), await compareStored(desk, restId)];
  expect(first.lengthS).toBeCloseTo(hadS, 3);
  expectWhole(rest);
  expect(rest.stretches[0]!.playedS).toBeCloseTo(first.stretches[0]!.playedS + first.lengthS, 1);
  expect(first.lengthS + rest.lengthS).toBeGreaterThan(scene.beforeS - 1);
}

test(
  'a phone never comes back: after two minutes the desktop offers to complete what the server has',
  long,
  async ({ openPair }) => {
    const scene = await reachUnsentRest(await openPair(), 'Verloren');
    const { desk } = scene;
    const { pathname, bytes } = await losePhone(scene);
    await showsNot(desk, nothingThere);
    const mirror = mirrorOf(desk);
    await expect(mirror).toContainText('Kommt das Handy nicht zurück');
    await expect(mirror).toContainText(nothingThere);
    await complete(desk);
    await comeBack(scene, pathname, await isCompleted(scene, bytes));
  },
);

test(
  'a phone is lost: the owner ends the pairing, and completes what the server has at once',
  long,
  async ({ openPair }) => {
    const scene = await reachUnsentRest(await openPair(), 'Aufgegeben');
    const { desk } = scene;
    const { pathname, bytes } = await losePhone(scene);
    await endPairing(desk);
    await shows(desk, nothingThere);
    await complete(desk);
    const asked = desk.getByRole('alertdialog', { name: 'Das Gerät sendet vielleicht noch' });
    await asked.getByRole('button', { name: 'Trotzdem abschliessen' }).click();
    await comeBack(scene, pathname, await isCompleted(scene, bytes));
  },
);

test(
  'a phone has lost what it joined, as after a kill within seconds: it says so, and goes on with a new code',
  long,
  async ({ openPair }) => {
    const scene = await reachUnsentRest(await openPair(), 'Vergessen');
    const { pair, desk, person } = scene;
    const { pathname } = await losePhone(scene);
    const forget = async () =>
      // Chromium writes local storage up to 5 s late, so a kill may lose what is there. The recording is stored elsewhere (OPFS).
      rmSync(join(pair.phone.chromium.userDataDir, 'Default/Local Storage'), { recursive: true });
    const handset = await restart(pair.phone, { person, path: pathname, stored: null, seen: forget });
    scene.handset = handset;
    await shows(handset, 'Dieses Gerät gehört nicht zu dieser Kopplung');
    await shows(handset, words.kept);
    await showsNot(handset, words.linked);
    await expect(mirrorOf(desk)).toContainText(words.phoneAway);

    await endPairing(desk);
    const code = await askForCode(desk);
    await handset.getByRole('link', { name: 'Code eingeben' }).click();
    await typeCode(handset, code);
    await button(handset, 'Verbinden').click();
    await confirmBoth(desk, handset);
    await isLeftThere(scene);
    await goOn(scene);
    scene.stretches = 2;
    await showMark(scene, words.closed);
    await areLinked(scene, 'Das Handy nimmt auf');
    await recordFor(handset, (await recordedS(handset)) + 6);
    await command(desk, 'Fertig');
    await isOnServer(desk);
    await shows(handset, words.sent);
    await expectRecorded(scene);
  },
);
