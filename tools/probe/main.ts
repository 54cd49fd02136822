/**
 * `npm run probe [-- NAME]`: runs attacks of one client against a real server with a temporary data folder. Meanwhile another
 * client must never wait for more than a second, and the third run must not use more memory than the first. Each file in
 * `attacks/` is one attack.
 */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { startSmtpServer } from '#api/testing/smtp/smtp-server.ts';
import nodeFlags from '#api/node-flags.json' with { type: 'json' };
import { ensureModules } from '../kernel.ts';
import { openTarget, type Attack, type Target } from './attack.ts';
import type { Seen } from './neighbour.ts';

const root = join(import.meta.dirname, '../..');
const attacksDir = join(import.meta.dirname, 'attacks');
const mostWaitMs = 1_000;
const repeats = 3;
/** Growth of memory that still counts as no growth, MB, because garbage collection makes the measure inexact. */
const slackMB = 150;
const endMs = 30_000;
const settleMs = 1_500;
const attackMs = 120_000;

/** Starts the product as `npm start` does. Its log, with all levels, is written to `logPath`. */
async function startServer(
  dataDir: string,
  logPath: string,
  smtpPort: number,
): Promise<{ child: ChildProcess; url: string; logged: Promise<void> }> {
  const child = spawn(process.execPath, [...nodeFlags, join(root, 'api/main.ts')], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: '0',
      ENVIRONMENT: 'test',
      MODEL_SOURCE: '',
      TRANSCRIPTION_MODEL: 'fixture',
      LOG_LEVEL: 'trace',
      QUOTA_GB: '0.02',
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      MAIL_FROM: 'Wortlaut <wortlaut@example.com>',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ready = Promise.withResolvers<string>();
  let start = '';
  const logged = pipeline(child.stdout, createWriteStream(logPath));
  child.stdout.on('data', function find(text: Buffer) {
    start += text.toString();
    const [, url] = /is ready: (\S+)/.exec(start) ?? [];
    if (!url) return;
    child.stdout.off('data', find);
    ready.resolve(url);
  });
  child.once('exit', () => ready.reject(new Error('The server did not start.')));
  return { child, url: await ready.promise, logged };
}

async function openNeighbour(url: string, pid: number) {
  const child = fork(join(import.meta.dirname, 'neighbour.ts'), [url, String(pid)]);
  await once(child, 'message');
  return {
    async leave(): Promise<Seen> {
      const message = once(child, 'message');
      child.send('leave');
      const [seen] = (await message) as [Seen];
      return seen;
    },
  };
}

/**
 * Returns the summary of an attack that the server withstood. Otherwise returns the error: the attack succeeded or took
 * too long.
 */
async function inTime(run: Promise<string>): Promise<{ isRight: boolean; summary: string }> {
  const late = wait(attackMs, undefined, { ref: false }).then(() => {
    throw new Error('was not over in time');
  });
  try {
    return { isRight: true, summary: await Promise.race([run, late]) };
  } catch (error) {
    return { isRight: false, summary: String((error as Error).message) };
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
    console.log(`  ${time + 1}: ${waited}; ${held.summary}`);
    if (!held.isRight || seen.isCut) return false;
    await wait(settleMs);
  }
  const grewMB = runs.at(-1)!.peakMB - runs[0]!.peakMB;
  const worstMs = Math.max(...runs.map(({ worstMs: ms }) => ms));
  return worstMs <= mostWaitMs && grewMB <= slackMB;
}

// Patterns of a JSON web token and of an e-mail address. Addresses of example.com are allowed, because MAIL_FROM has
// one.
const forms = [/eyJ[\w-]{10,}/, /[\w.+-]+@(?!example\.com)[\w-]+\.[a-z]+/];

/** Returns the number of lines of the log, and the lines that contain a secret, a token or an e-mail address. */
async function searchLog(
  logPath: string,
  secrets: ReadonlySet<string>,
): Promise<{ lines: number; leaks: string[] }> {
  const wanted = [...secrets].filter((secret) => secret.length > 3);
  const leaks: string[] = [];
  let lines = 0;
  await using log = await open(logPath);
  for await (const line of log.readLines()) {
    lines++;
    if (wanted.some((secret) => line.includes(secret)) || forms.some((form) => form.test(line)))
      leaks.push(line);
  }
  return { lines, leaks };
}

async function main(): Promise<void> {
  const wanted = process.argv[2];
  const names = (await readdir(attacksDir)).map((file) => file.replace(/\.ts$/, ''));
  const chosen = names.filter((name) => wanted === undefined || name === wanted).toSorted();
  if (chosen.length === 0) throw new Error(`There are ${names.join(', ')}.`);
  const dataDir = await mkdtemp(join(tmpdir(), 'wortlaut-probe-'));
  const logPath = join(dataDir, 'probe.log');
  const smtp = await startSmtpServer();
  ensureModules();
  const { child, url, logged } = await startServer(dataDir, logPath, smtp.port);
  const failed: string[] = [];
  try {
    const target = openTarget(url, () => smtp.taken.length);
    for (const name of chosen) {
      const { attack } = (await import(join(attacksDir, `${name}.ts`))) as { attack: Attack };
      console.log(`${name}: ${attack.name}`);
      if (!(await probe(attack, target, child.pid ?? 0))) failed.push(name);
    }
    child.kill('SIGTERM');
    const hasEnded = await Promise.race([logged.then(() => true), wait(endMs, false, { ref: false })]);
    if (!hasEnded) failed.push('end of the server');
    const { lines, leaks } = await searchLog(logPath, target.secrets);
    console.log(`log at trace: ${lines} lines, ${leaks.length} with a token, an address, a name or a text`);
    for (const line of leaks.slice(0, 5)) console.log(`  ${line}`);
    if (leaks.length > 0 || lines === 0) failed.push('log');
  } finally {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    await smtp.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  console.log(failed.length === 0 ? 'All held.' : `Did not hold: ${failed.join(', ')}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

await main();
