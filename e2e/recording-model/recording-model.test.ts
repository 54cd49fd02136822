import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { commands } from './commands.ts';
import { createServer } from './server.ts';
import { createWorld } from './world.ts';

const sequences = Number(process.env['RECORDING_SEQUENCES'] ?? 200);

/**
 * `{"seed":…,"path":"…","replayPath":"…"}` of a failure, to see it again. The same sequences each time unless told: others
 * are tried by `npm run test:long -- recording`.
 */
const { replayPath, ...seed } = JSON.parse(process.env['RECORDING_SEED'] ?? '{"seed":1}') as {
  seed?: number;
  path?: string;
  replayPath?: string;
};
const replay = replayPath === undefined ? {} : { replayPath };

test(
  'In whatever order things happen, what was acknowledged is on the device or on the server, once, and comes home',
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
          expect(await world.comeHome()).toEqual([]);
        },
      ),
      // what does not end is found, too
      { numRuns: sequences, timeout: 120_000, ...seed },
    );
  },
);
