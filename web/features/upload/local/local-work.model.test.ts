import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLong } from '#wasm/testing/long-test.ts';
import type { Edits } from '#workers/encode/encode.contract.ts';
import { createMemoryDevice } from './local-work-doubles.ts';
import type { MemoryDevice } from './local-work-doubles.ts';
import { analysisDouble, uploadDepsOf } from '#web/features/upload/upload-fixture.ts';
import { createUpload } from '#web/features/upload/upload.state.ts';

/** Lengths of the files, s, all different. */
const lengthsS = [60, 90];
const fileOf = (index: number) => new File(['x'.repeat(index + 1)], `${index}.wav`, { lastModified: 1 });
const indexOf = (name: string) => Number.parseInt(name, 10);

type Done = { kept: readonly (readonly [number, number])[] | null; loudness: string };
const untouched: Done = { kept: null, loudness: 'as_is' };

type Model = {
  /** The last edits of each file, without those reported as not kept. */
  done: Map<number, Done>;
  /** The file whose work can be resumed without choosing it again. */
  whole: number | null;
  isFull: boolean;
};

function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}
const mustEqual = (is: unknown, shouldBe: unknown, what: string) =>
  must(
    JSON.stringify(is) === JSON.stringify(shouldBe),
    `${what}: ${JSON.stringify(is)}, not ${JSON.stringify(shouldBe)}`,
  );

const settled = async () => {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
};

function openPage(device: MemoryDevice) {
  const { localWork, kill } = device.openPage();
  const sent: Edits[] = [];
  /** Number of chunks after which the pass stops. */
  const pass = { chunks: Infinity };
  const upload = createUpload({
    ...uploadDepsOf({ localWork, onEncode: (edits) => sent.push(edits) }),
    maxBytes: () => 5_000_000,
    analyse: analysisDouble({
      lengthOf: ({ name }) => lengthsS[indexOf(name)]!,
      gate: (chunk) => (chunk < pass.chunks ? Promise.resolve() : new Promise(() => {})),
    }),
  });
  const { state } = upload;
  return {
    upload,
    state,
    kill,
    sent,
    pass,
    reviewed: () => (state.stage === 'review' && state.file ? indexOf(state.file.name) : null),
    shown: (): Done => ({ kept: upload.trim()?.kept() ?? null, loudness: state.loudness }),
    reload() {
      upload[Symbol.dispose]();
      kill();
    },
  };
}
type Page = ReturnType<typeof openPage>;
type World = { device: MemoryDevice; page: Page };

/** Checks that the card matches what would be sent. */
function checkCard({ page: { state } }: World, { done, whole }: Model): void {
  if (state.stage !== 'choose') return;
  const resumed = state.localWork?.canResume ? indexOf(state.localWork.name) : null;
  mustEqual(resumed, whole, 'the file to go on with');
  if (!state.localWork) return;
  const { name, cuts, keptS, lengthS } = state.localWork;
  const index = indexOf(name);
  const one = done.get(index);
  must(one !== undefined, `${name} was let go of and is there again`);
  must(cuts === (one.kept ? 'there' : 'none'), `${name} has cuts ${JSON.stringify(one.kept)}, told: ${cuts}`);
  if (lengthS === null || keptS === null) return;
  const wholeS = lengthsS[index]!;
  const leftS = one.kept?.reduce((sum, [startS, endS]) => sum + endS - startS, 0) ?? wholeS;
  must(lengthS === wholeS && Math.abs(keptS - leftS) < 1e-6, `${keptS} of ${lengthS} s told of ${leftS}`);
}

function checkReview({ page }: World, { done }: Model): void {
  const index = page.reviewed();
  if (index === null) return;
  must(!page.state.areCutsLost, 'cuts are called lost');
  mustEqual(page.shown(), done.get(index) ?? untouched, `what ${index}.wav begins with`);
  done.set(index, page.shown());
}

/** Returns the file in review. If there is none, goes on with the kept work first. */
async function review(world: World, model: Model): Promise<number | null> {
  if (world.page.reviewed() !== null) return world.page.reviewed();
  await settled();
  world.page.upload.resume();
  checkReview(world, model);
  return world.page.reviewed();
}

type Command = fc.AsyncCommand<Model, World>;
const command = (
  name: string,
  run: (world: World, model: Model) => Promise<void> | void,
  check: (model: Model) => boolean = () => true,
): Command => ({
  check,
  async run(model, world) {
    await run(world, model);
    await settled();
    checkCard(world, model);
  },
  toString: () => name,
});

const pick = (index: number, chunks: number) =>
  command(`pick ${index}, held up after ${chunks} chunks`, async (world, model) => {
    const { page } = world;
    const { done } = model;
    if (page.reviewed() !== null) return;
    if (page.state.stage === 'analysing') page.upload.cancel();
    page.pass.chunks = chunks;
    void page.upload.choose([fileOf(index)]);
    await settled();
    const isWhole = page.reviewed() !== null && (!model.isFull || model.whole === index);
    model.whole = isWhole ? index : null;
    if (page.reviewed() === null) done.set(index, done.get(index) ?? untouched);
    else checkReview(world, model);
  });

type EditCommand = {
  isKilled: boolean;
  /** True if the page stores what it shows even if the edit changes nothing, so that it retries a refused one. */
  isAlwaysStored?: boolean;
};

const edit = (name: string, act: (page: Page) => void, { isKilled, isAlwaysStored = false }: EditCommand) =>
  command(`${name}${isKilled ? ' and be killed' : ''}`, async (world, model) => {
    const { page, device } = world;
    const index = await review(world, model);
    if (index === null) return;
    const before = page.shown();
    act(page);
    const hasChanged = JSON.stringify(before) !== JSON.stringify(page.shown());
    if (!model.isFull && (hasChanged || isAlwaysStored)) model.done.set(index, page.shown());
    if (isKilled) {
      page.kill();
      world.page = openPage(device);
    } else {
      await settled();
      must(!model.isFull || !hasChanged || page.state.notStored !== null, 'not kept, and not said');
    }
  });

function letGo(model: Model, index: number): void {
  model.done.delete(index);
  if (model.whole === index) model.whole = null;
}

const discard = (turns: number | null) =>
  command(turns === null ? 'discard' : `discard, killed after ${turns} turns`, async (world, model) => {
    const { page, device } = world;
    const name = page.state.stage === 'choose' ? page.state.localWork?.name : page.state.file?.name;
    if (name === undefined) return;
    page.upload.discard();
    letGo(model, indexOf(name));
    if (turns === null || model.isFull) return;
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    page.kill();
    world.page = openPage(device);
  });

const picks = fc
  .record({ index: fc.nat(1), chunks: fc.constantFrom(0, 2, 3, 3, 3) })
  .map(({ index, chunks }) => pick(index, chunks));
const commands = [
  picks,
  picks,
  picks,
  fc.constant(command('go on', async (world, model) => void (await review(world, model)))),
  fc
    .record({ timeS: fc.integer({ min: 1, max: 50 }), isKilled: fc.boolean() })
    .map(({ timeS, isKilled }) =>
      edit(`cut ${timeS}`, (page) => page.upload.trim()?.setStart(timeS), { isKilled }),
    ),
  fc.boolean().map((isKilled) => edit('undo', (page) => page.upload.trim()?.undo(), { isKilled })),
  fc
    .record({ loudness: fc.constantFrom('as_is' as const, 'normalised' as const), isKilled: fc.boolean() })
    .map(({ loudness, isKilled }) =>
      edit(loudness, (page) => page.upload.setLoudness(loudness), { isKilled, isAlwaysStored: true }),
    ),
  fc.option(fc.nat(20)).map(discard),
  fc.constant(
    command('cancel', ({ page }) => {
      if (page.state.stage === 'analysing') page.upload.cancel();
    }),
  ),
  fc.constantFrom('reload' as const, 'kill' as const).map((how) =>
    command(how, (world) => {
      world.page[how]();
      world.page = openPage(world.device);
    }),
  ),
  fc.constant(
    command('send', async (world, model) => {
      const { page } = world;
      const index = await review(world, model);
      if (index === null) return;
      const shown = page.shown();
      await page.upload.send();
      mustEqual(page.sent.at(-1), shown, 'what went up');
      letGo(model, index);
      await settled();
      page.upload.discard();
    }),
  ),
  fc.constant(
    command('pick one over the limits, and another file instead', async ({ page }) => {
      if (page.state.stage !== 'choose') return;
      await page.upload.choose([new File([new Uint8Array(5_000_001)], 'large.wav')]);
      mustEqual(page.state.stage, 'offer', 'what is over the limits');
      page.upload.discard();
    }),
  ),
  fc.boolean().map((isFull) =>
    command(isFull ? 'no more room' : 'room again', ({ device }, model) => {
      model.isFull = isFull;
      device.faults.isFull = device.faults.areEditsFull = isFull;
    }),
  ),
  fc.record({ index: fc.nat(1), timeS: fc.integer({ min: 1, max: 50 }) }).map(({ index, timeS }) =>
    command(`a second tab cuts ${index} at ${timeS} and closes`, async ({ device }) => {
      const second = openPage(device);
      await settled();
      must(second.state.notStored === 'elsewhere', 'the other tab is not told');
      await second.upload.choose([fileOf(index)]);
      second.upload.trim()?.setStart(timeS);
      must(second.state.notStored === 'elsewhere', 'what is not kept is not told');
      second.reload();
    }),
  ),
  fc.constant(
    command('a second tab takes over', async (world) => {
      const second = openPage(world.device);
      await settled();
      world.page.kill();
      world.page = second;
    }),
  ),
];

it('in any order of events, edits are kept, and what the card shows is what is sent', async () => {
  const world = () => {
    const device = createMemoryDevice();
    return {
      model: { done: new Map(), whole: null, isFull: false },
      real: { device, page: openPage(device) },
    };
  };
  const property = fc.check(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 30, size: 'max' }), (sequence) =>
      fc.asyncModelRun(world, sequence),
    ),
    { numRuns: isLong ? 300 : 100 },
  );
  expect(fc.defaultReportMessage(await property)).toBeUndefined();
});
