import type { Pairing, PairingCommand, PairingEvent, PairingReport } from '#api/contract/pairing.ts';
import { pairingFixture } from '#web/features/pairing/link/pairing-fixture.ts';
import type { LinkInput, LinkState } from '#web/features/pairing/link/pairing-link.ts';
import type { Desk, DeskDeps } from './desk.ts';
import { createDesk } from './desk.state.ts';

export const testCode = 'ABCD2345';
export const testAddress = `https://wortlaut.example/pair?code=${testCode}`;

export type TestDesk = {
  desk: Desk;
  sent: { command: PairingCommand; id: string }[];
  ended: string[];
  started: () => number;
  tell(event: PairingEvent): void;
  pairing(change: Partial<Pairing>): void;
  report(report: PairingReport): void;
  state(change?: Partial<Extract<PairingReport, { kind: 'state' }>>): void;
  presence(isThere: boolean, awayMs?: number): void;
  outcome(of: Extract<PairingEvent, { event: 'command' }>['outcome'], problem?: string | null): void;
  link(state: LinkState): void;
};

/** For tests: the desktop's side, with a server and a phone that the test plays. */
export function createTestDesk(change: Partial<DeskDeps> = {}): TestDesk {
  const sent: TestDesk['sent'] = [];
  const ended: string[] = [];
  let link: LinkInput | null = null;
  let starts = 0;
  const desk = createDesk('s1', {
    async start() {
      starts += 1;
      return {
        ...pairingFixture({ state: 'preparing', device: null, expires_in_ms: 300_000 }),
        code: testCode,
        address: testAddress,
      };
    },
    confirm: async () => pairingFixture(),
    end: async (id) => void ended.push(id),
    endUnconnected: async (id) => void ended.push(id),
    send: async (_, { command, id }) => void sent.push({ command, id }),
    openLink(input) {
      link = input;
      return { [Symbol.dispose]() {} };
    },
    remembered: () => null,
    remember() {},
    forget() {},
    now: () => performance.now(),
    newId: () => crypto.randomUUID(),
    commandMs: 3_600_000,
    ...change,
  });
  const tell = (event: PairingEvent) => link?.onEvent(event);
  const report = (told: PairingReport) => tell({ event: 'report', report: told });
  return {
    desk,
    sent,
    ended,
    started: () => starts,
    tell,
    pairing: (of) => tell({ event: 'pairing', pairing: pairingFixture(of) }),
    report,
    state: (of = {}) =>
      report({
        kind: 'state',
        stage: 'recording',
        session_id: 's1',
        at: 65,
        problem: null,
        warnings: [],
        ...of,
      }),
    presence: (isThere, awayMs = 0) =>
      tell({ event: 'presence', side: 'phone', is_there: isThere, away_ms: awayMs }),
    outcome(of, problem = null) {
      const last = sent.at(-1)!;
      tell({ event: 'command', id: last.id, command: last.command, outcome: of, problem });
    },
    link: (state) => link?.onState(state),
  };
}
