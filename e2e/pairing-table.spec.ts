/**
 * One side of a pairing goes away in each state: while it is away and afterwards both screens say what is true, and the recording is
 * whole.
 */
import { pairingSides } from '#api/contract/pairing.ts';
import {
  askForCode,
  command,
  confirmBoth,
  connect,
  cutUploads,
  dialogOf,
  expect,
  mendUploads,
  mirrorOf,
  type Pair,
  switchOn,
  test,
  typeCode,
  type Way,
  ways,
  withoutNetwork,
} from './pair.ts';
import {
  areLinked,
  asksForRecording,
  compare,
  deskIsAway,
  expectRecorded,
  goOn,
  isLeftThere,
  isOffline,
  isSent,
  isUnsent,
  lastKnown,
  phoneIsAway,
  reachComparison,
  reachQuestion,
  reachRecording,
  recordAll,
  recordFromComparison,
  type Reached,
  restartSide,
  type Scene,
  sceneOf,
  showMark,
  shows,
  showsCode,
  showsNot,
  sideNames,
  title,
  waits,
  words,
} from './pairing-scene.ts';
import { button, long, recordedS, recordFor } from './recording.ts';

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
  reach(pair: Pair): Promise<Reached>;
  desktop: Column;
  phone: Column;
  /** Goes on until the server has the whole recording, and checks it. */
  end(scene: Scene): Promise<unknown>;
};

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
    state: 'off',
    async reach(pair) {
      const prepared = await reachComparison(pair);
      const { desk, handset } = prepared;
      await confirmBoth(desk, handset);
      await areLinked({ desk, handset }, 'Das Mikrofon des Handys ist noch aus');
      return prepared;
    },
    desktop: {
      stored: 'pairing-',
      async seen(scene, way) {
        await deskIsAway(scene, way);
        await expect(button(scene.handset, 'Mikrofon einschalten')).toBeEnabled();
        if (isOffline(way)) await expect(button(scene.desk, 'Aufnahme starten')).toHaveCount(0);
      },
      back: (scene) => areLinked(scene, 'Das Mikrofon des Handys ist noch aus'),
    },
    phone: {
      stored: 'pairingClaim',
      async seen(scene, way) {
        await phoneIsAway(scene, way, 'Das Mikrofon des Handys ist noch aus', lastKnown.off);
        await expect(button(scene.desk, 'Aufnahme starten')).toHaveCount(0);
      },
      back: (scene) => areLinked(scene, 'Das Mikrofon des Handys ist noch aus'),
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
        await phoneIsAway(scene, way, 'Das Handy ist bereit', lastKnown.ready);
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
    state: 'recording',
    async reach(pair) {
      const prepared = await reachRecording(pair);
      return { ...prepared, beforeS: await recordedS(prepared.handset) };
    },
    desktop: {
      stored: 'pairing-',
      async seen(scene, way) {
        const { desk, handset } = scene;
        await deskIsAway(scene, way);
        await shows(handset, 'Aufnahme läuft');
        await recordFor(handset, (await recordedS(handset)) + 3);
        if (!isOffline(way)) return;
        for (const name of ['Pause', 'Marke', 'Fertig']) await expect(button(desk, name)).toBeDisabled();
        await expect(mirrorOf(desk)).not.toContainText(words.phoneAway);
      },
      back: async () => {},
    },
    phone: {
      stored: 'pairingClaim',
      async seen(scene, way) {
        const { desk, handset } = scene;
        await phoneIsAway(scene, way, 'Das Handy nimmt auf', lastKnown.recording);
        for (const name of ['Pause', 'Marke', 'Fertig']) await expect(button(desk, name)).toBeDisabled();
        await expect(desk.getByRole('tab', { name: 'Transkript' })).toHaveCount(0);
        if (!isOffline(way)) return;
        await shows(handset, 'Aufnahme läuft');
        await recordFor(handset, (await recordedS(handset)) + 3);
      },
      async back(scene, way) {
        if (isOffline(way)) return;
        await isLeftThere(scene);
        await goOn(scene);
        // The fake microphone begins anew with the page.
        scene.stretches = 2;
        await showMark(scene, words.closed);
      },
    },
    async end(scene) {
      const { desk, handset } = scene;
      await areLinked(scene, 'Das Handy nimmt auf');
      await expect(mirrorOf(desk)).not.toContainText(words.left);
      await shows(handset, 'Aufnahme läuft');
      await recordFor(handset, (await recordedS(handset)) + 6);
      await command(desk, 'Fertig');
      await isSent(scene);
      await expectRecorded(scene);
    },
  },
  {
    state: 'paused',
    async reach(pair) {
      const prepared = await reachRecording(pair);
      const { desk, handset } = prepared;
      await command(desk, 'Pause');
      await expect(button(handset, 'Weiter aufnehmen')).toBeVisible();
      await expect(button(desk, 'Weiter aufnehmen')).toBeEnabled();
      return { ...prepared, beforeS: await recordedS(handset), stretches: 2 };
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
        await phoneIsAway(scene, way, 'Pause', lastKnown.paused);
        await expect(button(scene.desk, 'Weiter aufnehmen')).toBeDisabled();
        await expect(button(scene.desk, 'Fertig')).toBeDisabled();
      },
      async back(scene, way) {
        const { desk } = scene;
        if (isOffline(way)) {
          await areLinked(scene, 'Pause');
          return command(desk, 'Weiter aufnehmen');
        }
        await isLeftThere(scene);
        return goOn(scene);
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
      await expectRecorded(scene);
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
        await phoneIsAway(scene, way, words.sending, lastKnown.unsent);
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
      await expectRecorded(scene);
    },
  },
];

for (const row of rows)
  for (const side of pairingSides)
    for (const way of ways)
      test(`${row.state}: ${sideNames[side]} ${way}`, long, async ({ openPair }) => {
        const pair = await openPair();
        const scene = sceneOf(pair, await row.reach(pair));
        const { seen, back, stored } = row[side];
        const page = side === 'desktop' ? scene.desk : scene.handset;
        if (way === 'is reloaded') await page.reload();
        else if (isOffline(way)) await withoutNetwork(pair[side], () => seen(scene, way));
        else await restartSide(scene, side, { stored, seen: () => seen(scene, way) });
        await back(scene, way);
        await row.end(scene);
      });
