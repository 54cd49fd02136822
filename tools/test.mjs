// `npm test`: every check, on two cores. Ends with `N passed, N failed`. `--only lint,unit` runs some of the stages;
// `--browser firefox` or `webkit` runs the journeys of `e2e/engines` in that browser.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { browsers, ensureBrowser, installDebian } from './browsers.mjs';
import { build } from './build.mjs';
import { ensurePackages, nodePath, root } from './ready.mjs';

const memoryFolder = '/dev/shm';
const leastMemoryBytes = 6e9;

const folderPrefix = 'wortlaut-test-';

/** Removes the folders of runs that were killed. The name of a folder holds the id of its process. */
function removeLeftFolders(parent) {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(folderPrefix) ? Number(name.slice(folderPrefix.length).split('-')[0]) : 0;
    if (!pid) continue;
    try {
      process.kill(pid, 0);
    } catch (error) {
      // Another error means that the process runs, under another account.
      if (error.code === 'ESRCH') rmSync(join(parent, name), { recursive: true, force: true });
    }
  }
}

/**
 * Returns a new folder for the temporary files of all tests. It lies in memory where there is room, because SQLite would
 * wait for the disk at each commit. `TMPDIR` names another place.
 */
function makeTempFolder() {
  const room = existsSync(memoryFolder) ? statfsSync(memoryFolder) : { bavail: 0, bsize: 0 };
  const isInMemory = !process.env.TMPDIR && room.bavail * room.bsize >= leastMemoryBytes;
  const parent = isInMemory ? memoryFolder : tmpdir();
  removeLeftFolders(parent);
  return mkdtempSync(join(parent, `${folderPrefix}${process.pid}-`));
}

const tempFolder = makeTempFolder();
process.env.TMPDIR = tempFolder;
// Servers and other processes that tests start compile each module once in a run.
process.env.NODE_COMPILE_CACHE = join(tempFolder, 'compile-cache');
process.on('exit', () => rmSync(tempFolder, { recursive: true, force: true }));
const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const complaints = [];
/** After a signal no further stage begins, and the run has failed. */
let isStopped = false;
/** The seconds of each stage, and the seconds of each of its files. */
const timings = [];

/** Returns the first lines of an error's message, without colours. */
const headOf = (text = '') =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim())
    .slice(0, 8)
    .join('\n    ')
    .slice(0, 1_000);

/** The largest number of lines of an accessibility tree that is printed. */
const maxTreeLines = 120;

/** Returns the text of an attachment in a report of Playwright; an empty text if its file is gone. */
const textOf = ({ path, body }) => {
  if (body) return Buffer.from(body, 'base64').toString();
  return path && existsSync(path) ? readFileSync(path, 'utf8') : '';
};

/**
 * Returns the accessibility trees in the attachments of a failed test. Playwright attaches the tree of the page whose expectation has
 * failed, as a block in Markdown with the name `error-context`. `disposeBrowsers` (`e2e/chromium.ts`) attaches those of all tabs as text.
 */
const treesIn = (attachments) =>
  attachments
    .map((attachment) => {
      const { name, contentType } = attachment;
      if (name === 'error-context') return [name, /```yaml\n([^]*?)```/.exec(textOf(attachment))?.[1]];
      return [name, contentType === 'text/plain' ? textOf(attachment) : ''];
    })
    .filter(([, tree]) => tree)
    .flatMap(([name, tree]) => [`${name}:`, ...tree.trim().split('\n').slice(0, maxTreeLines)])
    .map((line) => `\n    ${line}`)
    .join('');

const shortName = (path) => path.replace(`${root}/`, '');

function count(name, { passed = 0, failed = 0, skipped = 0 }) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  if (failed) failures.push(`${name}: ${failed} failed`);
}

/** Runs a program on the project's Node; prefixes its output lines with the name of the stage. */
function runStage(stage, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(nodePath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    const passOn = (signal) => {
      isStopped = true;
      child.kill(signal);
    };
    const wait = () => void (isStopped = true);
    process.on('SIGTERM', passOn).on('SIGHUP', passOn).on('SIGINT', wait);
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) =>
        process.stdout.write(`${stage.padEnd(9)} │ ${line}\n`),
      );
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('SIGTERM', passOn).off('SIGHUP', passOn).off('SIGINT', wait);
      resolve(code ?? 1);
    });
  });
}

const packaged = (path) => join(root, 'node_modules', path);

async function check(stage, name, [program, ...args]) {
  const code = await runStage(stage, [packaged(program), ...args]);
  process.stdout.write(`${stage.padEnd(9)} │ ${code === 0 ? 'ok  ' : 'FAIL'} ${name}\n`);
  count(name, code === 0 ? { passed: 1 } : { failed: 1 });
}

const readReport = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null);

async function vitest(stage, project, options = []) {
  const path = join(tempFolder, `${stage}-${project}.json`.replaceAll(/[ /]/g, '-'));
  const code = await runStage(stage, [
    packaged('vitest/vitest.mjs'),
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path}`,
    ...options,
  ]);
  const report = readReport(path);
  const failed = report?.numFailedTests ?? 0;
  const files = report?.testResults ?? [];
  for (const { name, assertionResults, message } of files) {
    if (message) complaints.push(`${name}: ${headOf(message)}`);
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed') complaints.push(`${name}: ${fullName}: ${headOf(failureMessages[0])}`);
  }
  count(`vitest ${project}`, {
    passed: report?.numPassedTests,
    failed: failed === 0 && (code !== 0 || !report) ? 1 : failed,
    skipped: report ? report.numPendingTests + report.numTodoTests : 0,
  });
  return files.map(({ name, startTime, endTime }) => [shortName(name), (endTime - startTime) / 1000]);
}

const specsOf = ({ specs = [], suites = [] }) => [
  ...specs.map(({ title, file, tests }) => ({
    title,
    file,
    results: tests.flatMap(({ results }) => results),
  })),
  ...suites.flatMap(specsOf),
];

/**
 * Runs a project of end-to-end tests. `workers` is the number of test files that run in parallel, each with its own
 * servers. Returns the seconds of each file.
 */
async function playwright(stage, project, workers, options = []) {
  const path = join(tempFolder, `e2e-${project}.json`);
  const code = await runStage(
    stage,
    [
      packaged('@playwright/test/cli.js'),
      'test',
      '-c',
      'e2e/playwright.config.ts',
      `--project=${project}`,
      `--workers=${workers}`,
      '--reporter=list,json',
      ...options,
    ],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: path },
  );
  const report = readReport(path);
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  const failed = unexpected + flaky;
  const seconds = new Map();
  for (const { title, file, results } of (report?.suites ?? []).flatMap(specsOf)) {
    const failure = results.find((result) => result.error);
    if (failure) {
      const { error, attachments } = failure;
      complaints.push(
        `e2e/${file}:${error.location?.line ?? 0}: ${title}: ${headOf(error.message)}${treesIn(attachments)}`,
      );
    }
    const ms = results.reduce((sum, { duration }) => sum + duration, 0);
    seconds.set(file, (seconds.get(file) ?? 0) + ms / 1000);
  }
  count(`e2e ${project}`, {
    passed: expected,
    failed: failed === 0 && (code !== 0 || expected === 0) ? 1 : failed,
    skipped,
  });
  return [...seconds].map(([file, s]) => [`e2e/${file}`, s]);
}

/** Installs Debian's Chromium, unless `CHROMIUM` names another. */
function ensureChromium() {
  if (existsSync(process.env.CHROMIUM ?? '/usr/bin/chromium')) return;
  process.stdout.write('Installing Chromium …\n');
  try {
    installDebian('chromium');
  } catch {
    process.stderr.write(
      'Chromium is missing and could not be installed. Install it, or name it in CHROMIUM.\n',
    );
    process.exit(1);
  }
}

/** Installs `pdftotext`; without it the tests that read PDF reports skip. */
function ensurePoppler() {
  if (existsSync('/usr/bin/pdftotext')) return;
  process.stdout.write('Installing poppler-utils …\n');
  try {
    installDebian('poppler-utils');
  } catch {
    process.stdout.write('poppler-utils could not be installed: tests that read PDF skip.\n');
  }
}

/** Browsers that are missing here and could not be installed. */
const missing = new Set();

/** Runs `tests` for each project of a browser; where the browser is missing, they count as one skipped test. */
async function inBrowser(name, tests) {
  if (missing.has(name)) {
    count(name, { skipped: 1 });
    return [];
  }
  const files = [];
  for (const project of browsers[name].projects) files.push(...(await tests(project)));
  return files;
}

const journeysIn = (name) => inBrowser(name, (project) => playwright(name, project, 1));

/**
 * The tests of workers that tell most about a browser, beside the journey of a file, which decodes, encodes and sends.
 * `npm run test:long -- browsers-NAME` runs all of them.
 */
const telling = {
  firefox: ['workers/media/pcm', 'workers/recorder/recorder', 'workers/store/store'],
  webkit: ['workers/media/pcm', 'workers/recorder/recorder', 'workers/rpc', 'workers/store/store'],
  'webkit-unshared': ['workers/media/pcm'],
};

/** One journey and the telling tests of workers, in every browser beside Chromium. */
async function elsewhere() {
  const files = [];
  for (const name of Object.keys(browsers)) {
    const tests = async (project) => [
      ...(await vitest('elsewhere', project, telling[project])),
      ...(await playwright('elsewhere', project, 1, ['--grep=@short'])),
    ];
    files.push(...(await inBrowser(name, tests)));
  }
  return files;
}

/** The tests in the browser run one file at a time. In parts they fill both rows to the end. */
const browserShards = ['browser 1', 'browser 2', 'browser 3', 'browser 4'];

const stages = {
  lint: () => check('lint', 'lint', ['oxlint/bin/oxlint', '--deny-warnings']),
  format: () => check('format', 'format', ['oxfmt/bin/oxfmt', '--check']),
  async types() {
    for (const part of ['api', 'wasm', 'workers', 'web', 'e2e', 'e2e/recording-model'])
      await check('types', `types ${part}`, ['typescript/bin/tsc', '-p', part]);
  },
  unit: () => vitest('unit', 'node'),
  ...Object.fromEntries(
    browserShards.map((stage, index) => [
      stage,
      () => vitest(stage, 'browser', [`--shard=${index + 1}/${browserShards.length}`]),
    ]),
  ),
  build: async () => count('build', (await build()) === 0 ? { passed: 1 } : { failed: 1 }),
  work: () => playwright('work', 'work', 2),
  // The microphone of these tests plays in real time, and lags beside other work.
  recording: () => playwright('recording', 'recording', 1),
  elsewhere,
  chromium: () => playwright('chromium', 'chromium', 1),
  firefox: () => journeysIn('firefox'),
  webkit: () => journeysIn('webkit'),
};

/**
 * Steps run one after the other, the rows of a step in parallel, and the stages of a row one after the other. A row that has
 * ended takes the next stage of `rest`, so that all rows end together. An empty row takes its stages from `rest` only.
 */
const steps = [
  { rows: [['build'], ['lint', 'format', 'types']] },
  { rows: [['work']] },
  { rows: [['unit']] },
  { rows: [[], []], rest: ['elsewhere', ...browserShards] },
  { rows: [['recording']] },
  { rows: [['chromium', 'firefox', 'webkit']] },
];
/** Stages that `npm test` leaves out. */
const optional = ['chromium', ...Object.keys(browsers)];

/** `e2e`: both projects of end-to-end tests; `browser`: all parts of the tests in the browser. */
function chosenStages() {
  const browserAt = process.argv.indexOf('--browser');
  if (browserAt >= 0) {
    const name = process.argv[browserAt + 1];
    if (optional.includes(name)) return ['build', name];
    process.stderr.write(`--browser takes one of ${optional.join(', ')}.\n`);
    process.exit(1);
  }
  const at = process.argv.indexOf('--only');
  if (at < 0) return Object.keys(stages).filter((name) => !optional.includes(name));
  const names = process.argv[at + 1]
    .split(',')
    .flatMap((name) =>
      name === 'e2e' ? ['work', 'recording'] : name === 'browser' ? browserShards : [name],
    );
  for (const name of names) {
    if (Object.hasOwn(stages, name)) continue;
    process.stderr.write(
      `There is no stage ${name}. Stages: ${Object.keys(stages).join(', ')}, browser, e2e.\n`,
    );
    process.exit(1);
  }
  return names;
}

/** Runs the stages of `row`, and then those that are left in `rest`. */
async function runRow(row, rest) {
  const next = () => row.shift() ?? rest.shift();
  for (let name = next(); name !== undefined; name = next()) {
    if (isStopped) return;
    const startedAt = Date.now();
    const files = (await stages[name]()) ?? [];
    const seconds = (Date.now() - startedAt) / 1000;
    process.stdout.write(`${name.padEnd(9)} │ ${seconds.toFixed(0)} s\n`);
    timings.push({ name, seconds, files });
  }
}

/** Processor time of this machine since its start, ms: all of it, and what was idle. */
function processorMs() {
  const times = cpus().map(({ times }) => times);
  const idle = times.reduce((sum, { idle }) => sum + idle, 0);
  const all = times.reduce(
    (sum, each) => sum + Object.values(each).reduce((one, other) => one + other, 0),
    0,
  );
  return { idle, all };
}

/** How busy the processors were in each step, such as `work: 91 %`. A step that leaves them idle has room for another row. */
const busy = [];

const startedAt = Date.now();
const chosen = chosenStages();
await ensurePackages();
if (chosen.includes('unit')) ensurePoppler();
if (chosen.some((name) => [...browserShards, 'work', 'recording', 'chromium'].includes(name)))
  ensureChromium();
for (const name of Object.keys(browsers))
  if ((chosen.includes('elsewhere') || chosen.includes(name)) && !ensureBrowser(name)) missing.add(name);
const chosenOf = (names = []) => names.filter((name) => chosen.includes(name));
for (const { rows, rest } of steps) {
  const left = chosenOf(rest);
  const before = processorMs();
  const doneBefore = timings.length;
  await Promise.all(rows.map((row) => runRow(chosenOf(row), left)));
  const after = processorMs();
  const share = 1 - (after.idle - before.idle) / (after.all - before.all);
  const names = timings.slice(doneBefore).map(({ name }) => name);
  if (names.length > 0) busy.push(`${names.join(', ')}: ${Math.round(100 * share)} %`);
}

for (const { name, files } of timings) {
  if (files.length === 0) continue;
  process.stdout.write(`\nSlowest files of ${name}\n`);
  for (const [file, seconds] of files.toSorted(([, a], [, b]) => b - a).slice(0, 10))
    process.stdout.write(`${seconds.toFixed(1).padStart(7)} s  ${file}\n`);
}
for (const complaint of complaints) process.stdout.write(`\n✘ ${shortName(complaint)}`);
process.stdout.write(`\n${failures.length ? `${failures.join('\n')}\n` : ''}`);
for (const { name, seconds } of timings)
  process.stdout.write(`${seconds.toFixed(0).padStart(5)} s  ${name}\n`);
process.stdout.write(`Processors busy: ${busy.join('; ')}\n`);
process.stdout.write(`${((Date.now() - startedAt) / 1000).toFixed(0).padStart(5)} s  altogether\n`);
if (total.skipped)
  process.stdout.write(`${total.skipped} skipped: cases of the long parts, and what this machine lacks\n`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exit(!isStopped && total.failed === 0 && total.passed > 0 ? 0 : 1);
