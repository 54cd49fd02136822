import { proxy, subscribe } from 'valtio';
import {
  type PairingCommand,
  type PairingEnd,
  type PairingEvent,
  type PairingReport,
  type TakenCommand,
} from '#api/contract/pairing.ts';
import type { LinkInput, LinkState } from '#web/features/pairing/link/pairing-link.ts';
import { isUnsafe, type Recording } from '#web/features/recording/index.ts';
import { createScope, type Scope } from '#web/lib/scope.ts';
import { createCommandRunner } from './command-runner.ts';
import { createLevelGauge, type LevelGauge } from './level-gauge.ts';
import { endOf } from './pairing-end.rules.ts';
import { createReporter, type ReporterDeps } from './pairing-reporter.ts';
import {
  createDraftReader,
  factsOf,
  factsOfLeft,
  type LeftRecording,
  type PhoneFacts,
} from './phone-facts.ts';

export type PhonePairingState = {
  link: LinkState;
  /** True until the server says that the desktop is away. */
  isDesktopThere: boolean;
  /** Why the pairing is over; null while it lives. `gone`: the server does not know the pairing or this phone. */
  ended: PairingEnd | 'gone' | null;
  /** True if the pairing has ended while this phone recorded, or had audio that it had not sent. */
  hadUnsent: boolean;
  /** True if the pairing waits for the comparison of the codes. */
  isWaiting: boolean;
  /** False while reports do not arrive. */
  isReached: boolean;
  /** The last command that was not carried out, with the code of the reason, or because it came too late. */
  refused: { command: PairingCommand; problem: string | 'late' } | null;
};

export type PhonePairingDeps = Pick<ReporterDeps, 'now' | 'every' | 'onFailure' | 'pace'> & {
  openLink(input: LinkInput): Disposable;
  send(reports: PairingReport[], signal: AbortSignal): Promise<void>;
  take(commandId: string): Promise<TakenCommand>;
  sleep(ms: number): Promise<void>;
  battery(scope: Scope): () => PhoneFacts['battery'];
  isOnline(): boolean;
  /**
   * Calls `listener` with the reason when this phone can no longer use the pass of the pairing, for example because the server has
   * refused its token. Returns a function that ends this.
   */
  onPassEnded(listener: (how: PairingEnd | 'gone') => void): () => void;
  /** Called with each session that this phone begins to record. */
  onRecorded(sessionId: string): void;
  /** Called once when the pairing has ended. */
  onEnded(): void;
};

type PhonePairingInput = { pairingId: string; sessionId: string; deps: PhonePairingDeps };

/**
 * The phone's side of a pairing. It tells the desktop what the recording does, and carries out the commands of the desktop. Its own
 * failures never reach the recording.
 */
export type PhonePairing = Disposable & {
  readonly state: PhonePairingState;
  /** Sets the recording of the page; null if there is none. */
  attach(recording: Recording | null): void;
  /** Sets the recording that an earlier page has left here; null if there is none. It is reported while the page has no recording. */
  leave(left: LeftRecording | null): void;
  recording(): Recording | null;
  dismiss(): void;
};

export function openPhonePairing({ pairingId, sessionId, deps }: PhonePairingInput): PhonePairing {
  const scope = createScope();
  const state = proxy<PhonePairingState>({
    link: 'connecting',
    isDesktopThere: true,
    ended: null,
    hadUnsent: false,
    isWaiting: false,
    isReached: true,
    refused: null,
  });
  const attached = scope.use(createAttached(deps, sessionId));
  const running = scope.use(createScope());

  function end(how: PairingEnd | 'gone'): void {
    if (state.ended) return;
    Object.assign(state, { ended: how, hadUnsent: attached.hasUnsent() });
    deps.onEnded();
    // This may run inside an event of the link, so the link is disposed of after that event.
    queueMicrotask(() => running[Symbol.dispose]());
  }

  const reporter = running.use(
    createReporter({
      ...deps,
      read: attached.facts,
      onReached: (isReached) => void (state.isReached = isReached),
      onRefused: (error) => end(endOf(error)),
    }),
  );
  const commands = createCommandRunner({
    ...deps,
    recording: attached.recording,
    done: reporter.done,
    onLate: (command) => void (state.refused = { command, problem: 'late' }),
    onDone: (command, problem) => void (state.refused = problem === null ? null : { command, problem }),
  });

  function onEvent(event: PairingEvent): void {
    if (event.event === 'command') commands.onCommand(event);
    if (event.event === 'fresh') reporter.tellAll();
    if (event.event === 'presence' && event.side === 'desktop') {
      state.isDesktopThere = event.is_there;
      reporter.setDesktop(event.is_there);
    }
    if (event.event === 'pairing') {
      state.isWaiting = event.pairing.state === 'waiting';
      if (event.pairing.state === 'expired') end(event.pairing.ended ?? 'time');
    }
  }

  running.defer(deps.onPassEnded(end));
  running.use(
    deps.openLink({
      pairingId,
      side: 'phone',
      onEvent,
      onState(link) {
        state.link = link;
        if (link === 'open' || link === 'polling') reporter.hurry();
      },
      onEnd: (error) => end(endOf(error)),
    }),
  );

  return {
    state,
    recording: attached.recording,
    attach(recording) {
      if (attached.attach(recording) && !state.ended) reporter.tellAll();
    },
    leave: attached.leave,
    dismiss: () => void (state.refused = null),
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}

type Followed = { recording: Recording; gauge: LevelGauge; draft(): PhoneFacts['draft']; stop(): void };

/** Holds the recording whose facts are reported. */
function createAttached({ now, battery, isOnline, onRecorded }: PhonePairingDeps, sessionId: string) {
  const scope = createScope();
  const readBattery = battery(scope);
  let followed: Followed | null = null;
  let left: LeftRecording | null = null;
  scope.defer(() => followed?.stop());
  const recording = () => followed?.recording ?? null;
  return {
    recording,
    /** Returns true if it is another recording than before. */
    attach(next: Recording | null): boolean {
      if (next === recording()) return false;
      followed?.stop();
      followed = next && follow(next, now, onRecorded);
      return true;
    },
    leave: (next: LeftRecording | null): void => void (left = next),
    hasUnsent(): boolean {
      if (!followed) return left !== null && !left.isBusy;
      const { stage } = followed.recording.state;
      // At `completing` the server has all bytes.
      return isUnsafe(stage) && stage !== 'completing';
    },
    facts(): PhoneFacts | null {
      const beside = { battery: readBattery(), isOnline: isOnline() };
      if (!followed) return left && factsOfLeft(left, { ...beside, levelDbfs: undefined, draft: [] });
      const { gauge, draft } = followed;
      return factsOf(followed.recording, {
        ...beside,
        sessionId,
        levelDbfs: gauge.read(),
        draft: draft(),
      });
    },
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}

function follow(recording: Recording, now: () => number, onRecorded: (sessionId: string) => void): Followed {
  const gauge = createLevelGauge(now);
  let known: string | null = null;
  const note = () => {
    const id = recording.ownSession();
    if (id === null || id === known || !isUnsafe(recording.state.stage)) return;
    known = id;
    onRecorded(id);
  };
  note();
  const stops = [recording.onReport((report) => gauge.add(report)), subscribe(recording.state, note)];
  return {
    recording,
    gauge,
    draft: createDraftReader(recording),
    stop: () => stops.forEach((stop) => stop()),
  };
}
