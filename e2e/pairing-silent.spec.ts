/**
 * One side of a pairing loses its network without a word: no connection breaks, and nothing comes. In the meantime both screens say that the
 * other one is not reached, and afterwards nothing is lost and no old command is carried out.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  command,
  compareStored,
  connect,
  cutUploads,
  expect,
  mendUploads,
  mirrorOf,
  type Page,
  type Pair,
  test,
} from './pair.ts';
import { button, expectLike, expectWhole, isOnServer, long, recordedS, recordFor } from './recording.ts';

type Scene = Awaited<ReturnType<typeof connect>>;
type Side = 'desktop' | 'phone';

const words = {
  deskLost: 'Dieser Bildschirm hat gerade keine Verbindung zum Server',
  deskAway: 'Der andere Bildschirm ist gerade nicht da.',
  phoneLost: 'Der andere Bildschirm sieht dieses Gerät gerade nicht.',
  phoneAway: 'keine Nachricht vom Handy',
  linked: 'Mit dem anderen Bildschirm verbunden',
};

const shows = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();

async function reachRecording(pair: Pair): Promise<Scene> {
  const scene = await connect(pair, 'Ohne ein Wort');
  await command(scene.desk, 'Aufnahme starten');
  await recordFor(scene.handset, 6);
  return scene;
}

/** Both screens say that the other one is not reached, and the desktop offers no command. */
async function isApart({ desk, handset }: Scene, silent: Side): Promise<void> {
  const isDesk = silent === 'desktop';
  await expect(mirrorOf(desk)).toContainText(isDesk ? words.deskLost : words.phoneAway);
  await shows(handset, isDesk ? words.deskAway : words.phoneLost);
  await expect(handset.getByText(words.linked)).toHaveCount(0);
  for (const name of ['Aufnahme starten', 'Pause', 'Weiter aufnehmen', 'Fertig'])
    for (const offered of await button(desk, name).all()) await expect(offered).toBeDisabled();
}

/** Makes a side silent for 30 s, in which both screens have to say it. */
async function isSilent(pair: Pair, scene: Scene, silent: Side): Promise<void> {
  const { link } = pair[silent].way;
  link.silence();
  const over = sleep(30_000);
  const said = await Promise.race([isApart(scene, silent).then(() => 'said'), over.then(() => 'silent')]);
  expect(said).toBe('said');
  await over;
  await isApart(scene, silent);
  link.mend();
}

async function areLinked({ desk, handset }: Scene, stage: string): Promise<void> {
  await shows(handset, words.linked);
  await expect(mirrorOf(desk).getByRole('status').first()).toHaveText(stage);
  await expect(mirrorOf(desk)).not.toContainText(words.phoneAway);
  await expect(mirrorOf(desk)).not.toContainText(words.deskLost);
}

/** Records on, finishes, and expects one stretch without a gap. */
async function finishWhole({ desk, handset, sessionId }: Scene): Promise<void> {
  await recordFor(handset, (await recordedS(handset)) + 3);
  await command(desk, 'Fertig');
  await isOnServer(desk);
  expectWhole(await compareStored(desk, sessionId));
}

type Row = {
  state: string;
  /** What the desktop shows of the phone when both are linked again. */
  stage: string;
  reach(pair: Pair): Promise<Scene>;
  end(scene: Scene): Promise<unknown>;
};

const rows: Row[] = [
  {
    state: 'ready',
    stage: 'Das Handy ist bereit',
    reach: (pair) => connect(pair, 'Ohne ein Wort'),
    async end(scene) {
      await command(scene.desk, 'Aufnahme starten');
      await recordFor(scene.handset, 3);
      await finishWhole(scene);
    },
  },
  { state: 'recording', stage: 'Das Handy nimmt auf', reach: reachRecording, end: finishWhole },
  {
    state: 'paused',
    stage: 'Pause',
    async reach(pair) {
      const scene = await reachRecording(pair);
      await command(scene.desk, 'Pause');
      await expect(button(scene.handset, 'Weiter aufnehmen')).toBeVisible();
      await expect(button(scene.desk, 'Weiter aufnehmen')).toBeEnabled();
      return scene;
    },
    async end({ desk, handset, sessionId }) {
      await command(desk, 'Weiter aufnehmen');
      await recordFor(handset, (await recordedS(handset)) + 5);
      await command(desk, 'Fertig');
      await isOnServer(desk);
      const { stretches, lengthS } = await compareStored(desk, sessionId);
      expect(stretches, JSON.stringify(stretches)).toHaveLength(2);
      expectLike(stretches);
      expect(stretches[0]!.lengthS + stretches[1]!.lengthS).toBeCloseTo(lengthS, 1);
    },
  },
  {
    state: 'unsent',
    stage: 'Das Handy sendet den Rest',
    async reach(pair) {
      const scene = await reachRecording(pair);
      await cutUploads(scene.handset);
      await command(scene.desk, 'Fertig');
      await expect(mirrorOf(scene.desk)).toContainText('Das Handy sendet den Rest');
      return scene;
    },
    async end({ desk, handset, sessionId }) {
      await mendUploads(handset);
      await isOnServer(desk);
      expectWhole(await compareStored(desk, sessionId));
    },
  },
];

for (const { state, stage, reach, end } of rows)
  for (const silent of ['desktop', 'phone'] as const)
    test(`${state}: the ${silent} is silent for 30 s`, long, async ({ openPair }) => {
      const pair = await openPair();
      const scene = await reach(pair);
      await isSilent(pair, scene, silent);
      await areLinked(scene, stage);
      await end(scene);
    });

test(
  'a command that the silent network of the desktop is holding back is not carried out',
  long,
  async ({ openPair }) => {
    const pair = await openPair();
    const scene = await reachRecording(pair);
    const { desk } = scene;
    const { link } = pair.desktop.way;
    link.silence();
    const over = sleep(30_000);
    await command(desk, 'Pause');
    await expect(mirrorOf(desk)).toContainText('Pause: Ob das Handy es ausgeführt hat, ist nicht bekannt.');
    await over;
    link.mend();
    // A pause would be a gap in the recording.
    await areLinked(scene, 'Das Handy nimmt auf');
    await finishWhole(scene);
  },
);
