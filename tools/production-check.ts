/**
 * `npm run test:long -- production`: runs the product with production packages only, on a checkout that its account cannot write.
 * A copy of this checkout is installed and built; then an audio file without a speech map is uploaded, transcribed, summarised
 * and exported. `node tools/run.mjs tools/production-check.ts DIR` uses a prepared checkout.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { reportFormats, type ReportFormat } from '#api/contract/export.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import { createTestBrowser, petra } from '#api/testing/test-browser.ts';

const root = join(import.meta.dirname, '..');
const audioDir = join(root, 'models/fixture/audio');
const startMs = 60_000;
const workMs = 300_000;
// Root can write everywhere regardless of file modes, so root runs the server as `nobody`.
const nobody = 65_534;
const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

function expect(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`Not so: ${what}`);
  console.log(`ok  ${what}`);
}

function copyCheckout(target: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of listed.split('\0').filter((name) => name && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(root, file), join(target, file));
  }
}

function prepare(folder: string): string {
  const checkout = join(folder, 'checkout');
  copyCheckout(checkout);
  const npm = (...args: string[]) => {
    console.log(`npm ${args.join(' ')}`);
    execFileSync('npm', [...args, '--loglevel=error'], { cwd: checkout, stdio: 'inherit' });
  };
  npm('ci', '--no-audit', '--no-fund');
  npm('run', 'build');
  npm('ci', '--omit=dev', '--no-audit', '--no-fund');
  execFileSync('chmod', ['-R', 'a-w,a+rX', checkout]);
  return checkout;
}

/** Whether a process of the group still runs. `npm` ends before the server does. */
function isAlive(group: number): boolean {
  try {
    return process.kill(group, 0);
  } catch {
    return false;
  }
}

/** Runs `npm start` in the checkout, as an account that cannot write there. */
async function startProduct(checkout: string, home: string) {
  const child = spawn('npm', ['start'], {
    cwd: checkout,
    ...account,
    // A separate process group, because `npm` does not pass every signal on.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      PORT: '0',
      DATA_DIR: join(home, 'data'),
      MODELS_DIR: join(home, 'models'),
      MODEL_SOURCE: '',
      TRANSCRIPTION_MODEL: 'fixture',
      LOG_LEVEL: 'warn',
    },
  });
  const ended = once(child, 'exit');
  const ready = Promise.withResolvers<string>();
  child.stdout.on('data', (text: Buffer) => {
    process.stdout.write(text);
    const [, url] = /is ready: (\S+)/.exec(text.toString()) ?? [];
    if (url) ready.resolve(url);
  });
  const failed = Promise.race([ended, wait(startMs, null, { ref: false })]).then(() => {
    throw new Error('The server did not start.');
  });
  const stop = async () => {
    const group = -(child.pid ?? 0);
    if (child.exitCode === null) process.kill(group, 'SIGTERM');
    await ended;
    while (isAlive(group)) await wait(100);
  };
  try {
    return { url: await Promise.race([ready.promise, failed]), stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    failed.catch(() => {});
  }
}

/** Creates a user who calls the API without the page, so that the audio has no speech map. */
async function signUp(url: string) {
  const { access_token: token } = await createTestBrowser(url).register(petra);
  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) };
    const response = await fetch(`${url}/api/v1/sessions/${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const send = async (path: string, body: unknown): Promise<SessionDetail> => {
    const headers = { 'content-type': 'application/json' };
    return (await (
      await call(path, { method: 'POST', headers, body: JSON.stringify(body) })
    ).json()) as SessionDetail;
  };
  const upload = async (name: string): Promise<string> => {
    const { id } = await send('', { session: { title: name, language: 'de' } });
    const file = new FormData();
    file.set('file', new File([readFileSync(join(audioDir, name))], name, { type: 'audio/wav' }));
    await call(`${id}/file-upload`, { method: 'POST', body: file });
    const form = new FormData();
    form.set('metadata', JSON.stringify({ duration: 10 }));
    await call(`${id}/recording-complete`, { method: 'POST', body: form });
    return id;
  };
  const completed = async (id: string): Promise<SessionDetail> => {
    const deadline = Date.now() + workMs;
    for (;;) {
      const session = (await (await call(id)).json()) as SessionDetail;
      if (session.status === 'completed') return session;
      if (session.status === 'error' || Date.now() > deadline)
        throw new Error(`Session ${session.status}: ${session.reason}`);
      await wait(500);
    }
  };
  return { call, send, upload, completed };
}

const begins = (bytes: Buffer, text: string): boolean => bytes.subarray(0, text.length).toString() === text;
const looksLike: Record<ReportFormat, (bytes: Buffer) => boolean> = {
  pdf: (bytes) => begins(bytes, '%PDF-'),
  docx: (bytes) => begins(bytes, 'PK'),
  txt: (bytes) => bytes.length > 100,
  md: (bytes) => begins(bytes, '#'),
  json: (bytes) => JSON.parse(bytes.toString()) !== null,
  srt: (bytes) => / --> /.test(bytes.toString()),
  vtt: (bytes) => begins(bytes, 'WEBVTT'),
};

async function useProduct(url: string): Promise<void> {
  const page = await fetch(url);
  expect(page.ok && (await page.text()).includes('<html'), 'the page is served');
  const { call, send, upload, completed } = await signUp(url);

  const silent = await completed(await upload('silence.wav'));
  expect(silent.notice === 'no_speech', 'the server hears that nobody speaks in silence');

  const { id, transcript } = await completed(await upload('de_conversation.wav'));
  const words = (transcript?.segments ?? []).map(({ text }) => text).join(' ');
  expect(words.length > 200, 'the server hears where somebody speaks and transcribes it');

  await send(`${id}/process`, { options: ['summary'], post_process: true });
  const { summary } = (await completed(id)).data;
  expect(typeof summary === 'object' && summary?.error === null, 'a summary is made');

  const peaks = await call(`${id}/peaks`);
  expect((await peaks.arrayBuffer()).byteLength > 100, 'the waveform is measured');
  for (const format of reportFormats) {
    const report = await call(`${id}/report?report_type=transcript&file_type=${format}`);
    expect(
      looksLike[format](Buffer.from(await report.arrayBuffer())),
      `the transcript is exported: ${format}`,
    );
  }
}

const folder = mkdtempSync(join(tmpdir(), 'wortlaut-production-'));
chmodSync(folder, 0o755);
const home = join(folder, 'home');
mkdirSync(home);
if (account.uid !== undefined) chownSync(home, account.uid, account.gid);
try {
  const checkout = process.argv[2] ?? prepare(folder);
  const { status } = spawnSync('touch', [join(checkout, 'probe')], { ...account, stdio: 'ignore' });
  expect(status !== 0, 'the checkout is read-only');
  expect(!existsSync(join(checkout, 'node_modules/assemblyscript')), 'packages for development are missing');
  const product = await startProduct(checkout, home);
  try {
    await useProduct(product.url);
  } finally {
    await product.stop();
  }
} finally {
  execFileSync('chmod', ['-R', 'u+w', folder]);
  rmSync(folder, { recursive: true, force: true });
}
