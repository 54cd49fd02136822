import { inspect } from 'node:util';
import * as fc from 'fast-check';
import { answerTo, faultOf, type Answer } from './fuzz-answer.ts';
import {
  goodRequest,
  isGood,
  requestsOf,
  toOutgoing,
  type FuzzRequest,
  type Outgoing,
} from './fuzz-request.ts';
import type { FuzzRoute } from './fuzz-routes.ts';
import { readersOf } from './more-bodies.ts';
import type { FuzzWorld } from './fuzz-world.ts';

/** A failure can be repeated with its seed and path. */
type Repeat = { seed: number; path?: string };

const short = (text: string): string =>
  text.length > 700 ? `${text.slice(0, 700)}… (${text.length} characters)` : text;

function describe({ method, path, headers, body }: Outgoing): string {
  const told = [...headers].filter(([name, value]) => name !== 'authorization' || value.length < 20);
  return (
    short(`${method} ${inspect(path)}`) +
    `\n  ${short(inspect(Object.fromEntries(told)))}\n  ${short(String(body))}`
  );
}

/** Returns whether a request cannot have changed files, so that only the database has to be undone. */
const leavesFiles = ({ method, path }: Outgoing): boolean =>
  method === 'GET' ||
  method === 'HEAD' ||
  !/uploads|file-upload|recording-complete|sessions\/[^/]*$|close/.test(path);

/** Reads what a request has written, by the routes that show it. Returns what is wrong with their answers; null if nothing is. */
async function faultOfReaders(
  world: FuzzWorld,
  route: FuzzRoute,
  { status }: Answer,
  isLong: boolean,
): Promise<string | null> {
  if (status >= 300 || ['GET', 'HEAD', 'OPTIONS'].includes(route.method)) return null;
  for (const path of readersOf(route.name, world.things.whole, isLong)) {
    const headers = new Headers({ authorization: `Bearer ${world.people[route.by].access}` });
    const answer = await answerTo(world, route, { method: 'GET', path, headers, body: null });
    const fault = faultOf(route, 'GET', answer);
    if (fault !== null) return `then GET ${path}: ${fault} ${short(answer.body)}`;
  }
  return null;
}

/**
 * Sends `runs` requests to a route, the good one first. Returns what is wrong with the answer to one of them, made as small as
 * can be; null if nothing is.
 */
export async function fuzz(
  world: FuzzWorld,
  route: FuzzRoute,
  { runs, isLong, repeat }: { runs: number; isLong: boolean; repeat: Repeat },
): Promise<string | null> {
  let client = 0;
  let told = '';
  const attempt = async (request: FuzzRequest): Promise<void> => {
    client += 1;
    const address = `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`;
    const outgoing = await toOutgoing(route, request, world, address);
    try {
      const answer = await answerTo(world, route, outgoing);
      // Requests with wrong passwords come before it. They may have used up the attempts of this person.
      const isLimited = client > 1 && answer.status === 429;
      const fault =
        isGood(request) && answer.status !== route.ok && !isLimited
          ? `the good request is answered with ${answer.status}, not ${route.ok}`
          : (faultOf(route, outgoing.method, answer) ?? (await faultOfReaders(world, route, answer, isLong)));
      if (fault === null) return;
      told = `${fault}\n${describe(outgoing)}\n  → ${answer.status} ${short(answer.body)}`;
    } catch (error) {
      told = `${String(error)}\n${describe(outgoing)}\n${error instanceof Error ? error.stack : ''}`;
    } finally {
      if (world.errors.length > 0) told += `\n${world.errors.map((error) => inspect(error)).join('\n')}`;
      await world.undo({ withFiles: !leavesFiles(outgoing) });
    }
    throw new Error('fault');
  };
  const property = fc.asyncProperty(requestsOf(route), attempt);
  const { failed, seed, counterexamplePath } = await fc.check(property, {
    numRuns: runs,
    examples: [[goodRequest]],
    ...repeat,
  });
  return failed
    ? `${route.name}: ${told}\nAgain: FUZZ_SEED=${seed} FUZZ_PATH=${counterexamplePath} FUZZ_ROUTE='${route.name}' npm run fuzz`
    : null;
}
