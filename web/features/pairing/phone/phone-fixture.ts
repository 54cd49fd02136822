import type { Pairing, PairingReport } from '#api/contract/pairing.ts';
import { pairingFixture } from '#web/features/pairing/link/pairing-fixture.ts';
import type { LinkInput } from '#web/features/pairing/link/pairing-link.ts';
import type { PhoneFacts } from './phone-facts.ts';

/** For tests: what a phone knows of a recording of `seconds`, whose waveform is silent unless `peaks` are given. */
export const factsOfPhone = (change: Partial<PhoneFacts> = {}): PhoneFacts => ({
  stage: 'recording',
  sessionId: 's1',
  part: 1,
  atS: 0,
  problem: null,
  warnings: [],
  peaks: new Int8Array(0),
  peaksFromS: 0,
  levelDbfs: undefined,
  battery: null,
  isSending: true,
  isOnline: true,
  storedBytes: 0,
  sentBytes: 0,
  markers: [],
  draft: [],
  isLeft: false,
  ...change,
});

export const pieceOf = (at: number, text = `Satz ${at}`) => ({ start: at, end: at + 1, text });

export const kindsOf = (reports: readonly PairingReport[]): string[] => reports.map(({ kind }) => kind);

/** A pairing that waits for the comparison. */
export const waitingPairing = (change: Partial<Pairing> = {}): Pairing =>
  pairingFixture({ state: 'waiting', verification_code: '407312', expires_in_ms: 240_000, ...change });

/** A link whose events the test makes. */
export function createFakeLink() {
  const opened: LinkInput[] = [];
  let closed = 0;
  return {
    opened,
    isOpen: () => opened.length > closed,
    last: () => opened.at(-1) as LinkInput,
    open(input: LinkInput): Disposable {
      opened.push(input);
      return {
        [Symbol.dispose]() {
          closed += 1;
        },
      };
    },
  };
}
