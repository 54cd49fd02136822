import { enginePaths } from '#workers/engines.ts';
import { WorkerError } from '#workers/rpc.ts';

type Stream = { node: { contents: Blob; size: number }; position: number };

/** What a character device of the core's file system does; positions are octets from the start of the output. */
export type DeviceOps = {
  llseek?(stream: { position: number }, offset: number, whence: number): number;
  /** `heap` is the core's memory: copy what is kept. */
  write(stream: unknown, heap: Int8Array, offset: number, length: number, position: number): number;
};

type ReadOp = (stream: Stream, heap: Int8Array, offset: number, length: number, position: number) => number;

/** The parts of @ffmpeg/core 0.12 (an Emscripten module) that we use. `exec` and `ffprobe` run synchronously. */
type FfmpegModule = {
  exec(...args: string[]): number;
  ffprobe(...args: string[]): number;
  reset(): void;
  setLogger(logger: (line: { type: string; message: string }) => void): void;
  /** The compiled module's exports, by the names that 0.12.10 gives them: `stackSave` and `stackRestore`. */
  asm: { Da(): number; Ea(top: number): void };
  FS: {
    mkdir(path: string): void;
    mount(type: unknown, options: { blobs: { name: string; data: Blob }[] }, path: string): void;
    unmount(path: string): void;
    makedev(major: number, minor: number): number;
    registerDevice(device: number, ops: DeviceOps): void;
    mkdev(path: string, mode: number, device: number): void;
    unlink(path: string): void;
    writeFile(path: string, data: Uint8Array, options: { canOwn: boolean }): void;
    readFile(path: string, options: { encoding: 'utf8' }): string;
    filesystems: { WORKERFS: { stream_ops: { read: ReadOp } } };
  };
};

export type Run = { exitCode: number; log: string[] };

export type Core = {
  /** Makes `file` readable for the core, without copying it, as long as `use` runs. */
  mounted<T>(file: Blob, use: (path: string) => T): T;
  /** Makes `bytes` readable as a file, without copying them, as long as `use` runs. */
  held<T>(bytes: Uint8Array, use: (path: string) => T): T;
  /** Runs ffmpeg with an output that is written through `ops`. */
  run(args: string[], ops: DeviceOps): Run;
  /** ffprobe's JSON (an empty object where it found nothing) and its log. */
  probe(args: string[]): Run & { json: unknown };
};

/** Where `run` offers its output. */
export const outputPath = '/output';

/** A damaged file can log a line per packet: the first ones tell why. */
const maxLogLines = 200;
const readAheadBytes = 1 << 20;

/**
 * ffmpeg reads 32 KiB at a time and each read of a file is a round trip; reading ahead makes that one for 1 MiB.
 * Reading fails with a DOMException where the file has changed or gone since it was chosen.
 */
function createReadAhead(): ReadOp {
  const reader = new FileReaderSync();
  let held = new Uint8Array(0);
  let heldAt = 0;
  let heldOf: Blob | undefined;
  return ({ node }, heap, offset, length, position) => {
    const wanted = Math.min(length, node.size - position);
    if (wanted <= 0) return 0;
    const isHeld = heldOf === node.contents && position >= heldAt && position < heldAt + held.length;
    if (!isHeld) {
      const end = position + Math.max(wanted, readAheadBytes);
      held = new Uint8Array(reader.readAsArrayBuffer(node.contents.slice(position, end)));
      heldAt = position;
      heldOf = node.contents;
    }
    const from = position - heldAt;
    const part = held.subarray(from, from + wanted);
    new Uint8Array(heap.buffer, heap.byteOffset + offset, part.length).set(part);
    return part.length;
  };
}

/** Loads the core from our own server. Error: `media.engine_failed`. */
export async function loadCore(): Promise<Core> {
  let core: FfmpegModule;
  try {
    const address = `${enginePaths.ffmpeg}ffmpeg-core.js`;
    const script = (await import(/* @vite-ignore */ address)) as { default(): Promise<FfmpegModule> };
    core = await script.default();
  } catch (error) {
    throw new WorkerError('media.engine_failed', String(error));
  }
  const { FS } = core;
  const { WORKERFS } = FS.filesystems;
  WORKERFS.stream_ops.read = createReadAhead();
  const device = FS.makedev(64, 0);
  FS.mkdir('/input');

  const logged = (act: () => number): Run => {
    const log: string[] = [];
    core.setLogger(({ message }) => {
      if (log.length < maxLogLines) log.push(message);
    });
    core.reset();
    // ffmpeg leaves by an exception, which takes nothing off its stack of 64 KiB: 224 octets stay of each run.
    const top = core.asm.Da();
    try {
      return { exitCode: act(), log };
    } finally {
      core.asm.Ea(top);
    }
  };

  return {
    mounted(file, use) {
      FS.mount(WORKERFS, { blobs: [{ name: 'file', data: file }] }, '/input');
      try {
        return use('/input/file');
      } finally {
        FS.unmount('/input');
      }
    },
    held(bytes, use) {
      FS.writeFile('/held', bytes, { canOwn: true });
      const result = use('/held');
      FS.unlink('/held');
      return result;
    },
    run(args, ops) {
      FS.registerDevice(device, ops);
      FS.mkdev(outputPath, 0o666, device);
      try {
        return logged(() => core.exec(...args));
      } finally {
        FS.unlink(outputPath);
      }
    },
    probe(args) {
      const run = logged(() => core.ffprobe(...args, '-print_format', 'json', '-o', '/probe.json'));
      const text = FS.readFile('/probe.json', { encoding: 'utf8' });
      FS.unlink('/probe.json');
      return { ...run, json: text.trim() ? JSON.parse(text) : {} };
    },
  };
}
