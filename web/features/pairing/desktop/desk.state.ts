import { proxy } from 'valtio';
import { isApiError, problemOf } from '#web/lib/api-error.ts';
import { createScope } from '#web/lib/scope.ts';
import { createAbandon } from './abandon.ts';
import { createConfirmation } from './confirmation.ts';
import { type Desk, type DeskDeps, type DeskState, nothing } from './desk.ts';
import { createDeskLink, type DeskLink } from './desk-link.ts';
import { isOutage } from './desk.rules.ts';
import type { SentCommand } from './mirror.rules.ts';

/** Creates the desktop's side. It goes on with the pairing that this browser remembers of the session. */
export function createDesk(sessionId: string, deps: DeskDeps): Desk {
  const scope = createScope();
  const state = proxy<DeskState>(nothing());
  const link = scope.use(createDeskLink({ sessionId, state, deps }));
  /** Number of the last action of the person. Answers to requests for a code of earlier actions are ignored. */
  let run = 0;
  const confirmation = createConfirmation({ sessionId, state, link, deps });
  const known = deps.remembered(sessionId);
  if (known !== null) link.follow(known);

  async function start(): Promise<void> {
    link.leave();
    const own = ++run;
    Object.assign(state, { ...nothing(), step: 'starting' });
    try {
      const { code, address, ...pairing } = await deps.start(sessionId);
      if (scope.signal.aborted || own !== run) {
        // Nobody looks at the code any more, so nobody shall use it.
        await deps.end(pairing.id).catch(() => {});
        return;
      }
      link.follow(pairing.id);
      state.code = { code, address };
      link.know(pairing);
    } catch (error) {
      if (scope.signal.aborted || own !== run) return;
      const found = isApiError(error, 'pairing.connected') ? error.body?.pairing_id : undefined;
      if (found === undefined)
        return void Object.assign(state, { step: 'failed', problem: problemOf(error) });
      link.resume(found);
      state.isFound = true;
    }
  }

  function leave(): void {
    run++;
    const left = link.id();
    if (left !== null) deps.forget(sessionId, left);
    link.leave();
    Object.assign(state, nothing());
  }

  return {
    state,
    start,
    confirm: confirmation.send,
    command: (command) => sendCommand(command, { state, link, deps }),
    onLevel: link.onLevel,
    async end() {
      const ended = link.id();
      if (ended === null) return;
      try {
        await deps.end(ended);
      } catch (error) {
        // What the server does not know is over anyway.
        if (isApiError(error) && error.status === 404) return;
        if (!isOutage(error)) throw error;
        // This screen is not held up by a server that is away. There the pairing ends by time.
        if (link.id() === ended) leave();
      }
    },
    leave,
    abandon: createAbandon({
      sessionId,
      state,
      link,
      deps,
      confirmed: confirmation.answered,
      begin() {
        const own = ++run;
        return () => own === run;
      },
      signal: scope.signal,
    }),
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}

type Sending = {
  state: DeskState;
  link: Pick<DeskLink, 'id' | 'serverMs'>;
  deps: Pick<DeskDeps, 'send' | 'newId' | 'commandMs'>;
};

async function sendCommand(command: SentCommand['command'], { state, link, deps }: Sending): Promise<void> {
  const pairingId = link.id();
  if (pairingId === null) return;
  const id = deps.newId();
  state.mirror.commands.push({ id, command, outcome: 'sending', problem: null });
  const given = { id, command, pressedAtMs: link.serverMs() };
  // After `commandMs` the phone does not carry the command out any more, so the answer is not awaited.
  const failed = await deps.send(pairingId, given, AbortSignal.timeout(deps.commandMs)).then(
    () => null,
    (error: unknown) => error,
  );
  const sent = state.mirror.commands.find((one) => one.id === id);
  // An event may have told more than the answer does.
  if (sent?.outcome === 'sending') Object.assign(sent, outcomeOf(failed));
}

/** Returns what is known of a command by the answer to its request. After a lost answer nobody knows whether it arrived. */
function outcomeOf(failed: unknown): Pick<SentCommand, 'outcome' | 'problem'> {
  if (failed === null) return { outcome: 'sent', problem: null };
  const { code } = problemOf(failed);
  const isRefused = isApiError(failed) && failed.status >= 400 && failed.status < 500;
  return isRefused ? { outcome: 'failed', problem: code } : { outcome: 'unknown', problem: null };
}
