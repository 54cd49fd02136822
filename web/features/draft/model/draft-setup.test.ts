import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createModelDevice, type ModelDevice, testModels } from '#web/testing/draft-setup-fixture.ts';

const { fixture, tiny, base, small } = testModels;

/** Waits until a download of the model runs, and returns it. */
const running = (device: ModelDevice, { id } = tiny) =>
  vi.waitFor(() => {
    const download = device.downloads.get(id);
    if (!download) throw new Error(`No download of ${id} runs.`);
    return download;
  });

/** Opens the page on a device on which the person has agreed to the model, and it has come. */
async function withStored(model = tiny, offered = [model]) {
  const device = createModelDevice(offered);
  const setup = device.open();
  await setup.look('de');
  const agreed = setup.agree();
  (await running(device, model)).resolve(null);
  await agreed;
  return { device, setup };
}

describe('A large model', () => {
  it('is fetched once the person has agreed, and ready in the next visit without a server', async () => {
    const device = createModelDevice([base, tiny]);
    const setup = device.open();
    expect(setup.state.status).toBe('unknown');
    await setup.look('de');
    expect(setup.state).toMatchObject({ status: 'ask', inUse: null, isPersistent: false });
    expect([setup.model(), device.begun]).toEqual([null, []]);
    const agreed = setup.agree();
    const download = await running(device);
    download.report(1_000_000);
    expect(setup.state).toMatchObject({
      status: 'downloading',
      progress: { modelId: tiny.id, doneBytes: 1_000_000, totalBytes: tiny.bytes },
    });
    download.resolve(null);
    await agreed;
    expect(setup.state).toMatchObject({ status: 'ready', progress: null, isPersistent: true });
    expect(setup.model()).toMatchObject({ id: tiny.id, dtype: 'q8', files: tiny.files });
    device.offered = null;
    const later = device.open();
    await later.look('de');
    expect(later.state).toMatchObject({ status: 'ready', cause: null, isPersistent: true });
    expect([device.begun, device.openWorkers]).toEqual([[tiny.id], 0]);
  });

  it('is ready before the server has answered', async () => {
    const { device } = await withStored();
    const { promise, resolve } = Promise.withResolvers<void>();
    device.beforeAnswer = promise;
    const setup = device.open();
    const looked = setup.look('de');
    await vi.waitFor(() => expect(setup.state.status).toBe('ready'));
    device.offered = [tiny, base];
    expect(setup.state.plan?.models).toHaveLength(1);
    resolve();
    await looked;
    expect(setup.state.plan?.models).toHaveLength(2);
  });

  it('is not asked for again after the person said no, until they turn it on', async () => {
    const device = createModelDevice([tiny]);
    const setup = device.open();
    await setup.look('de');
    await setup.turnOff();
    const later = device.open();
    await later.look('de');
    expect(later.state).toMatchObject({ status: 'off', isOn: false });
    await later.turnOn();
    expect([later.state.status, device.begun]).toEqual(['ask', []]);
  });

  it('goes on in the next visit after an interruption, and after a cancel only if the person wants it', async () => {
    const device = createModelDevice([tiny]);
    const setup = device.open();
    await setup.look('de');
    const interrupted = setup.agree();
    const download = await running(device);
    download.report(20_000_000);
    download.resolve('interrupted');
    await interrupted;
    expect(setup.state).toMatchObject({
      status: 'failed',
      refusal: { modelId: tiny.id, reason: 'interrupted' },
    });
    const later = device.open();
    const looked = later.look('de');
    await running(device);
    expect(later.state.status).toBe('downloading');
    await later.cancelDownload();
    await looked;
    expect(later.state).toMatchObject({ status: 'ask', progress: null, refusal: null });
    expect(later.state.plan?.model).toMatchObject({ isStored: false, storedBytes: 20_000_000 });
    await device.open().look('de');
    expect([device.begun, device.openWorkers]).toEqual([[tiny.id, tiny.id], 0]);
  });

  it.each(['full', 'missing', 'wrong_digest'] as const)(
    'is not fetched again by itself when it is refused: %s',
    async (reason) => {
      const device = createModelDevice([tiny]);
      const setup = device.open();
      await setup.look('de');
      const agreed = setup.agree();
      (await running(device)).resolve(reason);
      await agreed;
      expect(setup.state).toMatchObject({ status: 'failed', refusal: { modelId: tiny.id, reason } });
      expect(setup.model()).toBeNull();
      await setup.look('de');
      expect(device.begun).toEqual([tiny.id]);
      const again = setup.agree();
      expect(setup.state.refusal).toBeNull();
      (await running(device)).resolve(null);
      await again;
      expect(setup.state.status).toBe('ready');
    },
  );

  it('that the server no longer has leaves the plan', async () => {
    const device = createModelDevice([tiny, base]);
    const setup = device.open();
    await setup.look('de');
    const agreed = setup.agree();
    device.offered = [base];
    (await running(device)).resolve('missing');
    await agreed;
    expect(setup.state.plan?.model?.id).toBe(base.id);
  });

  it('runs from memory where the browser stores nothing, and is fetched at each visit', async () => {
    const device = createModelDevice([tiny]);
    const setup = device.open();
    await setup.look('de');
    const agreed = setup.agree();
    (await running(device)).resolve('none');
    await agreed;
    expect(setup.state).toMatchObject({ status: 'ready', isKept: false, inUse: tiny.id, refusal: null });
    expect(setup.model()?.id).toBe(tiny.id);
    const later = device.open();
    const looked = later.look('de');
    (await running(device)).resolve('none');
    await looked;
    expect(later.state).toMatchObject({ status: 'ready', isKept: false });
  });

  it('is asked for where the browser stores nothing, if it is larger than the one agreed to', async () => {
    const device = createModelDevice([tiny, base]);
    const setup = device.open();
    await setup.look('de');
    const agreed = setup.agree();
    (await running(device)).resolve('none');
    await agreed;
    setup.recordSpeed(tiny.id, 12);
    expect(setup.state).toMatchObject({ status: 'ready', inUse: tiny.id, plan: { model: { id: base.id } } });
    await setup.choose(base.id);
    expect([setup.model()?.id, device.begun]).toEqual([tiny.id, [tiny.id]]);
    const larger = setup.agree();
    (await running(device, base)).resolve('none');
    await larger;
    expect(setup.model()?.id).toBe(base.id);
  });

  it('is asked for again after the person has removed it', async () => {
    const { device, setup } = await withStored();
    await setup.remove(tiny.id);
    expect(setup.state).toMatchObject({ status: 'ask', inUse: null });
    const later = device.open();
    await later.look('de');
    expect([later.state.status, device.begun]).toEqual(['ask', [tiny.id]]);
  });

  it('is asked for again after the person has removed it in another tab', async () => {
    const { device, setup } = await withStored();
    const other = device.open();
    await other.look('de');
    await setup.remove(tiny.id);
    other.recordSpeed(tiny.id, 7);
    const later = device.open();
    await later.look('de');
    expect([later.state.status, device.begun]).toEqual(['ask', [tiny.id]]);
    expect(later.state.plan?.model?.speed).toEqual({ timesRealTime: 7, isMeasured: true });
  });

  it('ends its download when it is removed', async () => {
    const device = createModelDevice([tiny]);
    const setup = device.open();
    await setup.look('de');
    const agreed = setup.agree();
    await running(device);
    await setup.remove(tiny.id);
    await agreed;
    expect(setup.state).toMatchObject({ status: 'ask', progress: null });
    expect([device.downloads.size, device.openWorkers]).toEqual([0, 0]);
  });
});

describe('The code that writes drafts', () => {
  it('is kept once for each visit, as soon as a model is there', async () => {
    const { device, setup } = await withStored();
    expect(device.kept).toEqual(['wasm']);
    await setup.look('de');
    expect(device.kept).toEqual(['wasm']);
    setup.recordBackend(tiny.id, { backend: 'webgpu', reason: 'faster' });
    await device.open().look('de');
    expect(device.kept).toEqual(['wasm', 'webgpu']);
  });

  it('is tried to be kept again where that failed, and not where there is no model', async () => {
    const device = createModelDevice([tiny], [tiny]);
    device.keepsParts = false;
    const setup = device.open();
    await setup.look('de');
    await setup.look('de');
    expect(device.kept).toEqual(['wasm', 'wasm']);
    await setup.turnOff();
    await setup.look('de');
    await createModelDevice([tiny]).open().look('de');
    expect(device.kept).toHaveLength(2);
  });
});

describe('A small model', () => {
  it('is fetched without asking, and after a removal at the next visit', async () => {
    const device = createModelDevice([fixture]);
    const setup = device.open();
    const looked = setup.look('de');
    (await running(device, fixture)).resolve(null);
    await looked;
    expect(setup.state).toMatchObject({ status: 'ready', inUse: 'fixture' });
    await setup.remove(fixture.id);
    expect(setup.state.status).toBe('ask');
    const again = device.open().look('de');
    (await running(device, fixture)).resolve(null);
    await again;
    expect(device.begun).toEqual(['fixture', 'fixture']);
  });

  it('is not fetched while drafts are turned off', async () => {
    const device = createModelDevice([fixture]);
    await device.open().turnOff();
    await device.open().look('de');
    expect(device.begun).toEqual([]);
  });
});

describe('Another model than the one in use', () => {
  it('is proposed after a measurement, while the one in use writes on', async () => {
    const { device, setup } = await withStored(tiny, [tiny, base]);
    setup.recordSpeed(tiny.id, 12.3456);
    expect(setup.state).toMatchObject({ status: 'ready', inUse: tiny.id });
    expect(setup.state.plan).toMatchObject({ model: { id: base.id }, reason: 'predicted' });
    await setup.look('de');
    expect(device.begun).toEqual([tiny.id]);
    const agreed = setup.agree();
    const download = await running(device, base);
    expect(setup.state.status).toBe('ready');
    download.resolve(null);
    await agreed;
    expect(setup.state.inUse).toBe(base.id);
  });

  it('is chosen by the person, also a large one, and by itself again', async () => {
    const { device, setup } = await withStored(tiny, [tiny, small]);
    await setup.choose(small.id);
    expect(setup.state).toMatchObject({ choice: small.id, inUse: tiny.id, plan: { reason: 'chosen' } });
    expect(device.begun).toEqual([tiny.id]);
    const later = device.open();
    await later.look('de');
    expect(later.state.plan?.model?.id).toBe(small.id);
    await later.choose(null);
    expect(later.state).toMatchObject({ choice: null, plan: { model: { id: tiny.id } } });
  });

  it('is not fetched beside the one that is being fetched', async () => {
    const device = createModelDevice([tiny, base]);
    const setup = device.open();
    await setup.look('de');
    const [first, second] = [setup.agree(tiny.id), setup.agree(base.id)];
    (await running(device)).resolve(null);
    await Promise.all([first, second]);
    expect(device.begun).toEqual([tiny.id]);
  });
});

describe('Without a model', () => {
  const causeOf = async (device: ModelDevice) => {
    const setup = device.open();
    await setup.look('de');
    expect([setup.state.status, setup.model()]).toEqual(['none', null]);
    return setup.state.cause;
  };

  it('the cause is said', async () => {
    expect(await causeOf(createModelDevice([]))).toBe('none_offered');
    expect(await causeOf(createModelDevice([small]))).toBe('none_fits');
    expect(await causeOf(createModelDevice(null))).toBe('unreachable');
    expect(await causeOf(Object.assign(createModelDevice([tiny]), { canRun: false }))).toBe('browser');
  });

  it('a browser that starts no worker asks all the same', async () => {
    const device = createModelDevice([tiny]);
    device.startsWorkers = false;
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => logged.mockRestore());
    const setup = device.open();
    await setup.look('de');
    await setup.agree();
    expect(setup.state).toMatchObject({ status: 'failed', refusal: { reason: 'interrupted' } });
    await setup.remove(tiny.id);
    expect(setup.state.status).toBe('ask');
    expect(logged).toHaveBeenCalledTimes(2);
  });

  it('the next look finds the server again', async () => {
    const device = createModelDevice(null);
    const setup = device.open();
    await setup.look('de');
    device.offered = [tiny];
    await setup.look('de');
    expect(setup.state).toMatchObject({ status: 'ask', cause: null });
  });
});

describe('What was measured', () => {
  it('is remembered, and nonsense is not', async () => {
    const { device, setup } = await withStored();
    for (const times of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) setup.recordSpeed(tiny.id, times);
    setup.recordSpeed(tiny.id, 7.004);
    const later = device.open();
    await later.look('de');
    expect(later.state.plan).toMatchObject({
      reason: 'measured',
      model: { speed: { timesRealTime: 7, isMeasured: true } },
    });
  });

  it('tells what calculates, as long as the graphics card is the same', async () => {
    const { device, setup } = await withStored();
    expect(setup.backend()).toBe('auto');
    setup.recordBackend(tiny.id, { backend: 'wasm', reason: 'gpu_lost' });
    expect(setup.backend()).toBe('wasm');
    const later = device.open();
    await later.look('de');
    expect(later.backend()).toBe('wasm');
    later.recordBackend(tiny.id, { backend: 'wasm', reason: 'remembered' });
    later.recordBackend(tiny.id, { backend: 'wasm', reason: 'gpu_not_tried' });
    expect(later.state.backend?.reason).toBe('gpu_lost');
    device.graphicsCard = 'new card';
    const anew = device.open();
    await anew.look('de');
    expect(anew.backend()).toBe('auto');
    anew.recordBackend(tiny.id, { backend: 'webgpu', reason: 'faster' });
    expect(anew.state.backend).toEqual({ backend: 'webgpu', reason: 'faster', key: 'new card' });
  });

  it('holds as long as the page where nothing can be stored', async () => {
    const device = createModelDevice([tiny], [tiny]);
    device.isStorageFull = true;
    const setup = device.open();
    await setup.look('de');
    setup.recordSpeed(tiny.id, 7);
    await setup.turnOff();
    expect(setup.state).toMatchObject({ isOn: false, plan: { model: { speed: { timesRealTime: 7 } } } });
  });

  it('is forgotten where what is stored cannot be read', async () => {
    const { device } = await withStored();
    device.entries.set('draftModel', '{"isOn":"yes"}');
    const setup = device.open();
    await setup.look('de');
    expect(setup.state).toMatchObject({ status: 'ready', isOn: true, choice: null });
  });
});
