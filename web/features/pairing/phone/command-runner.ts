import type { PairingErrorCode } from '#api/contract/errors.ts';
import {
  type PairingCommand,
  pairingCommandMs,
  type PairingEvent,
  type TakenCommand,
} from '#api/contract/pairing.ts';
import { isOver } from '#web/features/pairing/link/link-way.rules.ts';
import { isLive, isUnsafe, type Recording } from '#web/features/recording/index.ts';
import { ApiError } from '#web/lib/api-error.ts';

/** Code of the reason why the phone did not carry out a command: a `PairingErrorCode`, or a problem of the recording. */
type CommandProblem = string;

const noMicrophone: PairingErrorCode = 'pairing.microphone_needed';
const lost: PairingErrorCode = 'pairing.command_lost';

type Actions = Pick<Recording, 'start' | 'pause' | 'resume' | 'mark' | 'finish'> & {
  state: Pick<Recording['state'], 'stage' | 'problem'>;
};

/**
 * Carries out a command. Returns null, or the code of the reason why it was refused. A command whose effect is already there is not
 * refused.
 */
export async function carryOut(
  command: PairingCommand,
  recording: Actions | null,
): Promise<CommandProblem | null> {
  const unfit: PairingErrorCode =
    recording?.state.stage === 'interrupted' ? noMicrophone : 'pairing.command_unfit';
  if (!recording) return unfit;
  const { state } = recording;
  const { stage } = state;
  switch (command) {
    case 'start':
      if (stage === 'recording') return null;
      // Without a press on the phone the browser gives no microphone.
      if (stage === 'idle' || stage === 'asking') return noMicrophone;
      if (stage !== 'ready') return unfit;
      await recording.start();
      return stageOf(recording) === 'recording' ? null : (state.problem?.code ?? unfit);
    case 'pause':
      if (stage === 'recording') recording.pause();
      return stageOf(recording) === 'paused' ? null : unfit;
    case 'resume':
      if (stage === 'paused') recording.resume();
      return stageOf(recording) === 'recording' ? null : unfit;
    case 'mark':
      if (!isLive(stage)) return unfit;
      recording.mark();
      return null;
    case 'finish':
      if (!isLive(stage)) return isUnsafe(stage) || stage === 'finished' ? null : unfit;
      // The promise resolves when the server has the whole recording. The command is done before that.
      void recording.finish();
      return null;
  }
}

/** Reads the stage anew, because the compiler keeps the narrowed type after an action has changed it. */
const stageOf = ({ state }: Actions): Actions['state']['stage'] => state.stage;

type CommandEvent = Extract<PairingEvent, { event: 'command' }>;

export type CommandRunnerDeps = {
  take(id: string): Promise<TakenCommand>;
  recording(): Actions | null;
  done(id: string, problem: CommandProblem | null): void;
  /** Called for a command that came too late and was not carried out. */
  onLate(command: PairingCommand): void;
  onDone(command: PairingCommand, problem: CommandProblem | null): void;
  now(): number;
  sleep(ms: number): Promise<void>;
  onFailure(step: string, error: unknown): void;
};

/**
 * What the phone knows of a command. `lost`: the answer `go` came too late to be acted on, or was lost on its way. `unheard`: no
 * answer came in time.
 */
type Answer = TakenCommand['answer'] | 'lost' | 'unheard';

/** Pause before `take` is tried again after a failed call, ms. */
const againMs = 1_000;

/**
 * Carries out the commands of the desktop, one after the other. Each is asked for first, so that none is carried out twice or too
 * late. The clock of the server decides what is too late.
 */
export function createCommandRunner(deps: CommandRunnerDeps) {
  const known = new Set<string>();
  let before = Promise.resolve();

  const isTooOld = (sinceMs: number): boolean => deps.now() - sinceMs > pairingCommandMs;

  async function take(id: string, sinceMs: number): Promise<Answer> {
    for (let tries = 0; ; tries += 1) {
      const askedMs = deps.now();
      try {
        const { answer, left_ms: leftMs = pairingCommandMs } = await deps.take(id);
        // The answer has taken so long that the person does not expect the command any more.
        if (answer === 'go' && (deps.now() - askedMs > leftMs || isTooOld(sinceMs))) return 'lost';
        // `taken` after a failed call means that the lost answer was `go`. No other device carries the command out.
        return answer === 'taken' && tries > 0 ? 'lost' : answer;
      } catch (error) {
        deps.onFailure('take', error);
        // The server knows no such command, so there is nothing to carry out.
        if (error instanceof ApiError && isOver(error.status)) return 'taken';
        if (isTooOld(sinceMs)) return 'unheard';
        await deps.sleep(againMs);
      }
    }
  }

  async function run({ id, command }: CommandEvent, sinceMs: number): Promise<void> {
    const answer = await take(id, sinceMs);
    // The lost answer may have been `go`. Then the server waits for the outcome.
    if (answer === 'unheard') deps.done(id, lost);
    if (answer === 'late' || answer === 'unheard') return deps.onLate(command);
    if (answer === 'taken') return;
    const problem = answer === 'lost' ? lost : await carryOut(command, deps.recording());
    deps.done(id, problem);
    deps.onDone(command, problem);
  }

  return {
    /** Takes an event of the link. */
    onCommand(event: CommandEvent): void {
      const { id, outcome } = event;
      if (known.has(id) || (outcome !== 'sent' && outcome !== 'late')) return;
      known.add(id);
      if (outcome === 'late') return deps.onLate(event.command);
      const sinceMs = deps.now();
      before = before
        .then(() => run(event, sinceMs))
        .catch((error: unknown) => deps.onFailure('command', error));
    },
  };
}
