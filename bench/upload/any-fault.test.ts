import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { limits } from '#api/contract/limits.ts';
import { minPartBytes } from '#workers/send/part-size.ts';
import { createBlobSource } from '#workers/send/blob-source.ts';
import type { Fault } from './fault-proxy.ts';
import { createGrowingSource, noise } from './sources.ts';
import { quick, sha256Of, uploadLine } from './testing.ts';

/** Events around a request, in addition to the proxy's faults. */
type Trouble = Fault | { type: 'restart' | 'expire' | 'staleToken' | 'held' | 'again' };

const bytesOfPart = fc.integer({ min: 0, max: 40_000 });
const trouble: fc.Arbitrary<Trouble | null> = fc.oneof(
  fc.constant(null),
  bytesOfPart.map((afterBytes) => ({ type: 'cut' as const, afterBytes })),
  fc.constant({ type: 'lost' as const }),
  fc.constant({ type: 'hang' as const }),
  fc
    .constantFrom(302, 404, 408, 409, 413, 423, 429, 500, 502, 503, 504, 200)
    .map((status) => ({ type: 'answer' as const, status })),
  fc.constantFrom(413, 503).map((status) => ({ type: 'answer' as const, status, isAbrupt: true })),
  fc.constantFrom('restart', 'expire', 'staleToken', 'held', 'again').map((type) => ({ type }) as Trouble),
);

const isOfProxy = (what: Trouble | null): what is Fault =>
  what !== null && ['cut', 'lost', 'hang', 'answer'].includes(what.type);

it('Whatever goes wrong in whatever order, the bytes on the server are those that were sent', async () => {
  let troubles: (Trouble | null)[] = [];
  let meets = (_what: Trouble): void => {};
  const line = await uploadLine({
    faultOf({ bytes }) {
      const what = troubles.shift() ?? null;
      if (what && !isOfProxy(what)) meets(what);
      // A proxy refuses only large bodies.
      if (what?.type === 'answer' && what.status === 413 && bytes <= minPartBytes) return null;
      return isOfProxy(what) ? what : null;
    },
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(trouble, { maxLength: 25 }),
      fc.integer({ min: 0, max: 600_000 }),
      fc.boolean(),
      async (happening, size, grows) => {
        troubles = [...happening];
        const id = await line.newSession();
        const bytes = noise(size);
        const growing = createGrowingSource(bytes);
        let restarts = 0;
        let restarted = Promise.resolve();
        let isStale = false;
        /** True if the current token was issued after a refusal. A second refusal would end the sign-in. */
        let isRenewed = false;
        const stale = line.bearer(line.user);
        const sender = line.sender(id, grows ? growing.source : createBlobSource(new Blob([bytes])), {
          timings: { ...quick, stalledAfterMs: 250 },
          async headers(refused) {
            line.clock.advance(1);
            if (refused) isStale = false;
            isRenewed = refused !== undefined;
            return isStale ? stale : line.bearer(line.user);
          },
        });
        meets = ({ type }) => {
          if (type === 'restart' && restarts < 2) {
            restarts += 1;
            restarted = restarted.then(() => line.restart(3));
          } else if (isRenewed && (type === 'expire' || type === 'staleToken')) return;
          else if (type === 'expire') line.clock.advance(limits.storedUploadExpiryMs + 1);
          else if (type === 'staleToken') {
            line.clock.advance(60 * 60_000);
            isStale = true;
          } else if (type === 'again') sender.retryNow();
          else if (type === 'held') {
            sender.stop();
            setTimeout(() => sender.resume(), 1);
          }
        };
        const done = sender.run();
        const grow = setInterval(() => growing.grow(50_000), 2);
        setTimeout(() => {
          clearInterval(grow);
          growing.end();
        }, 20);
        await done;
        await restarted;
        sender[Symbol.dispose]();
        const { row, bytes: stored } = await line.storedOf(id);
        expect(sha256Of(stored!)).toBe(sha256Of(bytes));
        expect(row).toMatchObject({ offset: size, length: size });
        expect(sender.states.at(-1)).toMatchObject({ isDone: true, bytesStored: size, bytesTotal: size });
        expect(sender.urls.at(-1)).toContain(row!.id);
      },
    ),
    { numRuns: 25, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false },
  );
}, 60_000);
