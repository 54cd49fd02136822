/** The provider of `realms.ts` in a process of its own. It does what its parent asks, and ends with it. */
import { startRealms } from '#api/testing/realm-provider.ts';

// The library warns that its memory and settings are not for production.
Object.assign(console, { info() {}, warn() {} });

const realms = await startRealms();
process.on('message', ({ call, given }: { call: 'admit' | 'away' | 'back' | 'late'; given: never[] }) => {
  const work = async () => (realms[call] as (...given: never[]) => unknown)(...given);
  work().then(
    () => process.send?.({ done: call }),
    (error: unknown) => {
      throw error;
    },
  );
});
process.once('disconnect', () => process.exit(0));
process.send?.({ origin: realms.origin, env: realms.env });
