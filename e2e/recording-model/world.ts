import type { Recording } from '#web/features/recording/state/recording.rules.ts';
import { canGoOn } from '#web/features/recording/recovery/recovery.state.ts';
import { isLive, isUnsafe } from '#web/features/recording/state/recording-stage.rules.ts';
import { draft } from '#web/features/recording/recording-doubles.ts';
import { createDevice, installNavigator, type Device, type Tab } from './device.ts';
import type { Server, Connection } from './server.ts';
import { createTruth, framesOf } from './truth.ts';
import { within } from './visit.ts';

export type World = Awaited<ReturnType<typeof createWorld>>;
type Upload = { id: string; offset: number };

/** Codes of refusals that are expected: the upload holds no whole frame, or its device has ended it meanwhile. */
const endedMeanwhile = new Set([
  'recording.no_audio',
  'recording.incomplete',
  'upload.not_found',
  'upload.adopted',
  'upload.offset_conflict',
]);

const untouched: Connection = { isOffline: false, lostAnswers: 0, isSignedIn: true };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** One person with two devices and the real server. Acknowledged sound and notes are recorded for the check at the end. */
export async function createWorld(server: Server, { isPrivate }: { isPrivate: boolean }) {
  const person = await server.openPerson();
  const truth = createTruth();
  const devices = ['laptop', 'phone'].map((name, index) =>
    createDevice({ name, isPrivate: isPrivate && index === 0, person, truth }),
  ) as [Device, Device];
  installNavigator(({ name }) => devices.find((device) => name.startsWith(device.name))!);
  const tabs: { device: Device; tab: Tab }[] = [];
  /** Words of notes that a screen showed as saved or kept. */
  const savedWords = new Set<string>();
  /** Ids of recordings that a screen showed as finished. */
  const finished = new Set<string>();
  let sessions = 0;
  let words = 0;

  const open = (device: Device) => {
    const opened = { device, tab: device.openTab() };
    tabs.push(opened);
    return opened;
  };
  open(devices[0]);
  let at = 0;
  const here = () => tabs[at]!;

  /** Records what the screens show as finished or saved, because it must not be lost any more. */
  function noteShown(): void {
    for (const { device, tab } of tabs) {
      const { recording } = tab;
      if (!recording) continue;
      const { notes, notesSaved, stage } = recording.state;
      if (stage === 'finished') for (const id of tab.began) finished.add(id);
      const isKept = notesSaved === 'yes' || (notesSaved === 'device' && !device.isPrivate);
      if (isKept) for (const word of notes.split(/\s+/)) if (word) savedWords.add(word);
    }
  }

  async function settle(ms = 12): Promise<void> {
    await pause(ms);
    noteShown();
  }

  async function newSession(): Promise<string> {
    sessions += 1;
    const id = await person
      .port(untouched)
      .createSession(
        { ...draft, title: `Sitzung ${sessions}` },
        crypto.randomUUID(),
        new AbortController().signal,
      );
    return id;
  }

  async function record(sessionId: string | null): Promise<void> {
    const { tab } = here();
    const recording = tab.recording ?? tab.record(sessionId, null);
    await within(tab.visit, async () => {
      await recording.prepare();
      await recording.start();
    });
  }

  async function deliverKept(tab: Tab): Promise<void> {
    await within(tab.visit, async () => {
      await tab.recovery.refresh();
      for (const { kept } of Array.from(tab.recovery.state.items)) await tab.recovery.deliver(kept.record.id);
    });
  }

  async function uploads(): Promise<Upload[]> {
    const answer = await person.call(untouched, '/api/v1/uploads', {});
    return ((await answer.json()) as { uploads: Upload[] }).uploads;
  }

  async function adoptAll(): Promise<void> {
    for (const { id, offset } of await uploads()) {
      const url = `/api/v1/uploads/${id}`;
      // An empty upload is deleted, unless it has grown meanwhile.
      const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0' };
      await (
        offset === 0
          ? person.call(untouched, url, { method: 'DELETE', headers })
          : person.call(untouched, `${url}/adopt`, person.json('POST', { force: true }))
      ).catch((error: { code?: string }) => {
        if (!endedMeanwhile.has(error.code ?? '')) throw error;
      });
    }
  }

  function kill(index = at): void {
    tabs[index]!.tab.visit.kill();
    tabs.splice(index, 1);
    if (tabs.length === 0) open(devices[0]);
    at = Math.min(at, tabs.length - 1);
  }

  /** Presses the offered buttons until the recording is finished. */
  async function finishRecording(recording: Recording): Promise<void> {
    const { state } = recording;
    for (let presses = 0; presses < 12; presses++) {
      if (isLive(state.stage)) void recording.finish();
      else if (isUnsafe(state.stage)) void recording.retry();
      await waitUntil(() => !isUnsafe(state.stage) || state.problem !== null);
      if (!isUnsafe(state.stage)) return;
    }
    throw new Error(`no way out of ${JSON.stringify([state.stage, state.problem, state.send])}`);
  }

  /** Waits for `isOver`, 5 s at most. */
  async function waitUntil(isOver: () => boolean): Promise<void> {
    for (let waitedMs = 0; waitedMs < 5_000 && !isOver(); waitedMs += 10) await pause(10);
  }

  return {
    devices,
    here,
    tabs: () => tabs.length,
    settle,
    kill,
    newTab(device: Device) {
      open(device);
      at = tabs.length - 1;
    },
    switchTab() {
      at = (at + 1) % tabs.length;
    },
    /** `hasSession`: false lets the recording create its session with its first sound. */
    async start(hasSession = true) {
      const { tab } = here();
      const { recording } = tab;
      if (recording?.state.stage === 'finished') {
        recording[Symbol.dispose]();
        Object.assign(tab, { recording: null });
      }
      if (tab.recording) return await record(tab.sessionId);
      await record(hasSession ? await newSession() : null);
    },
    /** Tries to record the session that another tab records already. */
    async startSame() {
      const other = tabs.find(({ tab }) => tab !== here().tab && tab.sessionId)?.tab.sessionId;
      if (other && !here().tab.recording) await record(other);
    },
    say: (seconds: number) => here().tab.say(seconds),
    write() {
      const { recording } = here().tab;
      const word = `wort${++words}`;
      recording?.setNotes(`${recording.state.notes} ${word}`.trim());
    },
    async tryWithoutSound() {
      const { connection } = here().device;
      const { recording } = here().tab;
      if (recording && isUnsafe(recording.state.stage)) return;
      await this.start();
      // The device is offline, so that the notes are stored on it only.
      const before = connection.isOffline;
      connection.isOffline = true;
      this.write();
      await settle();
      await Promise.race([here().tab.recording?.finish(), pause(400)]);
      await settle();
      this.write();
      await settle();
      connection.isOffline = before;
    },
    /** Fills the disk during a recording: the device stores the first half, and the server gets both. */
    async fillInTheMiddle() {
      const { tab, device } = here();
      tab.say(0.7);
      await settle(40);
      device.files.setFull(true);
      tab.say(0.7);
      await settle(40);
    },
    rename: () => here().tab.recording?.describe({ title: `Sitzung ${++words}` }),
    mark: () => here().tab.recording?.mark(`zeichen${++words}`),
    async goOn() {
      const { tab } = here();
      if (tab.recording) return;
      await within(tab.visit, () => tab.recovery.refresh());
      const kept = tab.recovery.state.items.find(({ kept }) => canGoOn(kept as never))?.kept;
      if (!kept) return;
      tab.record(kept.record.sessionId, structuredClone(kept) as never);
      await record(kept.record.sessionId);
    },
    deliver: () => Promise.race([deliverKept(here().tab), pause(60)]),
    /** Throws the recording away, so that it is left out of the check at the end. */
    async throwAway() {
      const { tab } = here();
      const { recording } = tab;
      if (!recording || !isLive(recording.state.stage)) return;
      await Promise.race([within(tab.visit, () => recording.discard()), pause(60)]);
      recording[Symbol.dispose]();
      Object.assign(tab, { recording: null });
    },
    adoptAll,
    /** Restores connections and disks, and presses the offered buttons. Returns what the server lacks after that. */
    async finishAll(): Promise<string[]> {
      for (const { connection, files } of devices) {
        Object.assign(connection, untouched);
        files.setFull(false);
      }
      await pause(20);
      for (const { tab } of tabs) {
        const { recording } = tab;
        if (recording) await within(tab.visit, () => finishRecording(recording));
      }
      await pause(10);
      noteShown();
      for (const { tab } of tabs.splice(0)) tab.visit.kill();
      const wrong: string[] = [];
      const back = devices.map((device) => open(device));
      for (const { device, tab } of back) {
        await within(tab.visit, () => tab.recovery.refresh());
        for (const { kept } of tab.recovery.state.items)
          if (finished.has(kept.record.id))
            wrong.push(`${device.name} was told as finished and keeps ${kept.record.session.title}`);
      }
      for (let round = 0; round < 3; round++) {
        for (const { tab } of back) await Promise.race([deliverKept(tab), pause(5_000)]);
        await adoptAll();
      }
      for (const { device, tab } of back) {
        await within(tab.visit, () => tab.recovery.refresh());
        for (const { kept, problem } of tab.recovery.state.items)
          wrong.push(
            `${device.name} still keeps ${kept.record.session.title} ${kept.durationS} s: ${problem?.code}`,
          );
      }
      for (const { id, offset } of await uploads())
        if (offset > 2_000) wrong.push(`the server still has upload ${id} of ${offset} bytes`);
      for (const { tab } of tabs) tab.visit.kill();
      return [...wrong, ...(await look())];
    },
  };

  async function look(): Promise<string[]> {
    const wrong: string[] = [];
    const { sessions, audios, errors } = await person.have();
    wrong.push(...errors);
    const sets = audios.map(({ bytes }) => new Set(framesOf(bytes)));
    const have = new Set(sets.flatMap((frames) => [...frames]));
    wrong.push(...truth.missing(have));
    for (const [index, frames] of sets.entries())
      for (const [other, others] of sets.entries())
        if (index !== other && frames.size > 0 && frames.isSubsetOf(others))
          wrong.push(`audio ${index} of ${frames.size} frames is in audio ${other} once more`);
    const notes = sessions.map((session) => session.notes).join(' ');
    for (const word of savedWords) if (!notes.includes(word)) wrong.push(`note ${word} is lost`);
    return wrong;
  }
}
