import type { PairingErrorCode } from '#api/contract/errors.ts';
import {
  pairingCommandMs,
  type PairingCommand,
  type PairingEvent,
  type TakenCommand,
} from '#api/contract/pairing.ts';
import { minuteMs } from '#api/contract/time.ts';
import type { Later } from '#api/lib/later.ts';

type CommandEvent = Extract<PairingEvent, { event: 'command' }>;
/** A command and what both sides were told of it. `atMs`: time at which the person gave it, by `ranMs`. */
type Sent = { told: CommandEvent; atMs: number };
/** A command that arrives. `ageMs`: time since the person gave it. */
export type GivenCommand = { id: string; command: PairingCommand; ageMs: number };

/** Number of commands that are remembered. A command with the id of a remembered one is not counted again. */
const mostCommands = 100;
/** Age up to which a new reader learns of a command, ms. */
const shownMs = minuteMs;
/** Time after which a command that was taken counts as lost, ms: the phone was closed, or has lost its connection. */
const takenMs = 20_000;
const lost: PairingErrorCode = 'pairing.command_lost';

type Deps = {
  /** A monotonic clock, ms. */
  ranMs(): number;
  later: Later;
  tell(event: CommandEvent): void;
};

/** The commands of the desktop with their outcomes. The clock of the server alone decides which command is too old. */
export function createCommandList({ ranMs, later, tell }: Deps) {
  const all = new Map<string, Sent>();
  const waits = new Map<string, () => void>();

  const stopWaiting = (id: string): void => {
    waits.get(id)?.();
    waits.delete(id);
  };
  const set = ({ told }: Sent, outcome: CommandEvent['outcome'], problem: string | null = null): void => {
    stopWaiting(told.id);
    Object.assign(told, { outcome, problem });
    tell({ ...told });
  };
  const leftMs = ({ atMs }: Sent): number => pairingCommandMs - (ranMs() - atMs);
  /** Waits until a command that nobody takes is too old. A timer that runs early is set again. */
  const watch = (sent: Sent): void => {
    const look = () => (leftMs(sent) > 0 ? watch(sent) : set(sent, 'late'));
    waits.set(sent.told.id, later(Math.max(1, leftMs(sent)), look));
  };

  return {
    send({ id, command, ageMs }: GivenCommand): void {
      if (all.has(id)) return;
      const told: CommandEvent = { event: 'command', id, command, outcome: 'sent', problem: null };
      const sent = { told, atMs: ranMs() - ageMs };
      all.set(id, sent);
      if (all.size > mostCommands) {
        // A Map keeps its order of insertion, so the first key is the oldest one.
        const oldest = all.keys().next().value!;
        stopWaiting(oldest);
        all.delete(oldest);
      }
      // A connection that has stalled delivers a command late. The phone learns of such a command only that it is too late.
      if (leftMs(sent) <= 0) return set(sent, 'late');
      tell({ ...told });
      watch(sent);
    },

    /**
     * Lets the phone take a command: `go` for the first call, `taken` for later ones, `late` if the command is too old. An unknown
     * command was sent before a restart of the server, and is `late` too.
     */
    take(id: string): TakenCommand {
      const sent = all.get(id);
      if (sent?.told.outcome === 'sent' && leftMs(sent) <= 0) set(sent, 'late');
      if (!sent || sent.told.outcome === 'late') return { answer: 'late' };
      if (sent.told.outcome !== 'sent') return { answer: 'taken' };
      set(sent, 'taken');
      waits.set(
        id,
        later(takenMs, () => set(sent, 'refused', lost)),
      );
      return { answer: 'go', left_ms: leftMs(sent) };
    },

    /** Stores the outcome that the phone reports for a command it has taken, even if the command counts as lost by then. */
    settle(id: string, problem: string | null): void {
      const sent = all.get(id);
      if (sent?.told.outcome === 'taken' || sent?.told.problem === lost)
        set(sent, problem === null ? 'done' : 'refused', problem);
    },

    /** Sets a `finish` that was taken to `done`, because the server has the whole recording. The phone may not have reported it yet. */
    finish(): void {
      for (const sent of all.values())
        if (sent.told.command === 'finish' && sent.told.outcome === 'taken') set(sent, 'done');
    },

    recent: (): CommandEvent[] =>
      [...all.values()].filter(({ atMs }) => ranMs() - atMs < shownMs).map(({ told }) => ({ ...told })),

    close(): void {
      for (const cancel of waits.values()) cancel();
      waits.clear();
    },
  };
}
