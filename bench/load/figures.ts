import { goal, quantile, round, type Report } from '../report.ts';
import { totalOf, type Visit } from './visit.ts';

/** `cold`: with an empty cache. `warm`: with a full one. Both on the slow link and processor. `quick`: full cache, without both. */
export type Measured = { cold: Visit; warm: Visit; quick: Visit };

const scriptLimitKb = 170;
const warmLimitMs = 500;

/** Medians of several visits. */
function middle(visits: readonly Visit[]) {
  const of = (value: (visit: Visit) => number) => quantile(visits.map(value), 0.5);
  return {
    usableMs: of(({ usableMs }) => usableMs),
    // A shift that happens sometimes is a fault too.
    shift: Math.max(...visits.map(({ shift }) => shift)),
    requests: of(({ requests }) => requests),
    totalKb: of(({ bytes }) => totalOf(bytes)) / 1000,
    scriptKb: of(({ bytes }) => bytes.script) / 1000,
    fontKb: of(({ bytes }) => bytes.font) / 1000,
    wasmKb: of(({ bytes }) => bytes.wasm) / 1000,
    modelKb: of(({ bytes }) => bytes.model) / 1000,
    editorKb: of(({ editorBytes }) => editorBytes) / 1000,
    laterKb: of(({ laterBytes }) => laterBytes) / 1000,
  };
}

type Middle = ReturnType<typeof middle>;

const coldRow = (name: string, cold: Middle, bare: Middle): Report['rows'][number] => ({
  'empty cache, slow link': name,
  requests: cold.requests,
  'all kB': round(cold.totalKb),
  'script kB': round(cold.scriptKb),
  '× bare': round(cold.scriptKb / bare.scriptKb),
  'fonts kB': round(cold.fontKb),
  'WASM kB': round(cold.wasmKb),
  'models kB': round(cold.modelKb),
  'editors kB': round(cold.editorKb),
  'usable ms': Math.round(cold.usableMs),
  '× bare ms': round(cold.usableMs / bare.usableMs),
  shift: round(cold.shift),
  'afterwards kB': round(cold.laterKb),
});

const warmRow = (name: string, [warm, quick]: [Middle, Middle], [bareWarm, bareQuick]: [Middle, Middle]) => ({
  'full cache': name,
  requests: warm.requests,
  'all kB': round(warm.totalKb),
  'usable ms, slow': Math.round(warm.usableMs),
  '× bare, slow': round(warm.usableMs / bareWarm.usableMs),
  'usable ms': Math.round(quick.usableMs),
  '× bare': round(quick.usableMs / bareQuick.usableMs),
  shift: round(Math.max(warm.shift, quick.shift)),
});

/** Returns the layout shifts of each screen as rows of a table, each once. */
const movedRows = (measured: ReadonlyMap<string, readonly Measured[]>) =>
  [...measured].flatMap(([name, all]) =>
    [...new Set(all.flatMap((visits) => Object.values(visits).flatMap(({ moved }) => moved)))].map(
      (what) => ({
        'has moved': name,
        what,
      }),
    ),
  );

/** Returns the report of all screens. `bareName` is the peer among them. */
export function reportOf(measured: ReadonlyMap<string, readonly Measured[]>, bareName: string): Report {
  const screens = [...measured].map(([name, all]) => ({
    name,
    cold: middle(all.map(({ cold }) => cold)),
    warm: middle(all.map(({ warm }) => warm)),
    quick: middle(all.map(({ quick }) => quick)),
  }));
  const bare = screens.find(({ name }) => name === bareName)!;
  const ours = screens.filter(({ name }) => name !== bareName);
  const library = ours.find(({ name }) => name === 'library');
  const worst = (figure: keyof Middle): number =>
    Math.max(...ours.flatMap(({ cold, warm, quick }) => [cold[figure], warm[figure], quick[figure]]));
  return {
    name: 'load',
    rows: screens.map(({ name, cold }) => coldRow(name, cold, bare.cold)),
    more: [
      screens.map(({ name, warm, quick }) => warmRow(name, [warm, quick], [bare.warm, bare.quick])),
      movedRows(measured),
    ],
    figures: Object.fromEntries(screens.map(({ name, ...visits }) => [name, visits])),
    goals: [
      goal('most script until a screen is usable', worst('scriptKb'), 'kB', '<=', scriptLimitKb),
      goal('most WebAssembly until a screen is usable', worst('wasmKb'), 'kB', '<=', 0),
      goal('most of models until a screen is usable', worst('modelKb'), 'kB', '<=', 0),
      goal('most of editors until a screen is usable', worst('editorKb'), 'kB', '<=', 0),
      goal('largest layout shift', worst('shift'), '', '<=', 0),
      goal('library, full cache', library?.quick.usableMs ?? null, 'ms', '<=', warmLimitMs),
      goal('library, full cache, slow link', library?.warm.usableMs ?? null, 'ms', '<=', warmLimitMs),
    ],
  };
}
