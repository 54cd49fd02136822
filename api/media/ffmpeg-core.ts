import { readFileSync, readSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { isTagLine, isTellingLine } from './ffmpeg-log.rules.ts';

type Mounted = { node: { contents: { fd: number }; size: number } };
type Opened = { position: number };

/** The parts of @ffmpeg/core 0.12 (an Emscripten module, a file of its own under the GPL) that we use. */
type FfmpegModule = {
  exec(...args: string[]): number;
  setLogger(logger: (line: { message: string }) => void): void;
  FS: {
    mkdir(path: string): void;
    mount(type: unknown, options: { blobs: { name: string; data: unknown }[] }, path: string): void;
    makedev(major: number, minor: number): number;
    registerDevice(device: number, ops: object): void;
    mkdev(path: string, mode: number, device: number): void;
    ErrnoError: new (errno: number) => Error;
    filesystems: { WORKERFS: { reader: unknown; stream_ops: Record<string, unknown> } };
  };
};

export type FfmpegRun = { exitCode: number; bytesWritten: number; log: string[] };

/** Where `runFfmpeg` offers the two files to the core. */
export const inputPath = '/input/file';
export const outputPath = '/output';

const require = createRequire(import.meta.url);
// a damaged file can log a line per packet
const maxLogLines = 50;
const errnoIo = 29;
const seekSet = 0;
const seekCurrent = 1;

/** Makes this process look like a web worker to the core, which was built for one. Must run in a process of its own. */
async function loadModule(): Promise<FfmpegModule> {
  Object.assign(globalThis, {
    self: globalThis,
    location: { href: import.meta.url },
    importScripts: () => {},
  });
  const script = require.resolve('@ffmpeg/core').replace(/umd([\\/])/, 'esm$1');
  const wasmBinary = readFileSync(script.replace(/\.js$/, '.wasm'));
  const loaded = (await import(pathToFileURL(script).href)) as {
    default(options: { wasmBinary: Uint8Array }): Promise<FfmpegModule>;
  };
  return loaded.default({ wasmBinary });
}

/**
 * Runs ffmpeg from one open file to another. Neither is ever in memory as a whole: reads and writes of the core become reads
 * and writes of the descriptors. A failure of the disk is thrown, a failure of ffmpeg is the exit code.
 */
export async function runFfmpeg(
  input: { fd: number; bytes: number },
  outputFd: number,
  args: string[],
): Promise<FfmpegRun> {
  const core = await loadModule();
  const { FS } = core;
  const { WORKERFS } = FS.filesystems;
  let failure: unknown;
  let end = 0;
  const onDisk = (act: () => number): number => {
    try {
      return act();
    } catch (error) {
      failure ??= error;
      throw new FS.ErrnoError(errnoIo);
    }
  };

  WORKERFS.reader = {};
  WORKERFS.stream_ops['read'] = (
    { node }: Mounted,
    heap: Int8Array,
    offset: number,
    length: number,
    position: number,
  ) => {
    const wanted = Math.min(length, node.size - position);
    return wanted <= 0 ? 0 : onDisk(() => readSync(node.contents.fd, heap, offset, wanted, position));
  };
  FS.mkdir('/input');
  FS.mount(WORKERFS, { blobs: [{ name: 'file', data: { fd: input.fd, size: input.bytes } }] }, '/input');

  const device = FS.makedev(64, 0);
  FS.registerDevice(device, {
    llseek: ({ position }: Opened, offset: number, whence: number) =>
      offset + (whence === seekSet ? 0 : whence === seekCurrent ? position : end),
    write: (_stream: Opened, heap: Int8Array, offset: number, length: number, position: number) => {
      let written = 0;
      while (written < length) {
        const at = written;
        written += onDisk(() => writeSync(outputFd, heap, offset + at, length - at, position + at));
      }
      end = Math.max(end, position + length);
      return length;
    },
  });
  FS.mkdev(outputPath, 0o666, device);

  const log: string[] = [];
  core.setLogger(({ message }) => {
    if (isTagLine(message)) return;
    if (log.length < maxLogLines || (log.length < 2 * maxLogLines && isTellingLine(message)))
      log.push(message);
  });
  const exitCode = core.exec(...args);
  if (failure) throw failure;
  return { exitCode, bytesWritten: end, log };
}
