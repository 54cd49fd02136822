/**
 * One side of a pairing goes away in each state but that of the recording itself (`pairing-away.spec.ts`): while it is away and
 * afterwards both screens say what is true, and the recording is whole.
 */
import {
  askForCode,
  command,
  compareStored,
  confirmBoth,
  connect,
  cutUploads,
  dialogOf,
  expect,
  mendUploads,
  mirrorOf,
  type Page,
  type Pair,
  prepare,
  restart,
  switchOn,
  test,
  typeCode,
  type Way,
  ways,
  withoutNetwork,
} from './pair.ts';
import { button, expectLike, expectWhole, isOnServer, long, recordedS, recordFor } from './recording.ts';

/** The pages of a test and what it has to remember. After a kill `desk` or `handset` is another page. */
type Scene = Awaited<ReturnType<typeof prepare>> & {
  pair: Pair;
  /** Number of the comparison; empty where the test does not need it. */
  number: string;
  /** Length of the recording before one side goes away, s; 0 where nothing is recorded. */
  beforeS: number;
};

/** One side that goes away. */
type Column = {
  /** Checks the screens while the side is away. Nothing is checked while a page is reloaded. */
  seen(scene: Scene, way: Way): Promise<unknown>;
  /** Checks the screens when the side is back, and does what people then do. */
  back(scene: Scene, way: Way): Promise<unknown>;
  /** Part of a name that the local storage of the side holds in this state; null if it holds nothing of the pairing. */
  stored: string | null;
};

type Row = {
  state: string;
  /** Brings both sides into this state. */
  reach(pair: Pair): Promise<Omit<Scene, 'pair' | 'number' | 'beforeS'> & Partial<Scene>>;
  desktop: Column;
  phone: Column;
  /** Goes on until the server has the whole recording, and checks it. */
  end(scene: Scene): Promise<unknown>;
};

const words = {
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
  // Name of the gap of a page that was closed.
  closed: 'Unterbruch: Seite geschlossen',
  left: 'Die Seite auf dem Handy wurde geschlossen.',
};
const title = 'Am runden Tisch';

const shows = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();
const showsNot = (page: Page, text: string | RegExp) => expect(page.getByText(text)).toHaveCount(0);
const isOffline = (way: Way) => way === 'has no network for 30 s';

/** The code is on the desktop, and the phone asks whether it is to record. */
async function reachQuestion(pair: Pair) {
  const prepared = await prepare(pair, title);
  await typeCode(prepared.handset, prepared.code);
  return prepared;
}

async function reachComparison(pair: Pair) {
  const prepared = await reachQuestion(pair);
  const { desk, handset } = prepared;
  await button(handset, 'Verbinden').click();
  const number = await handset.getByText(/^\d{6}$/).innerText();
  await expect(dialogOf(desk).getByText(number, { exact: true })).toBeVisible();
  return { ...prepared, number };
}

async function reachRecording(pair: Pair) {
  const prepared = await connect(pair, title);
  await command(prepared.desk, 'Aufnahme starten');
  await recordFor(prepared.handset, 9);
  return prepared;
}

const asksForRecording = ({ handset }: Scene) =>
  expect(handset.getByRole('heading', { name: `Für «${title}» aufnehmen?` })).toBeVisible();

async function showsCode({ desk, code }: Scene): Promise<void> {
  await expect(dialogOf(desk).getByText(code, { exact: true })).toBeVisible();
  await showsNot(desk, words.wants);
}

/** Both screens show the number that they showed before, and none says that they are connected. */
async function compare({ desk, handset, number }: Scene): Promise<void> {
  await expect(dialogOf(desk)).toContainText(words.wants);
  await expect(dialogOf(desk).getByText(number, { exact: true })).toBeVisible();
  await expect(mirrorOf(desk)).toHaveCount(0);
  await waits({ handset, number });
}

async function waits({ handset, number }: Pick<Scene, 'handset' | 'number'>): Promise<void> {
  await shows(handset, words.waiting);
  await expect(handset.getByText(number, { exact: true })).toBeVisible();
}

/** The phone shows that the desktop is away, and the desktop, if it is there, that it has no connection. */
async function deskIsAway({ desk, handset }: Scene, way: Way): Promise<void> {
  await shows(handset, words.deskAway);
  await showsNot(handset, words.linked);
  if (isOffline(way)) await expect(mirrorOf(desk)).toContainText(words.deskLost);
}

/** The desktop shows since when there is no news from the phone, and what it knew last. */
async function phoneIsAway({ desk, handset }: Scene, way: Way, stage: string, known: string): Promise<void> {
  await expect(mirrorOf(desk)).toContainText(words.phoneAway);
  await expect(mirrorOf(desk).getByRole('status').first()).toHaveText(`Zuletzt: ${stage}`);
  await expect(mirrorOf(desk)).toContainText(known);
  if (!isOffline(way)) return;
  await shows(handset, words.phoneLost);
  await showsNot(handset, words.linked);
}

/** Each side shows that it is connected with the other one. */
async function areLinked({ desk, handset }: Scene, stage: string): Promise<void> {
  await expect(mirrorOf(desk).getByRole('status').first()).toHaveText(stage);
  await expect(mirrorOf(desk)).not.toContainText(words.phoneAway);
  await expect(mirrorOf(desk)).not.toContainText(words.deskLost);
  await shows(handset, words.linked);
}

/** The phone has lost its recording with its page. Both screens say so until somebody goes on with it. */
async function isLeftThere({ desk, handset }: Scene): Promise<void> {
  await shows(handset, words.kept);
  await expect(mirrorOf(desk).getByRole('status').first()).toHaveText(words.closed);
  await expect(mirrorOf(desk)).toContainText(words.left);
  await expect(mirrorOf(desk)).toContainText('Was noch nicht auf dem Server ist, liegt auf dem Handy.');
  await expect(mirrorOf(desk)).not.toContainText(words.phoneAway);
  await expect(button(desk, 'Weiter aufnehmen')).toHaveCount(0);
  await expect(button(desk, 'Fertig')).toHaveCount(0);
  await showsNot(handset, words.sent);
}

/** Neither screen says that the recording is on the server. */
async function isUnsent({ desk, handset }: Scene): Promise<void> {
  await showsNot(handset, words.sent);
  await showsNot(desk, 'Die Aufnahme ist auf dem Server');
  await expect(desk.getByRole('tab', { name: 'Transkript' })).toHaveCount(0);
}

async function isSent({ desk, handset }: Scene): Promise<void> {
  await isOnServer(desk);
  await expect(mirrorOf(desk)).toHaveCount(0);
  await shows(handset, words.sent);
  await showsNot(handset, words.unsent);
  await showsNot(handset, words.kept);
  await expect(button(handset, 'Mikrofon einschalten')).toHaveCount(0);
}

/** Records from the start to the end, by commands of the desktop. */
async function recordAll(scene: Scene): Promise<void> {
  const { desk, handset, sessionId } = scene;
  await areLinked(scene, 'Das Handy ist bereit');
  await command(desk, 'Aufnahme starten');
  await shows(handset, 'Aufnahme läuft');
  await recordFor(handset, 6);
  await command(desk, 'Fertig');
  await isSent(scene);
  expectWhole(await compareStored(desk, sessionId));
}

async function recordFromComparison(scene: Scene): Promise<void> {
  await switchOn(scene.desk, scene.handset);
  await recordAll(scene);
}

/** Expects all that was recorded before and after the break. */
async function expectBoth({ desk, sessionId, beforeS }: Scene): Promise<void> {
  const { stretches, lengthS } = await compareStored(desk, sessionId);
  expect(stretches, JSON.stringify(stretches)).toHaveLength(2);
  expectLike(stretches);
  // The screen shows whole seconds. A page that is killed may lose what was not stored yet, 1 s at most.
  expect(stretches[0]!.lengthS).toBeGreaterThan(beforeS - 1);
  expect(stretches[0]!.lengthS + stretches[1]!.lengthS).toBeCloseTo(lengthS, 1);
}

const rows: Row[] = [
  {
    state: 'preparing',
    reach: reachQuestion,
    desktop: {
      stored: 'pairing-',
      async seen(scene, way) {
        await asksForRecording(scene);
        if (!isOffline(way)) return;
        await showsCode(scene);
        await expect(dialogOf(scene.desk)).toContainText(words.deskLost);
      },
      async back(scene, way) {
        const { desk, handset, code } = scene;
        if (isOffline(way)) {
          await showsCode(scene);
          await expect(dialogOf(desk)).not.toContainText(words.deskLost);
        } else {
          // The code was told once. It holds, though no screen shows it any more.
          await expect(button(desk, 'Mit dem Handy aufnehmen')).toBeVisible();
          await expect(mirrorOf(desk)).toHaveCount(0);
          await showsNot(desk, code);
        }
        if (way === 'is killed') {
          // A new code ends the one before.
          const next = await askForCode(desk);
          await button(handset, 'Verbinden').click();
          await expect(handset.getByRole('alert')).toContainText('Dieser Code stimmt nicht');
          await showsNot(desk, words.wants);
          await button(handset, 'Abbrechen').click();
          await typeCode(handset, next);
        }
        await button(handset, 'Verbinden').click();
        await confirmBoth(desk, handset);
      },
    },
    phone: {
      stored: null,
      async seen(scene, way) {
        await showsCode(scene);
        if (!isOffline(way)) return;
        await button(scene.handset, 'Verbinden').click();
        await expect(scene.handset.getByRole('alert')).toContainText('konnte nicht aktiviert werden');
        await asksForRecording(scene);
        await showsCode(scene);
      },
      async back(scene, way) {
        const { desk, handset, code } = scene;
        await showsCode(scene);
        if (!isOffline(way)) {
          await expect(handset.getByLabel('Code', { exact: true })).toHaveValue('');
          await typeCode(handset, code);
        }
        await button(handset, 'Verbinden').click();
        await confirmBoth(desk, handset);
      },
    },
    end: recordFromComparison,
  },
  {
    state: 'waiting',
    reach: reachComparison,
    desktop: {
      stored: 'pairing-',
      async seen(scene, way) {
        const { desk } = scene;
        await waits(scene);
        if (!isOffline(way)) return;
        await expect(dialogOf(desk)).toContainText(words.deskLost);
        await button(desk, 'Ja, verbinden').click();
        await expect(dialogOf(desk).getByRole('alert')).toContainText('konnte nicht bestätigt werden');
        await compare(scene);
      },
      async back(scene) {
        await compare(scene);
        await expect(dialogOf(scene.desk)).not.toContainText(words.deskLost);
        await confirmBoth(scene.desk, scene.handset);
      },
    },
    phone: {
      stored: 'pairingClaim',
      async seen(scene, way) {
        const { desk, handset } = scene;
        if (!isOffline(way)) return expect(dialogOf(desk)).toContainText(words.wants);
        await shows(handset, 'Dieses Gerät hat gerade keine Verbindung zum Server.');
        await waits(scene);
        // The desktop confirms meanwhile. It does not say that the phone is there.
        const confirm = button(desk, 'Ja, verbinden');
        if (await confirm.isVisible()) await confirm.click();
        await expect(mirrorOf(desk)).toContainText(words.phoneAway);
        await expect(mirrorOf(desk).getByRole('status').first()).toHaveText(
          'Der Stand des Handys wird gesucht',
        );
        await expect(button(desk, 'Aufnahme starten')).toHaveCount(0);
      },
      async back(scene, way) {
        const { desk, handset } = scene;
        if (isOffline(way)) {
          await handset.waitForURL(/\/pair\/[0-9a-f-]+$/);
          return areLinked(scene, 'Das Mikrofon des Handys ist noch aus');
        }
        await compare(scene);
        return confirmBoth(desk, handset);
      },
    },
    end: recordFromComparison,
  },
  {
    state: 'ready',
    reach: (pair) => connect(pair, title),
    desktop: {
      stored: 'pairing-',
      async seen(scene, way) {
        await deskIsAway(scene, way);
        if (isOffline(way)) await expect(button(scene.desk, 'Aufnahme starten')).toBeDisabled();
      },
      back: (scene) => areLinked(scene, 'Das Handy ist bereit'),
    },
    phone: {
      stored: 'pairingClaim',
      async seen(scene, way) {
        const known = 'Zuletzt war es bereit und nahm nicht auf.';
        await phoneIsAway(scene, way, 'Das Handy ist bereit', known);
        await expect(button(scene.desk, 'Aufnahme starten')).toBeDisabled();
      },
      async back(scene, way) {
        if (isOffline(way)) return;
        // Without a press the browser gives a new page no microphone.
        await areLinked(scene, 'Das Mikrofon des Handys ist noch aus');
        await expect(button(scene.desk, 'Aufnahme starten')).toHaveCount(0);
        await switchOn(scene.desk, scene.handset);
      },
    },
    end: recordAll,
  },
  {
    state: 'paused',
    async reach(pair) {
      const prepared = await reachRecording(pair);
      const { desk, handset } = prepared;
      await command(desk, 'Pause');
      await expect(button(handset, 'Weiter aufnehmen')).toBeVisible();
      await expect(button(desk, 'Weiter aufnehmen')).toBeEnabled();
      return { ...prepared, beforeS: await recordedS(handset) };
    },
    desktop: {
      stored: 'pairing-',
      async seen(scene, way) {
        await deskIsAway(scene, way);
        await expect(button(scene.handset, 'Weiter aufnehmen')).toBeEnabled();
        if (!isOffline(way)) return;
        await expect(button(scene.desk, 'Weiter aufnehmen')).toBeDisabled();
        await expect(button(scene.desk, 'Fertig')).toBeDisabled();
      },
      async back(scene) {
        await areLinked(scene, 'Pause');
        await command(scene.desk, 'Weiter aufnehmen');
      },
    },
    phone: {
      stored: 'pairingClaim',
      async seen(scene, way) {
        const known = 'Zuletzt machte die Aufnahme Pause. Was aufgenommen ist, liegt auf dem Handy.';
        await phoneIsAway(scene, way, 'Pause', known);
        await expect(button(scene.desk, 'Weiter aufnehmen')).toBeDisabled();
        await expect(button(scene.desk, 'Fertig')).toBeDisabled();
      },
      async back(scene, way) {
        const { desk, handset } = scene;
        if (isOffline(way)) {
          await areLinked(scene, 'Pause');
          return command(desk, 'Weiter aufnehmen');
        }
        await isLeftThere(scene);
        await button(handset, 'Fortsetzen').click();
        await button(handset, 'Aufnahme fortsetzen').click();
      },
    },
    async end(scene) {
      const { desk, handset, beforeS } = scene;
      await areLinked(scene, 'Das Handy nimmt auf');
      await expect(mirrorOf(desk)).not.toContainText(words.left);
      await shows(handset, 'Aufnahme läuft');
      await recordFor(handset, beforeS + 6);
      await command(desk, 'Fertig');
      await isSent(scene);
      await expectBoth(scene);
    },
  },
  {
    state: 'unsent',
    async reach(pair) {
      const prepared = await reachRecording(pair);
      const { desk, handset } = prepared;
      await cutUploads(handset);
      await command(desk, 'Fertig');
      await shows(handset, words.unsent);
      await expect(mirrorOf(desk)).toContainText(words.sending);
      return prepared;
    },
    desktop: {
      stored: 'pairing-',
      async seen(scene, way) {
        const { handset } = scene;
        await deskIsAway(scene, way);
        await shows(handset, words.unsent);
        if (isOffline(way)) return isUnsent(scene);
        // The phone sends the rest while nobody looks.
        await mendUploads(handset);
        await shows(handset, words.sent);
      },
      async back(scene, way) {
        if (way === 'is killed') return;
        await areLinked(scene, words.sending);
        await shows(scene.handset, words.unsent);
        await isUnsent(scene);
        await mendUploads(scene.handset);
      },
    },
    phone: {
      stored: 'pairingClaim',
      async seen(scene, way) {
        const known = 'Die Aufnahme war beendet. Was noch nicht auf dem Server ist, liegt auf dem Handy.';
        await phoneIsAway(scene, way, words.sending, known);
        await expect(scene.desk.getByRole('tab', { name: 'Transkript' })).toHaveCount(0);
        if (!isOffline(way)) return;
        await shows(scene.handset, words.unsent);
        await isUnsent(scene);
      },
      async back(scene, way) {
        const { handset } = scene;
        if (isOffline(way)) return mendUploads(handset);
        await isLeftThere(scene);
        await expect(button(handset, 'Fortsetzen')).toHaveCount(0);
        await isUnsent(scene);
        if (way === 'is reloaded') await mendUploads(handset);
        await button(handset, 'Hochladen').click();
        // The phone then shows that the recording is sent, and no recorder for another one.
        const switchOnButton = button(handset, 'Mikrofon einschalten');
        await expect(handset.getByText(words.sent).or(switchOnButton).first()).toBeVisible();
        expect(await switchOnButton.count()).toBe(0);
      },
    },
    async end(scene) {
      await isSent(scene);
      expectWhole(await compareStored(scene.desk, scene.sessionId));
    },
  },
];

const names = { desktop: 'the desktop', phone: 'the phone' } as const;
const sides = ['desktop', 'phone'] as const;

for (const row of rows)
  for (const side of sides)
    for (const way of ways)
      test(`${row.state}: ${names[side]} ${way}`, long, async ({ openPair }) => {
        const pair = await openPair();
        const scene: Scene = { number: '', beforeS: 0, ...(await row.reach(pair)), pair };
        const { seen, back, stored } = row[side];
        const page = side === 'desktop' ? scene.desk : scene.handset;
        if (way === 'is reloaded') await page.reload();
        else if (isOffline(way)) await withoutNetwork(pair[side], () => seen(scene, way));
        else {
          const { person, sessionId } = scene;
          const path =
            side === 'desktop' ? `/library/${sessionId}?mode=record` : new URL(page.url()).pathname;
          const again = await restart(pair[side], { person, path, stored, seen: () => seen(scene, way) });
          if (side === 'desktop') scene.desk = again;
          else scene.handset = again;
        }
        await back(scene, way);
        await row.end(scene);
      });
