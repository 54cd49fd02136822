import { afterEach, expect, test, vi } from 'vitest';
import { takeLaunchedFiles } from './launch.ts';

const device = vi.hoisted(() => ({ kept: [] as string[], isFull: false }));
vi.mock('#web/parts/incoming/incoming-files.ts', () => ({
  async keepIncoming(files: readonly File[]) {
    if (device.isFull) throw new DOMException('full', 'QuotaExceededError');
    device.kept.push(...files.map(({ name }) => name));
  },
}));
vi.mock('#web/lib/log.ts', () => ({ log: { warn() {} } }));

type Launch = { files?: { getFile(): Promise<File> }[] };

afterEach(() => void vi.unstubAllGlobals());

/** Starts the page in a window that the device opens. Returns the addresses to which files lead. */
function start() {
  let launch: (params: Launch) => void = () => {};
  vi.stubGlobal('window', { launchQueue: { setConsumer: (consumer: typeof launch) => (launch = consumer) } });
  const addresses: string[] = [];
  takeLaunchedFiles(async (href) => void addresses.push(href));
  return { addresses, launch: (params: Launch) => launch(params) };
}

const file = (name: string) => ({ getFile: async () => new File(['sound'], name) });

test('A file that is opened with the app waits on this device, and the form of a new session opens', async () => {
  const { addresses, launch } = start();
  launch({});
  launch({ files: [file('a.mp3')] });
  await expect.poll(() => addresses).toEqual(['/create?start=file']);
  expect(device.kept).toEqual(['a.mp3']);
  device.isFull = true;
  launch({ files: [file('b.mp3')] });
  await expect.poll(() => addresses.at(-1)).toBe('/create?start=file&problem=not_stored');
});
