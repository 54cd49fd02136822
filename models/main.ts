import { delimiter, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fetchModel, ModelFetchError, type FetchProgress } from './fetch.ts';
import { findModel, models } from './manifest.ts';
import { locateModel } from './store.ts';

const usage = `npm run models -- [id …] [--from DIR] [--source ADDRESS] [--list]

Brings model files to the store (MODELS_DIR). Without an id: the configured one (TRANSCRIPTION_MODEL, else whisper-base).
  --from DIR        take the files from a folder
  --source ADDRESS  take them from this model hub (MODEL_SOURCE)
  --list            what there is, and what of it is here
A running server finds what was brought by itself.`;

const root = resolve(import.meta.dirname, '..');
const dirs = (process.env['MODELS_DIR'] || './models/store')
  .split(delimiter)
  .filter(Boolean)
  .map((dir) => resolve(root, dir));
const storeDir = dirs[0] ?? join(root, 'models/store');
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

async function list(): Promise<void> {
  for (const model of models) {
    const dir = await locateModel(model, [...dirs, import.meta.dirname]);
    console.log(
      [
        model.id.padEnd(22),
        megabytes(model.bytes).padStart(9),
        dir ?? 'not here',
        model.title,
        model.licence,
      ].join('  '),
    );
  }
}

/**
 * Returns a function that shows the progress: on a terminal it overwrites one line, elsewhere it prints a line for each
 * tenth.
 */
function progressPrinter(id: string) {
  let shown = -1;
  return ({ done, total }: FetchProgress) => {
    const percent = total === 0 ? 0 : Math.min(100, Math.floor((100 * done) / total));
    const step = process.stdout.isTTY ? percent : Math.floor(percent / 10) * 10;
    if (step === shown) return;
    shown = step;
    const line = `${id}  ${step} %  ${megabytes(done)} of ${megabytes(total)}`;
    process.stdout.write(process.stdout.isTTY ? `\r${line}` : `${line}\n`);
  };
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      from: { type: 'string' },
      source: { type: 'string' },
      list: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return (console.log(usage), 0);
  if (values.list) return (await list(), 0);
  const source = (values.source ?? process.env['MODEL_SOURCE'] ?? 'https://huggingface.co').replace(
    /\/+$/,
    '',
  );
  if (!values.from && !source) {
    console.error('MODEL_SOURCE is empty: say --source ADDRESS or --from DIR.');
    return 2;
  }
  const ids = positionals.length > 0 ? positionals : [process.env['TRANSCRIPTION_MODEL'] || 'whisper-base'];
  for (const id of ids) {
    const model = findModel(id);
    if (!model) {
      console.error(`There is no model ${id}. There are: ${models.map((known) => known.id).join(', ')}.`);
      return 2;
    }
    const found = await locateModel(model, [...dirs, import.meta.dirname]);
    const fromDir = values.from === undefined ? {} : { fromDir: resolve(values.from) };
    const onProgress = progressPrinter(id);
    const dir = found ?? (await fetchModel({ model, storeDir, source, ...fromDir, onProgress }));
    console.log(`${!found && process.stdout.isTTY ? '\n' : ''}${id}  complete  ${dir}`);
  }
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  const isUsage = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') ?? false;
  if (!isUsage && !(error instanceof ModelFetchError)) throw error;
  console.error(`${process.stdout.isTTY ? '\n' : ''}${(error as Error).message}`);
  if (isUsage) console.error(usage);
  process.exitCode = isUsage ? 2 : 1;
}
