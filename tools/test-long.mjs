// `npm run test:long -- NAME`: runs one of the long tests, each at most 20 minutes; without a name it lists them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { browsers, ensureBrowser } from './browsers.mjs';
import { ensurePackages, nodePath, root, run } from './ready.mjs';

const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const playwright = join(root, 'node_modules/@playwright/test/cli.js');
const long = { TEST_LONG: '1' };

/** A part that runs the tests in Node or in the browser whose path contains one of `filters`. */
const vitestPart = (project, filters) => ({
  filters,
  args: [vitest, 'run', '--project', project, ...filters],
});

/** Returns the arguments of a run of end-to-end tests. */
const playwrightRun = (...args) => [playwright, 'test', '-c', 'e2e/playwright.config.ts', ...args];

/** A part that runs all that runs in a browser beside Chromium: the tests of workers, and the journeys. */
const browserPart = (browser) => ({
  says: `in ${browser}: all tests of workers, and all journeys of e2e/engines; needs \`npm run build\``,
  browser,
  commands: browsers[browser].projects.flatMap((project) => [
    [vitest, 'run', '--project', project],
    playwrightRun(`--project=${project}`),
  ]),
  env: {},
});

/** A part in which one side of a pairing goes away, in each state and in each way. */
const pairingPart = (side) => ({
  says: `${side} of a pairing goes away in each state: it is reloaded, has no network, is silent, is killed; needs \`npm run build\``,
  args: playwrightRun(
    '--project=work',
    'e2e/pairing-silent',
    'e2e/pairing-table',
    `--grep=${side} (is|has)`,
    '--workers=2',
  ),
  env: long,
});

const testFiles = ['api', 'e2e', 'wasm', 'web', 'workers'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((path) => `${folder}/${path}`)
    .filter((path) => path.includes('.test.')),
);

/** Returns the files of property-based tests in Node, except those that set a seed of their own. */
const propertyTests = () =>
  testFiles.filter((path) => {
    const code = path.includes('.browser.') ? '' : readFileSync(join(root, path), 'utf8');
    return code.includes("'fast-check'") && !/\bseed\b/.test(code);
  });

const parts = {
  recording: {
    says: '2,000 sequences of the model of a recording, its devices and the server',
    ...vitestPart('node', ['e2e/recording-model']),
    env: { RECORDING_SEQUENCES: '2000', RECORDING_SEED: '{}' },
  },
  properties: {
    says: 'property tests with other cases in each run, except those with a seed of their own; a failure names its seed, and `PROPERTY_SEED` repeats it',
    ...vitestPart('node', propertyTests()),
    env: { PROPERTY_SEED: process.env.PROPERTY_SEED ?? 'random' },
  },
  production: {
    says: 'npm ci --omit=dev after a build, on a read-only checkout: start, upload, transcript, summary, exports',
    args: [join(root, 'tools/production-check.ts')],
    env: {},
  },
  upgrade: {
    says: 'data and a browser profile of an older version, with unfinished work, go on in this one; `-- upgrade COMMIT` names it, else the commit before; needs `npm run build`',
    args: playwrightRun('--project=upgrade'),
    env: { UPGRADE_FROM: process.argv[3] ?? 'HEAD~1' },
  },
  microphone: {
    says: 'recordings in a browser, all of them in real time: twenty kills, a network that is cut for five minutes; needs `npm run build`',
    args: playwrightRun('e2e/recording', '--workers=1'),
    env: long,
  },
  'pairing-desktop': pairingPart('the desktop'),
  'pairing-phone': pairingPart('the phone'),
  'pairing-more': {
    says: 'a phone that is lost, locked or without a sign-in, a pairing that runs out, its screens in more languages, a QR code to the transcript; needs `npm run build`',
    commands: [
      playwrightRun(
        '--project=work',
        '--grep=@long',
        '--workers=2',
        '/pairing(?!-(table|silent))[^/]*[.]spec[.]ts$',
      ),
      playwrightRun('--project=recording', '--grep=@long', '--workers=1', 'e2e/pairing'),
    ],
    env: long,
  },
  journeys: {
    says: 'journeys that repeat another one with other files, in other languages or at another place, or whose claim a cheaper test holds; needs `npm run build`',
    args: playwrightRun(
      '--project=work',
      '--grep=@long',
      '--workers=2',
      '/(?!recording|pairing)[^/]+[.]spec[.]ts$',
    ),
    env: long,
  },
  screens: {
    says: 'pictures of every screen in four languages, light and dark, on a phone and a desktop (`test-results/screens`); measures overflow and overlap, and runs axe; needs `npm run build`',
    args: playwrightRun('--project=screens', '--workers=2'),
    env: {},
  },
  cases: {
    says: 'every case of tests in Node, where `npm test` takes the typical ones: engines, exports, storage',
    ...vitestPart('node', [
      'api/auth/refresh',
      'api/engines',
      'api/export',
      'api/media/boost',
      'api/media/speech-map',
      'api/recording/make-seekable',
      'api/shared/markdown',
      'api/transcription/cancel-stages',
      'api/transcription/transcribe.test',
      'e2e/microphone',
      'web/features/upload/local',
      'workers/recorder/mp3-stream',
      'workers/store/durability',
    ]),
    env: long,
  },
  'killed-server': {
    says: 'a server that is killed while it transcribes half an hour of talk, and while it makes audio seekable',
    ...vitestPart('node', ['killed-server.long']),
    env: long,
  },
  files: {
    says: 'all recordings of AUDIO_DIR, where `npm test` takes one of each kind at most, in Node',
    needsAudio: true,
    ...vitestPart('node', [
      'api/transcription/broken-files',
      'wasm/codec',
      'wasm/mp3',
      'wasm/measure',
      'wasm/speech',
      'wasm/loudness-target',
      'workers/media',
    ]),
    env: long,
  },
  'files-browser': {
    says: 'the same in the browser',
    needsAudio: true,
    ...vitestPart('browser', ['workers']),
    env: long,
  },
  'browsers-firefox': browserPart('firefox'),
  'browsers-webkit': browserPart('webkit'),
};

const name = process.argv[2];
const part = Object.hasOwn(parts, name ?? '') ? parts[name] : null;
if (!part) {
  for (const [each, { says }] of Object.entries(parts)) process.stdout.write(`${each}: ${says}\n`);
  process.exit(name ? 1 : 0);
}
if (part.needsAudio && !process.env.AUDIO_DIR) {
  process.stderr.write(`AUDIO_DIR names no folder with recordings, and ${name} takes all of them.\n`);
  process.exit(1);
}
for (const filter of part.filters ?? []) {
  if (testFiles.some((path) => path.includes(filter))) continue;
  process.stderr.write(`No test lies at ${filter}.\n`);
  process.exit(1);
}
await ensurePackages();
// A part that was named and cannot run has not passed.
if (part.browser && !ensureBrowser(part.browser)) process.exit(1);
let worst = 0;
for (const args of part.commands ?? [part.args])
  worst = Math.max(worst, await run(nodePath, args, { env: part.env }));
process.exit(worst);
