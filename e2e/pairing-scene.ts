/** What both screens of a pairing show in each state, and the steps into it, for tests in which one side goes away. */
import type { PairingSide } from '#api/contract/pairing.ts';
import {
  command,
  compareStored,
  connect,
  dialogOf,
  expect,
  mirrorOf,
  type Page,
  type Pair,
  prepare,
  restart,
  switchOn,
  typeCode,
  type Way,
} from './pair.ts';
import { button, expectLike, isOnServer, recordFor } from './recording.ts';

/** The pages of a test and what it has to remember. After a kill `desk` or `handset` is another page. */
export type Scene = Awaited<ReturnType<typeof prepare>> & {
  pair: Pair;
  /** Verification code that both screens show at the comparison; empty in tests that do not compare it. */
  number: string;
  /** Length of the recording before one side goes away, s; 0 where nothing is recorded. */
  beforeS: number;
  /** Number of stretches of sound in the recording: one more after a pause, and in each new page of the phone. */
  stretches: number;
};

/** What a step into a state returns. The other fields of the scene have the values of `sceneOf`. */
export type Reached = Awaited<ReturnType<typeof prepare>> & Partial<Scene>;
export const sceneOf = (pair: Pair, reached: Reached): Scene => ({
  number: '',
  beforeS: 0,
  stretches: 1,
  ...reached,
  pair,
});

/** Names of the sides in the titles of tests. The parts of `test:long` select tests by them. */
export const sideNames = { desktop: 'the desktop', phone: 'the phone' } as const;

/** Kills the browser of a side, and starts it again on its screen of the pairing (`restart`). */
export async function restartSide(
  scene: Scene,
  side: PairingSide,
  during: Pick<Parameters<typeof restart>[1], 'stored' | 'seen'>,
): Promise<void> {
  const { pair, person, sessionId, handset } = scene;
  const path = side === 'desktop' ? `/library/${sessionId}?mode=record` : new URL(handset.url()).pathname;
  const page = await restart(pair[side], { ...during, person, path });
  if (side === 'desktop') scene.desk = page;
  else scene.handset = page;
}

export const words = {
  deskLost: 'Dieser Bildschirm hat gerade keine Verbindung zum Server',
  deskAway: 'Der andere Bildschirm ist gerade nicht da.',
  phoneLost: 'Der andere Bildschirm sieht dieses Gerät gerade nicht.',
  phoneAway: 'keine Nachricht vom Handy',
  linked: 'Mit dem anderen Bildschirm verbunden',
  sent: 'Gespeichert und gesendet',
  unsent: /^Noch .+ zu senden/,
  sending: 'Das Handy sendet den Rest',
  waiting: 'Wartet auf die Bestätigung …',
  wants: 'Ein Gerät möchte für Sie aufnehmen',
  kept: 'Eine Aufnahme liegt noch auf diesem Gerät',
  // Name of the marker of the gap that a closed page leaves.
  closed: 'Unterbruch: Seite geschlossen',
  left: 'Die Seite auf dem Handy wurde geschlossen.',
};
type Pages = Pick<Scene, 'desk' | 'handset'>;

/** Sentences of the desktop about a phone from which no reports come, by the last reported stage. */
export const lastKnown = {
  off: 'Zuletzt war sein Mikrofon noch aus.',
  ready: 'Zuletzt war es bereit und nahm nicht auf.',
  recording:
    'Zuletzt nahm es auf. Fehlt nur das Netz, nimmt es weiter auf; ist die Seite zu, liegt die Aufnahme auf dem Handy.',
  paused: 'Zuletzt machte die Aufnahme Pause. Was aufgenommen ist, liegt auf dem Handy.',
  unsent: 'Die Aufnahme war beendet. Was noch nicht auf dem Server ist, liegt auf dem Handy.',
};
export const title = 'Am runden Tisch';

export const shows = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).first()).toBeVisible();
export const showsNot = (page: Page, text: string | RegExp) => expect(page.getByText(text)).toHaveCount(0);
export const isOffline = (way: Way) => way === 'has no network for 30 s';

/** The code is on the desktop, and the phone asks whether it is to record. */
export async function reachQuestion(pair: Pair) {
  const prepared = await prepare(pair, title);
  await typeCode(prepared.handset, prepared.code);
  return prepared;
}

export async function reachComparison(pair: Pair) {
  const prepared = await reachQuestion(pair);
  const { desk, handset } = prepared;
  await button(handset, 'Verbinden').click();
  const number = await handset.getByText(/^\d{6}$/).innerText();
  await expect(dialogOf(desk).getByText(number, { exact: true })).toBeVisible();
  return { ...prepared, number };
}

export async function reachRecording(pair: Pair) {
  const prepared = await connect(pair, title);
  await command(prepared.desk, 'Aufnahme starten');
  await recordFor(prepared.handset, 9);
  return prepared;
}

export const asksForRecording = ({ handset }: Scene) =>
  expect(handset.getByRole('heading', { name: `Für «${title}» aufnehmen?` })).toBeVisible();

export async function showsCode({ desk, code }: Scene): Promise<void> {
  await expect(dialogOf(desk).getByText(code, { exact: true })).toBeVisible();
  await showsNot(desk, words.wants);
}

/** Both screens show the number that they showed before, and none says that they are connected. */
export async function compare({ desk, handset, number }: Scene): Promise<void> {
  await expect(dialogOf(desk)).toContainText(words.wants);
  await expect(dialogOf(desk).getByText(number, { exact: true })).toBeVisible();
  await expect(mirrorOf(desk)).toHaveCount(0);
  await waits({ handset, number });
}

export async function waits({ handset, number }: Pick<Scene, 'handset' | 'number'>): Promise<void> {
  await shows(handset, words.waiting);
  await expect(handset.getByText(number, { exact: true })).toBeVisible();
}

/** The phone shows that the desktop is away, and the desktop, if it is there, that it has no connection. */
export async function deskIsAway({ desk, handset }: Scene, way: Way): Promise<void> {
  await shows(handset, words.deskAway);
  await showsNot(handset, words.linked);
  if (isOffline(way)) await expect(mirrorOf(desk)).toContainText(words.deskLost);
}

/** The desktop shows since when there is no news from the phone, and what it knew last. */
export async function phoneIsAway(
  { desk, handset }: Scene,
  way: Way,
  stage: string,
  known: string,
): Promise<void> {
  await expect(mirrorOf(desk)).toContainText(words.phoneAway);
  await expect(mirrorOf(desk).getByRole('status').first()).toHaveText(`Zuletzt: ${stage}`);
  await expect(mirrorOf(desk)).toContainText(known);
  if (!isOffline(way)) return;
  await shows(handset, words.phoneLost);
  await showsNot(handset, words.linked);
}

/** Each side shows that it is connected with the other one. */
export async function areLinked({ desk, handset }: Pages, stage: string): Promise<void> {
  await expect(mirrorOf(desk).getByRole('status').first()).toHaveText(stage);
  await expect(mirrorOf(desk)).not.toContainText(words.phoneAway);
  await expect(mirrorOf(desk)).not.toContainText(words.deskLost);
  await shows(handset, words.linked);
}

/** The page of the phone was closed during its recording. Both screens say so until a person continues the recording. */
export async function isLeftThere({ desk, handset }: Pages): Promise<void> {
  await shows(handset, words.kept);
  await expect(mirrorOf(desk).getByRole('status').first()).toHaveText(words.closed);
  await expect(mirrorOf(desk)).toContainText(words.left);
  await expect(mirrorOf(desk)).toContainText('Was noch nicht auf dem Server ist, liegt auf dem Handy.');
  await expect(mirrorOf(desk)).not.toContainText(words.phoneAway);
  await expect(button(desk, 'Weiter aufnehmen')).toHaveCount(0);
  await expect(button(desk, 'Fertig')).toHaveCount(0);
  await showsNot(handset, words.sent);
}

/** Both screens list a mark with this name. */
export async function showMark({ desk, handset }: Pages, name: string) {
  for (const page of [mirrorOf(desk), handset])
    await expect(page.getByRole('list', { name: 'Marken' })).toContainText(name);
}

/** A person goes on at the phone with a recording that its former page has left. */
export async function goOn({ handset }: Pick<Scene, 'handset'>): Promise<void> {
  await button(handset, 'Fortsetzen').click();
  await button(handset, 'Aufnahme fortsetzen').click();
}

/** Neither screen says that the recording is on the server. */
export async function isUnsent({ desk, handset }: Pages): Promise<void> {
  await showsNot(handset, words.sent);
  await showsNot(desk, 'Die Aufnahme ist auf dem Server');
  await expect(desk.getByRole('tab', { name: 'Transkript' })).toHaveCount(0);
}

export async function isSent({ desk, handset }: Pages): Promise<void> {
  await isOnServer(desk);
  await expect(mirrorOf(desk)).toHaveCount(0);
  await shows(handset, words.sent);
  await showsNot(handset, words.unsent);
  await showsNot(handset, words.kept);
  await expect(button(handset, 'Mikrofon einschalten')).toHaveCount(0);
}

/** Records from the start to the end, by commands of the desktop. */
export async function recordAll(scene: Scene): Promise<void> {
  const { desk, handset } = scene;
  await areLinked(scene, 'Das Handy ist bereit');
  await command(desk, 'Aufnahme starten');
  await shows(handset, 'Aufnahme läuft');
  await recordFor(handset, 6);
  await command(desk, 'Fertig');
  await isSent(scene);
  await expectRecorded(scene);
}

export async function recordFromComparison(scene: Scene): Promise<void> {
  await switchOn(scene.desk, scene.handset);
  await recordAll(scene);
}

/** Expects that the server has all that was recorded before and after one side was away. */
export async function expectRecorded({ desk, sessionId, beforeS, stretches }: Scene): Promise<void> {
  const stored = await compareStored(desk, sessionId);
  expect(stored.stretches, JSON.stringify(stored.stretches)).toHaveLength(stretches);
  expectLike(stored.stretches);
  // The length on the screen is in whole seconds, and a page that is killed may lose up to 1 s of sound that it had not stored yet.
  expect(stored.stretches[0]!.lengthS).toBeGreaterThan(beforeS - 1);
  const heardS = stored.stretches.reduce((sum, { lengthS }) => sum + lengthS, 0);
  expect(heardS).toBeCloseTo(stored.lengthS, 1);
}
