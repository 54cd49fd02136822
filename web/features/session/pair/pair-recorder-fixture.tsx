import { afterEach, beforeEach, expect } from 'vitest';
import { page } from 'vitest/browser';
import {
  pairingHeartbeatMs,
  type PairingCommand,
  type PairingEvent,
  type PairingReport,
} from '#api/contract/pairing.ts';
import { endPhonePairing } from '#web/features/pairing/phone/current-phone.ts';
import { pairingFixture } from '#web/features/pairing/link/pairing-fixture.ts';
import {
  activeRecording,
  closeRecording,
  discardRecording,
  endRecovery,
} from '#web/features/recording/index.ts';
import { userState } from '#web/features/user/index.ts';
import { de } from '#web/i18n/de/index.ts';
import { localStore } from '#web/lib/browser-storage.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { createRoutedScreen } from '#web/testing/routed-screen.tsx';
import { sessionFixture } from '#web/testing/session-fixture.ts';
import { createTestApi, type TestApi } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { PairRecorderScreen } from './pair-recorder-screen.tsx';

export const button = (name: string) => page.getByRole('button', { name, exact: true });
export const stage = () => activeRecording.current?.state.stage;

/** The side of the desktop and of the server: the streams of events, and the answers to the phone. */
function createDesk(api: TestApi) {
  let streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  let beat: ReturnType<typeof setInterval> | undefined;
  const desk = {
    /** Answer to the phone that asks whether it may carry out a command. */
    answer: 'go' as 'go' | 'late',
    streams: () => streams,
    tell(event: PairingEvent): void {
      const line = new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`);
      for (const stream of streams) stream.enqueue(line);
    },
    /** Sends a command to the phone, and returns its id. */
    command(name: PairingCommand): string {
      const id = crypto.randomUUID();
      api.on(`POST /api/v1/pairings/p1/commands/${id}/take`, () => ({ answer: desk.answer }));
      desk.tell({ event: 'command', id, command: name, outcome: 'sent', problem: null });
      return id;
    },
    /** Opens the routes of the pairing `p1`. */
    open(): void {
      streams = [];
      desk.answer = 'go';
      // Without heartbeats the phone would take the stream as lost in a test that runs slowly.
      const sign = new TextEncoder().encode(': still here\n\n');
      beat = setInterval(() => streams.forEach((stream) => stream.enqueue(sign)), pairingHeartbeatMs);
      api.on('POST /api/v1/pairings/p1/events', () => new Response(null, { status: 204 }));
      api.on('GET /api/v1/pairings/p1/events', () => {
        let own: ReadableStreamDefaultController<Uint8Array> | null = null;
        const body = new ReadableStream<Uint8Array>({
          start(stream) {
            own = stream;
            streams.push(stream);
            desk.tell({ event: 'pairing', pairing: pairingFixture() });
            desk.tell({ event: 'presence', side: 'desktop', is_there: true, away_ms: 0 });
          },
          cancel() {
            streams = streams.filter((stream) => stream !== own);
          },
        });
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
      });
    },
    close: () => clearInterval(beat),
  };
  return desk;
}

/**
 * Creates the recorder of a phone for a test: real workers and the microphone of the browser. The server is a double that no bytes reach.
 * A person is signed in, whose id is `person.id`.
 */
export function createPairRecorder() {
  const screen = createTestScreen();
  const api = createTestApi();
  const desk = createDesk(api);
  const person = { id: '' };

  function signIn(): void {
    userState.user = { id: person.id, sub: 'sub', quota: null } as NonNullable<typeof userState.user>;
    localStore.setItem('access_token', 'token');
  }

  beforeEach(async () => {
    await page.viewport(360, 740);
    person.id = crypto.randomUUID();
    signIn();
    api.on('GET /api/v1/sessions/s1', () => sessionFixture());
    api.on('PATCH /api/v1/sessions/s1', () => ({ id: 's1', notes: { text: '', rev: 1 } }));
    desk.open();
  });
  afterEach(async () => {
    await discardRecording();
    closeRecording();
    screen.clear();
    endPhonePairing();
    desk.close();
    userState.user = null;
    localStore.clear();
    queryClient.clear();
  });

  const reports = (): PairingReport[] =>
    api.calls
      .filter(({ call }) => call === 'POST /api/v1/pairings/p1/events')
      .flatMap(({ body }) => (body as { claim: string; reports: PairingReport[] }).reports);

  /** Waits until the recorder listens. Then switches the microphone on, with a press as a person does it. */
  async function switchOn(): Promise<void> {
    await linked();
    await button(de.recording.before.switchOn).click();
    await expect.poll(stage).toBe('ready');
  }
  /** Waits until the recorder listens to the events of the pairing. */
  async function linked(): Promise<void> {
    await expect.poll(() => desk.streams().length).toBeGreaterThan(0);
  }

  return {
    screen,
    api,
    desk,
    person,
    signIn,
    linked,
    switchOn,

    /** Returns the reports of this kind that the phone has sent. */
    told: <K extends PairingReport['kind']>(kind: K) =>
      reports().filter((report): report is Extract<PairingReport, { kind: K }> => report.kind === kind),

    /** Opens the screen of the pairing with this id. */
    async open(pairingId = 'p1') {
      const fixture = createRoutedScreen('/pair/$pairingId', PairRecorderScreen, {
        '/pair': () => <h1>Der Code</h1>,
      });
      screen.show(fixture.element);
      await fixture.go(`/pair/${pairingId}`);
      return fixture;
    },

    /** Starts the recording from the desktop, and waits until this device has stored more than a second of it. */
    async record(): Promise<void> {
      desk.command('start');
      await expect.poll(() => activeRecording.current?.state.storedS).toBeGreaterThan(1);
    },

    /** Ends the page as a crash does, without finishing the recording. */
    crash(): void {
      activeRecording.current?.[Symbol.dispose]();
      Object.assign(activeRecording, { current: null });
      screen.clear();
      endPhonePairing();
      endRecovery();
    },

    /** Fails if something is wider than a phone, in portrait or landscape, or if axe finds a fault. */
    async expectSound(): Promise<void> {
      for (const [width, height] of [
        [320, 640],
        [430, 900],
        [740, 360],
      ] as const) {
        await page.viewport(width, height);
        await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      }
      expect(await accessibilityFaults(screen.host, { without: ['heading-order'] })).toEqual([]);
    },
  };
}
