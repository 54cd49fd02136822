/**
 * A code or a pairing runs out while one side has no network or is closed: afterwards both screens say what is true, a new code
 * connects the phone, and what it records meanwhile gets to the session.
 */
import { pairingSides } from '#api/contract/pairing.ts';
import {
  askForCode,
  confirmBoth,
  dialogOf,
  expect,
  mirrorOf,
  type Pair,
  shownCode,
  test,
  typeCode,
} from './pair.ts';
import {
  areLinked,
  asksForRecording,
  expectRecorded,
  goOn,
  reachComparison,
  reachQuestion,
  reachRecording,
  type Reached,
  restartSide,
  type Scene,
  sceneOf,
  shows,
  showsNot,
  sideNames,
  words,
} from './pairing-scene.ts';
import { button, isOnServer, long, recordedS, recordFor } from './recording.ts';
import { runOut } from './run-out.ts';
import { secureUrl } from './secure-product.ts';

const over = 'Die Kopplung ist abgelaufen';
const wrong = 'Dieser Code stimmt nicht';
const alone = {
  title: 'Der andere Bildschirm ist nicht mehr verbunden',
  live: 'Die Aufnahme läuft weiter. Beenden Sie sie hier auf diesem Gerät.',
  rest: 'Das Handy hatte noch etwas, was der Server nicht hat.',
};

const ways = ['has no network', 'is closed'] as const;
type Way = (typeof ways)[number];

/** One side that is away when the time is over. */
type Column = {
  /** Part of a name that the local storage of the side holds in this state; null if it holds nothing of the pairing. */
  stored: string | null;
  /** Checks the other screen while the side is away. */
  seen(scene: Scene): Promise<unknown>;
  /** Checks the screen of the side when it is back. */
  back(scene: Scene, way: Way): Promise<unknown>;
};

type Row = {
  state: string;
  reach(pair: Pair): Promise<Reached>;
  desktop: Column;
  phone: Column;
  /** Continues from this state when both sides are back, and checks the result. */
  end(scene: Scene): Promise<unknown>;
};

/** The desktop says that the code has run out, and shows it no more. */
async function saysOver({ desk, code }: Scene): Promise<void> {
  await expect(dialogOf(desk)).toContainText(over);
  await showsNot(desk, code);
  await showsNot(desk, words.wants);
}

/** A desktop that was closed offers to connect a phone, and shows no phone. */
async function offersAnew({ desk, code }: Scene): Promise<void> {
  await expect(button(desk, 'Mit dem Handy aufnehmen')).toBeVisible();
  await expect(mirrorOf(desk)).toHaveCount(0);
  await showsNot(desk, code);
  await showsNot(desk, words.wants);
}

const isBackAtDesk = (scene: Scene, way: Way) => (way === 'is closed' ? offersAnew(scene) : saysOver(scene));

/** Connects the phone, which asks for a code, with a new one. */
async function joinAnew(scene: Scene): Promise<void> {
  const { desk, handset } = scene;
  const renew = button(desk, 'Neuer Code');
  const isOpen = await renew.isVisible();
  if (isOpen) await renew.click();
  await typeCode(handset, isOpen ? await shownCode(desk) : await askForCode(desk));
  await button(handset, 'Verbinden').click();
  await confirmBoth(desk, handset);
  await areLinked(scene, 'Das Mikrofon des Handys ist noch aus');
}

/** The desktop shows that the phone is no more connected, and that it had something which the server does not have. */
async function isLeftAtDesk({ desk }: Scene): Promise<void> {
  const mirror = mirrorOf(desk);
  await expect(mirror.getByRole('status').first()).toHaveText('Nicht mehr verbunden');
  await expect(mirror).toContainText(over);
  await expect(mirror).toContainText(alone.rest);
  for (const name of ['Pause', 'Marke', 'Fertig']) await expect(button(desk, name)).toHaveCount(0);
  await showsNot(desk, 'Die Aufnahme ist auf dem Server');
}

async function recordsAlone({ handset }: Scene): Promise<void> {
  await shows(handset, alone.title);
  await shows(handset, alone.live);
  await shows(handset, 'Aufnahme läuft');
  await showsNot(handset, words.linked);
  await recordFor(handset, (await recordedS(handset)) + 6);
}

const rows: Row[] = [
  {
    state: 'a code',
    reach: reachQuestion,
    desktop: {
      stored: 'pairing-',
      seen: asksForRecording,
      async back(scene, way) {
        const { handset } = scene;
        await isBackAtDesk(scene, way);
        await button(handset, 'Verbinden').click();
        await expect(handset.getByRole('alert')).toContainText(wrong);
        await button(handset, 'Abbrechen').click();
      },
    },
    phone: {
      stored: null,
      seen: saysOver,
      async back({ handset, code }, way) {
        if (way === 'is closed') {
          await handset.getByLabel('Code', { exact: true }).fill(code);
          await button(handset, 'Weiter').click();
          await expect(handset.getByRole('alert')).toContainText(wrong);
          return;
        }
        await button(handset, 'Verbinden').click();
        await expect(handset.getByRole('alert')).toContainText(wrong);
        await button(handset, 'Abbrechen').click();
      },
    },
    end: joinAnew,
  },
  {
    state: 'a comparison',
    reach: reachComparison,
    desktop: {
      stored: 'pairing-',
      async seen({ handset }) {
        await shows(handset, over);
        await showsNot(handset, words.waiting);
      },
      async back(scene, way) {
        await isBackAtDesk(scene, way);
        await button(scene.handset, 'Anderen Code eingeben').click();
      },
    },
    phone: {
      stored: 'pairingClaim',
      seen: saysOver,
      async back({ handset, number }, way) {
        if (way === 'has no network') {
          await shows(handset, over);
          await button(handset, 'Anderen Code eingeben').click();
        }
        await expect(handset.getByLabel('Code', { exact: true })).toBeVisible();
        await showsNot(handset, number);
        await showsNot(handset, words.waiting);
      },
    },
    end: joinAnew,
  },
  {
    state: 'a pairing',
    reach: reachRecording,
    desktop: {
      stored: 'pairing-',
      seen: recordsAlone,
      async back(scene, way) {
        if (way === 'has no network') return isLeftAtDesk(scene);
        await expect(mirrorOf(scene.desk)).toHaveCount(0);
        await showsNot(scene.desk, 'Die Aufnahme ist auf dem Server');
      },
    },
    phone: {
      stored: 'pairingClaim',
      seen: isLeftAtDesk,
      async back(scene, way) {
        const { handset } = scene;
        if (way === 'is closed') {
          await shows(handset, alone.title);
          await shows(handset, words.kept);
          await showsNot(handset, words.linked);
          await goOn(scene);
          scene.stretches = 2;
        }
        await recordsAlone(scene);
      },
    },
    async end(scene) {
      const { desk, handset, sessionId } = scene;
      await button(handset, 'Fertig').click();
      await shows(handset, words.sent);
      await showsNot(handset, words.unsent);
      await desk.goto(`${secureUrl}/library/${sessionId}`);
      await isOnServer(desk);
      await expectRecorded(scene);
    },
  },
];

for (const row of rows)
  for (const side of pairingSides)
    for (const way of ways)
      test(`${row.state} runs out while ${sideNames[side]} ${way}`, long, async ({ openPair, product }) => {
        const pair = await openPair();
        const scene = sceneOf(pair, await row.reach(pair));
        const { seen, back, stored } = row[side];
        const runOutUnseen = async () => {
          await runOut(product, scene.sessionId);
          await seen(scene);
        };
        if (way === 'has no network') {
          const { link } = pair[side].way;
          link.cut();
          await runOutUnseen();
          link.mend();
        } else await restartSide(scene, side, { stored, seen: runOutUnseen });
        await back(scene, way);
        await row.end(scene);
      });
