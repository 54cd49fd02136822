/**
 * One side of a pairing loses its network without notice: its connections stay open, and no data arrives. Meanwhile both screens say that
 * the other one is not reached. Afterwards nothing is lost, and no old command is carried out.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type PairingSide, pairingSides } from '#api/contract/pairing.ts';
import { command, connect, cutUploads, expect, mendUploads, mirrorOf, type Pair, test } from './pair.ts';
import {
  areLinked,
  expectRecorded,
  type Reached,
  reachRecording,
  type Scene,
  sceneOf,
  shows,
  showsNot,
  sideNames,
  title,
  words,
} from './pairing-scene.ts';
import { button, isOnServer, long, recordedS, recordFor } from './recording.ts';

/** Both screens say that the other one is not reached, and the desktop offers no command. */
async function isApart({ desk, handset }: Scene, silent: PairingSide): Promise<void> {
  const isDesk = silent === 'desktop';
  await expect(mirrorOf(desk)).toContainText(isDesk ? words.deskLost : words.phoneAway);
  await shows(handset, isDesk ? words.deskAway : words.phoneLost);
  await showsNot(handset, words.linked);
  for (const name of ['Aufnahme starten', 'Pause', 'Weiter aufnehmen', 'Fertig'])
    for (const offered of await button(desk, name).all()) await expect(offered).toBeDisabled();
}

/** Holds back all data of a side for 30 s. Expects that both screens say so before these are over. */
async function isSilent(scene: Scene, silent: PairingSide): Promise<void> {
  const { link } = scene.pair[silent].way;
  link.silence();
  const over = sleep(30_000);
  const said = await Promise.race([isApart(scene, silent).then(() => 'said'), over.then(() => 'silent')]);
  expect(said).toBe('said');
  await over;
  await isApart(scene, silent);
  link.mend();
}

/** Records on, finishes, and expects the whole recording. */
async function finish(scene: Scene): Promise<void> {
  const { desk, handset } = scene;
  await recordFor(handset, (await recordedS(handset)) + 3);
  await command(desk, 'Fertig');
  await isOnServer(desk);
  await expectRecorded(scene);
}

type Row = {
  state: string;
  /** What the desktop shows of the phone when both are linked again. */
  stage: string;
  reach(pair: Pair): Promise<Reached>;
  end(scene: Scene): Promise<unknown>;
};

const rows: Row[] = [
  {
    state: 'ready',
    stage: 'Das Handy ist bereit',
    reach: (pair) => connect(pair, title),
    async end(scene) {
      await command(scene.desk, 'Aufnahme starten');
      await recordFor(scene.handset, 3);
      await finish(scene);
    },
  },
  { state: 'recording', stage: 'Das Handy nimmt auf', reach: reachRecording, end: finish },
  {
    state: 'paused',
    stage: 'Pause',
    async reach(pair) {
      const reached = await reachRecording(pair);
      await command(reached.desk, 'Pause');
      await expect(button(reached.handset, 'Weiter aufnehmen')).toBeVisible();
      await expect(button(reached.desk, 'Weiter aufnehmen')).toBeEnabled();
      return { ...reached, stretches: 2 };
    },
    async end(scene) {
      await command(scene.desk, 'Weiter aufnehmen');
      await recordFor(scene.handset, (await recordedS(scene.handset)) + 2);
      await finish(scene);
    },
  },
  {
    state: 'unsent',
    stage: words.sending,
    async reach(pair) {
      const reached = await reachRecording(pair);
      await cutUploads(reached.handset);
      await command(reached.desk, 'Fertig');
      await expect(mirrorOf(reached.desk)).toContainText(words.sending);
      return reached;
    },
    async end(scene) {
      await mendUploads(scene.handset);
      await isOnServer(scene.desk);
      await expectRecorded(scene);
    },
  },
];

for (const { state, stage, reach, end } of rows)
  for (const silent of pairingSides)
    test(`${state}: ${sideNames[silent]} is silent for 30 s`, long, async ({ openPair }) => {
      const pair = await openPair();
      const scene = sceneOf(pair, await reach(pair));
      await isSilent(scene, silent);
      await areLinked(scene, stage);
      await end(scene);
    });

test(
  'a command that the silent network of the desktop is holding back is not carried out',
  long,
  async ({ openPair }) => {
    const pair = await openPair();
    const scene = sceneOf(pair, await reachRecording(pair));
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
    await finish(scene);
  },
);
