import { chromium, type Page } from 'playwright';
import { chromiumLaunch } from '../../tools/chromium.ts';
import { goal, round, type Report } from '../report.ts';

// A copy of the type in `preview-task.ts`, which belongs to the page.
type Heard = { backend: string; backendReason: string; ms: number; text: string };

/** With these switches Chromium simulates a graphics card on the processor. The page uses it like a real one. */
const simulated = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];

// Code for the workers. It is text, because here the compiler knows the types of Node only.
const holdDevice = `
  const { requestDevice } = globalThis.GPUAdapter.prototype;
  GPUAdapter.prototype.requestDevice = async function (...options) {
    return (globalThis.device = await requestDevice.apply(this, options));
  };`;
const destroyDevice = 'globalThis.device?.destroy()';

/**
 * Transcribes a recording of the fixture on the processor, on a simulated graphics card, and on one that is lost before
 * its window. All must write the same text.
 */
export async function measureGraphicsCard(
  openPage: (browser: { newPage(): Promise<Page> }) => Promise<Page>,
  model: object,
): Promise<Pick<Report, 'rows' | 'goals'>> {
  const browser = await chromium.launch({
    ...chromiumLaunch,
    args: [...chromiumLaunch.args, ...simulated],
  });
  try {
    const page = await openPage(browser);
    // A worker that is a thread of the runtime answers nothing while it waits for work.
    page.on('worker', (worker) => void worker.evaluate(holdDevice).catch(() => {}));
    // The fixture hears twice. Once is enough here.
    const load = (backend: string) =>
      page.evaluate(
        `globalThis.load(${JSON.stringify({ model: { ...model, hearsTwice: false }, backend })})`,
      );
    const hear = () => page.evaluate('globalThis.hear()') as Promise<Heard>;
    await load('wasm');
    const known = await hear();
    await load('webgpu');
    const heard = await hear();
    // The worker of the processor may still be listed.
    const last = page.workers().findLast((worker) => worker.url().includes('preview.worker'))!;
    await last.evaluate(destroyDevice);
    const afterLoss = await hear();
    const drafts = { processor: known, 'graphics card': heard, 'lost graphics card': afterLoss };
    const isTrue = (name: string, value: boolean) => goal(name, Number(value), '', '>=', 1);
    return {
      rows: Object.entries(drafts).map(([draft, { backend, backendReason, ms }]) => ({
        draft,
        'back end': `${backend} (${backendReason})`,
        'window ms': round(ms),
      })),
      goals: [
        isTrue('graphics card: it was used', heard.backend === 'webgpu'),
        isTrue('graphics card: the text of the processor', heard.text === known.text && known.text !== ''),
        isTrue('lost graphics card: the page was told', afterLoss.backendReason === 'gpu_lost'),
        isTrue('lost graphics card: the text of the processor', afterLoss.text === known.text),
      ],
    };
  } finally {
    await browser.close();
  }
}
