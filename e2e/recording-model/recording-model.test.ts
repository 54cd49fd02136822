import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { commands } from './commands.ts';
import { uninstallNavigator } from './device.ts';
import { createServer } from './server.ts';
import { createWorld } from './world.ts';

const sequences = Number(process.env['RECORDING_SEQUENCES'] ?? 20);

/**
 * `RECORDING_SEED` repeats a failure: `{"seed":…,"path":"…","replayPath":"…"}` from its message. By default the sequences
 * are always the same; `npm run test:long -- recording` tries others.
 */
const { replayPath, ...seed } = JSON.parse(process.env['RECORDING_SEED'] ?? '{"seed":1}') as {
  seed?: number;
  path?: string;
  replayPath?: string;
};
const replay = replayPath === undefined ? {} : { replayPath };

afterAll(uninstallNavigator);

test(
  'Whatever happens in whatever order, acknowledged sound is kept on the device or the server, and arrives in a session once',
  { timeout: 1_200_000 },
  async () => {
    const server = await createServer();
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.commands(commands, { maxCommands: 25, size: 'max', ...replay }),
        async (isPrivate, happened) => {
          const world = await createWorld(server, { isPrivate });
          const setup = () => ({ model: { tabs: 1 }, real: world });
          await fc.asyncModelRun(setup, happened);
          expect(await world.finishAll()).toEqual([]);
        },
      ),
      // The timeout fails a sequence that hangs.
      { numRuns: sequences, timeout: 120_000, ...seed },
    );
  },
);
