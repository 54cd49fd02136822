// `npm test`: every check, one after the other, on two cores. Ends with `N passed, N failed`.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { ensurePackages, nodePath, root, run } from './ready.mjs';

const reports = mkdtempSync(join(tmpdir(), 'wortlaut-test-'));
const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
/** Each test that failed, with its reason, told once more at the end. */
const complaints = [];

const firstLine = (text = '') => text.trim().split('\n')[0].slice(0, 300);

function count(name, { passed = 0, failed = 0, skipped = 0 }) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  if (failed) failures.push(`${name}: ${failed} failed`);
}

/** A check that is one yes or no. */
async function check(name, args) {
  const code = await run(
    nodePath,
    args.map((part, index) => (index === 0 ? join(root, 'node_modules', part) : part)),
  );
  process.stdout.write(`${code === 0 ? 'ok  ' : 'FAIL'} ${name}\n`);
  count(name, code === 0 ? { passed: 1 } : { failed: 1 });
}

const readReport = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null);

async function vitest(project) {
  const path = join(reports, `${project}.json`);
  const code = await run(nodePath, [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path}`,
  ]);
  const report = readReport(path);
  const failed = report?.numFailedTests ?? 0;
  for (const { name, assertionResults, message } of report?.testResults ?? []) {
    if (message) complaints.push(`${name}: ${firstLine(message)}`);
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed') complaints.push(`${name}: ${fullName}: ${firstLine(failureMessages[0])}`);
  }
  count(`vitest ${project}`, {
    passed: report?.numPassedTests,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: report ? report.numPendingTests + report.numTodoTests : 0,
  });
}

/** Every test of a suite, with all its tries. */
const specsOf = ({ specs = [], suites = [] }) => [
  ...specs.map(({ title, ok, tests }) => ({ title, ok, results: tests.flatMap(({ results }) => results) })),
  ...suites.flatMap(specsOf),
];

/** `workers`: files of tests that run side by side, each with servers of its own. */
async function playwright(project, workers) {
  const path = join(reports, `e2e-${project}.json`);
  const code = await run(
    nodePath,
    [
      join(root, 'node_modules/@playwright/test/cli.js'),
      'test',
      '-c',
      'e2e/playwright.config.ts',
      `--project=${project}`,
      `--workers=${workers}`,
      '--reporter=list,json',
    ],
    { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: path } },
  );
  const report = readReport(path);
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  for (const { title, ok, results } of (report?.suites ?? []).flatMap(specsOf)) {
    const error = results.find(({ error }) => error)?.error;
    if (error)
      complaints.push(`${title}${ok ? ' (passed when tried again)' : ''}: ${firstLine(error.message)}`);
  }
  count(`e2e ${project}`, {
    passed: expected + flaky,
    failed: code !== 0 && unexpected === 0 ? 1 : unexpected,
    skipped,
  });
}

/** @throws where it is not Debian, or not root, or offline */
function installDebian(name) {
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  execFileSync('apt-get', ['update', '-qq'], options);
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options);
}

/** Debian's Chromium, unless `CHROMIUM` names another. */
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

/** Reads the PDF reports back; without it those tests skip. */
function ensurePoppler() {
  if (existsSync('/usr/bin/pdftotext')) return;
  process.stdout.write('Installing poppler-utils …\n');
  try {
    installDebian('poppler-utils');
  } catch {
    process.stdout.write('poppler-utils could not be installed: tests that read PDF skip.\n');
  }
}

const stages = {
  lint: () => check('lint', ['oxlint/bin/oxlint', '--deny-warnings']),
  format: () => check('format', ['oxfmt/bin/oxfmt', '--check']),
  types: async () => {
    for (const part of ['api', 'wasm', 'workers', 'web', 'e2e', 'e2e/recording-model']) {
      await check(`types ${part}`, ['typescript/bin/tsc', '-p', part]);
    }
  },
  unit: () => (ensurePoppler(), vitest('node')),
  browser: () => (ensureChromium(), vitest('browser')),
  build: async () => count('build', (await build()) === 0 ? { passed: 1 } : { failed: 1 }),
  async e2e() {
    ensureChromium();
    await playwright('work', 2);
    // The microphone of a test plays in real time: beside another test it comes late.
    await playwright('recording', 1);
  },
};

const onlyAt = process.argv.indexOf('--only');
const chosen = onlyAt > 0 ? process.argv[onlyAt + 1].split(',') : Object.keys(stages);
await ensurePackages();
for (const name of chosen) {
  const startedAt = Date.now();
  process.stdout.write(`\n── ${name}\n`);
  await stages[name]();
  process.stdout.write(`   ${((Date.now() - startedAt) / 1000).toFixed(0)} s\n`);
}
rmSync(reports, { recursive: true, force: true });
for (const complaint of complaints) process.stdout.write(`\n✘ ${complaint.replace(`${root}/`, '')}`);
process.stdout.write(`\n${failures.length ? `${failures.join('\n')}\n` : ''}`);
if (total.skipped) process.stdout.write(`${total.skipped} skipped\n`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
