import {
  pairingCodeMs,
  pairingMs,
  type PairingCommand,
  type PairingEvent,
  type PairingReport,
  type PairingSide,
  type TakenCommand,
} from '#api/contract/pairing.ts';
import { minuteMs } from '#api/contract/time.ts';
import { later as systemLater, type Later } from '#api/lib/later.ts';
import { ranMsOf, type Clock } from '#api/lib/clock.ts';
import { isNextRecording } from '#api/shared/next-recording.ts';
import { createCommandList } from './command-list.ts';
import { createEventLog, type Message } from './event-log.ts';
import { createPresence } from './presence.ts';
import { createSnapshot } from './snapshot.ts';

type Awaitable<T> = T | Promise<T>;

/**
 * What a reader gets. `messages`: the events after the id that the reader named. `isFresh`: the feed does not have all of these events,
 * so `messages` tell everything that it knows now. `isChanged`: the pairing itself has changed since that id. `lastId`: the id for the
 * next call.
 */
export type Batch = { messages: Message[]; lastId: string; isFresh: boolean; isChanged: boolean };

export type SentCommand = { id: string; command: PairingCommand; pressedAtMs: number | undefined };

export type Subscription = {
  /** Returns what came after the event with this id; without an id everything that is known. */
  read(after: string | undefined): Awaitable<Batch>;
  /** True once nothing more will come: the feed was closed, or this side has too many streams. */
  isClosed(): boolean;
  /** True if only calls, and no stream, count for the presence of this side. Its stream may then stay open for longer. */
  isShownByCalls(): boolean;
  close(): void;
};

/**
 * Carries what both sides of a pairing tell each other. This is a port. Its only driver keeps everything in the memory of one process.
 * It begins to keep what is told with the first call for a pairing, and forgets it at `end`.
 */
export type PairingFeed = {
  report(id: string, reports: readonly PairingReport[]): Awaitable<void>;
  /** Accepts a command of the desktop. `pressedAtMs`: time of the press by `nowMs`; undefined if the page does not tell it. */
  command(id: string, command: SentCommand): Awaitable<void>;
  take(id: string, commandId: string): Awaitable<TakenCommand>;
  /** Returns the time by which the age of commands is measured, ms since about the epoch. It is monotonic while the server runs. */
  nowMs(): number;
  /** Counts a call if it is allowed now, and returns 0. Otherwise returns the time until the next call is allowed, ms. */
  paceMs(id: string): Awaitable<number>;
  /** Notes a call with the token of a phone, such as an upload. `isRecording` takes the phone as heard from; its presence is not changed. */
  hear(id: string): void;
  /** True if the phone has told that it records or pauses, and was heard a short time ago. */
  isRecording(id: string): Awaitable<boolean>;
  /** Returns what came after the event with this id. The call shows that this side is there. */
  poll(id: string, side: PairingSide, after: string | undefined): Awaitable<Batch>;
  /** Subscribes a side. `onChange` is called after each change until `close`. It must not throw. */
  subscribe(id: string, side: PairingSide, onChange: () => void): Subscription;
  /** Tells readers that the pairing itself has changed. */
  change(id: string): void;
  /** Tells readers that the pairing is over, and forgets it. */
  end(id: string, how: { isFinished: boolean }): void;
  count(): { pairings: number; streams: number };
  /** Ends all streams, and forgets all pairings. A stream that is opened later has ended from its beginning. */
  close(): void;
};

/** Streams that a side may have open. The oldest one is closed for the next. */
const mostStreams = 4;
/** Time after the last report of a phone, or its last call with a token, for which that report counts as its present state, ms. */
const heardMs = minuteMs;
/** Token bucket of the calls to a pairing: its size, and the calls that are added per second. */
export const pace = { burst: 50, perS: 20 };

type Listener = { onChange(): void; side: PairingSide; isClosed: boolean; leave(): void };
type Deps = { clock: Clock; later?: Later };

/** Creates a token bucket. The function returns 0 for a call that is allowed, otherwise the time to wait, ms. */
function createPace(ranMs: () => number) {
  let calls = pace.burst;
  let countedMs = ranMs();
  return (): number => {
    const nowMs = ranMs();
    calls = Math.min(pace.burst, calls + ((nowMs - countedMs) / 1000) * pace.perS);
    countedMs = nowMs;
    if (calls < 1) return Math.ceil(((1 - calls) / pace.perS) * 1000);
    calls -= 1;
    return 0;
  };
}

/** Creates the channel of one pairing: its events, snapshot, commands and presence. */
function createChannel(ranMs: () => number, later: Later) {
  const log = createEventLog();
  const snapshot = createSnapshot();
  const listeners = new Set<Listener>();
  const notify = (): void => {
    for (const { onChange } of Array.from(listeners)) onChange();
  };
  const tell = (event: PairingEvent): void => {
    log.add(event);
    notify();
  };
  const commands = createCommandList({ ranMs, later, tell });
  const presence = createPresence({ ranMs, later, tell });
  let heardAtMs = ranMs();

  const takeReport = (report: PairingReport): void => {
    if (report.kind === 'state') {
      const former = snapshot.state();
      if (former && isNextRecording(former, report)) {
        snapshot.begin();
        log.forgetLevels();
      }
      presence.expectReports(report.stage === 'recording');
    }
    snapshot.take(report);
    if (report.kind === 'done') commands.settle(report.command_id, report.problem);
    else log.add({ event: 'report', report });
  };
  const everything = (): PairingEvent[] => {
    const level = log.level();
    const reports = [...snapshot.reports(), ...(level ? [level] : [])];
    return [
      { event: 'fresh' },
      ...reports.map((report): PairingEvent => ({ event: 'report', report })),
      ...commands.recent(),
      ...presence.now(),
    ];
  };

  return {
    paceMs: createPace(ranMs),
    listeners,
    commands,
    presence,
    notify,
    change(): void {
      log.change();
      notify();
    },
    isRecording(): boolean {
      const stage = snapshot.state()?.stage;
      return (stage === 'recording' || stage === 'paused') && ranMs() - heardAtMs < heardMs;
    },
    hear(): void {
      heardAtMs = ranMs();
    },
    report(reports: readonly PairingReport[]): void {
      heardAtMs = ranMs();
      presence.seen('phone');
      for (const report of reports) takeReport(report);
      notify();
    },
    read(after: string | undefined): Batch {
      const lastId = log.lastId();
      const missed = after ? log.since(after) : null;
      if (missed) return { ...missed, lastId, isFresh: false };
      // A reader that disconnects before the last of these events needs all of them again, so only the last one has an id.
      const events = everything();
      const messages = events.map((event, index) => ({
        id: index === events.length - 1 ? lastId : null,
        json: JSON.stringify(event),
      }));
      return { messages, lastId, isFresh: true, isChanged: false };
    },
    close(): void {
      commands.close();
      presence.close();
    },
  };
}

type Channel = ReturnType<typeof createChannel>;

/** Closes the oldest streams of a side that has too many. */
function closeOldest({ listeners }: Channel, side: PairingSide): void {
  const own = [...listeners].filter((listener) => listener.side === side);
  for (const listener of own.slice(0, Math.max(0, own.length - mostStreams))) {
    listener.isClosed = true;
    listener.onChange();
  }
}

/** Adds a listener. If its side then has more than `mostStreams`, the oldest ones are closed. */
function listen(channel: Channel, listener: Listener): Subscription {
  const { side } = listener;
  channel.listeners.add(listener);
  closeOldest(channel, side);
  return {
    read: (after) => channel.read(after),
    isClosed: () => listener.isClosed,
    isShownByCalls: () => channel.presence.isShownByCalls(side),
    close() {
      if (channel.listeners.delete(listener)) listener.leave();
    },
  };
}

/** Creates the feed of all pairings in the memory of this process. */
export function createPairingFeed({ clock, later = systemLater }: Deps): PairingFeed {
  const ranMs = ranMsOf(clock);
  const beganMs = clock.now() - ranMs();
  const nowMs = (): number => Math.round(beganMs + ranMs());
  const channels = new Map<string, { channel: Channel; forget: () => void }>();
  let isClosed = false;

  const end = (id: string, { isFinished }: { isFinished: boolean }): void => {
    const known = channels.get(id);
    if (!known) return;
    channels.delete(id);
    known.forget();
    if (isFinished) known.channel.commands.finish();
    known.channel.close();
    known.channel.change();
  };
  const open = (id: string): Channel => {
    const known = channels.get(id);
    if (known) return known.channel;
    const channel = createChannel(ranMs, later);
    // A pairing lives no longer than its code and its connection together. Its channel is dropped then, even if no call comes that would
    // find the pairing to be over.
    const forget = later(pairingCodeMs + pairingMs, () => end(id, { isFinished: false }));
    channels.set(id, { channel, forget });
    return channel;
  };

  return {
    end,
    report: (id, reports) => open(id).report(reports),
    nowMs,
    command(id, { pressedAtMs = nowMs(), ...command }) {
      const { presence, commands } = open(id);
      presence.seen('desktop');
      // The page estimates the time of the server. An estimate that is too late must not give a negative age.
      commands.send({ ...command, ageMs: Math.max(0, nowMs() - pressedAtMs) });
    },
    take(id, commandId) {
      const { presence, commands } = open(id);
      presence.seen('phone');
      return commands.take(commandId);
    },
    paceMs: (id) => open(id).paceMs(),
    hear: (id) => channels.get(id)?.channel.hear(),
    isRecording: (id) => channels.get(id)?.channel.isRecording() ?? false,
    poll(id, side, after) {
      const channel = open(id);
      channel.presence.seen(side);
      return channel.read(after);
    },
    subscribe(id, side, onChange) {
      const channel = open(id);
      return listen(channel, { onChange, side, isClosed, leave: channel.presence.listen(side) });
    },
    change: (id) => channels.get(id)?.channel.change(),
    count: () => ({
      pairings: channels.size,
      streams: [...channels.values()].reduce((sum, { channel }) => sum + channel.listeners.size, 0),
    }),
    close() {
      isClosed = true;
      for (const [id, { channel, forget }] of Array.from(channels)) {
        channels.delete(id);
        forget();
        for (const listener of channel.listeners) listener.isClosed = true;
        channel.close();
        channel.notify();
      }
    },
  };
}
