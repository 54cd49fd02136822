/**
 * `npm run probe [-- NAME]`: the worst that one client can do, against a real server on a throw-away folder. Nobody else may
 * wait for more than a second meanwhile, and three times may not take more memory than once. Another attack is another file
 * in `attacks/`.
 */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openTarget, type Attack, type Target } from './attack.ts';
import type { Seen } from './neighbour.ts';

const root = join(import.meta.dirname, '../..');
const attacksDir = join(import.meta.dirname, 'attacks');
const mostWaitMs = 1_000;
const repeats = 3;
/** What collects its garbage when it likes to has no more exact measure. */
const slackMB = 150;
const settleMs = 1_500;
const attackMs = 120_000;

async function startServer(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [join(root, 'api/main.ts')], {
    env: {
      ...{ PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', ENVIRONMENT: 'test' },
      ...{ MODEL_SOURCE: '', TRANSCRIPTION_MODEL: 'fixture', LOG_LEVEL: 'silent', QUOTA_GB: '0.02' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ready = Promise.withResolvers<string>();
  let output = '';
  child.stdout.on('data', (text: Buffer) => {
    output += text.toString();
    const [, url] = /is ready: (\S+)/.exec(output) ?? [];
    if (url) ready.resolve(url);
  });
  child.once('exit', () => ready.reject(new Error('The server did not start.')));
  return { child, url: await ready.promise };
}

async function openNeighbour(url: string, pid: number) {
  const child = fork(join(import.meta.dirname, 'neighbour.ts'), [url, String(pid)]);
  await once(child, 'message');
  return {
    async leave(): Promise<Seen> {
      const told = once(child, 'message');
      child.send('leave');
      const [seen] = (await told) as [Seen];
      return seen;
    },
  };
}

/** What an attack tells, or why it got through. */
async function inTime(run: Promise<string>): Promise<{ isRight: boolean; told: string }> {
  const late = wait(attackMs, undefined, { ref: false }).then(() => {
    throw new Error('was not over in time');
  });
  try {
    return { isRight: true, told: await Promise.race([run, late]) };
  } catch (error) {
    return { isRight: false, told: String((error as Error).message) };
  }
}

async function probe(attack: Attack, target: Target, pid: number): Promise<boolean> {
  const setting = await attack.setUp?.(target);
  const runs: Seen[] = [];
  for (let time = 0; time < repeats; time++) {
    const neighbour = await openNeighbour(target.url, pid);
    const held = await inTime(attack.run(target, setting as never));
    const seen = await neighbour.leave();
    runs.push(seen);
    const waited = `others waited ${Math.round(seen.worstMs)} ms at most, ${seen.peakMB} MB`;
    console.log(`  ${time + 1}: ${waited}; ${held.told}`);
    if (!held.isRight || seen.isCut) return false;
    await wait(settleMs);
  }
  const grewMB = runs.at(-1)!.peakMB - runs[0]!.peakMB;
  const worstMs = Math.max(...runs.map(({ worstMs: ms }) => ms));
  return worstMs <= mostWaitMs && grewMB <= slackMB;
}

async function main(): Promise<void> {
  const wanted = process.argv[2];
  const names = (await readdir(attacksDir)).map((file) => file.replace(/\.ts$/, ''));
  const chosen = names.filter((name) => wanted === undefined || name === wanted).toSorted();
  if (chosen.length === 0) throw new Error(`There are ${names.join(', ')}.`);
  const dataDir = await mkdtemp(join(tmpdir(), 'wortlaut-probe-'));
  const { child, url } = await startServer(dataDir);
  const failed: string[] = [];
  try {
    const target = openTarget(url);
    for (const name of chosen) {
      const { attack } = (await import(join(attacksDir, `${name}.ts`))) as { attack: Attack };
      console.log(`${name}: ${attack.name}`);
      if (!(await probe(attack, target, child.pid ?? 0))) failed.push(name);
    }
  } finally {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  }
  console.log(failed.length === 0 ? 'All held.' : `Did not hold: ${failed.join(', ')}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

await main();
