/** Drives `@ffmpeg/core` 0.12 (an Emscripten module) in browser and server; the caller supplies the function that reads input. */

/** A character device of Emscripten's file system. Positions are in bytes from the start of the output. */
export type DeviceOps = {
  llseek?(stream: { position: number }, offset: number, whence: number): number;
  /** Writes `length` bytes of `heap`, which is the core's memory: copy data that must outlive the call. */
  write(stream: unknown, heap: Int8Array, offset: number, length: number, position: number): number;
};

type Stream<Source> = { node: { contents: Source; size: number }; position: number };
type ReadOp<Source> = (
  stream: Stream<Source>,
  heap: Int8Array,
  offset: number,
  length: number,
  position: number,
) => number;

/** The parts of the module that are used here. `exec` and `ffprobe` run synchronously. */
type FfmpegModule<Source> = {
  exec(...args: string[]): number;
  ffprobe(...args: string[]): number;
  reset(): void;
  setLogger(logger: (line: { message: string }) => void): void;
  asm: Record<string, (top?: number) => number>;
  FS: {
    mkdir(path: string): void;
    mount(type: unknown, options: { blobs: { name: string; data: Source }[] }, path: string): void;
    unmount(path: string): void;
    makedev(major: number, minor: number): number;
    registerDevice(device: number, ops: DeviceOps): void;
    mkdev(path: string, mode: number, device: number): void;
    unlink(path: string): void;
    writeFile(path: string, data: Uint8Array, options: { canOwn: boolean }): void;
    readFile(path: string, options: { encoding: 'utf8' }): string;
    ErrnoError: new (errno: number) => Error;
    filesystems: { WORKERFS: { reader: unknown; stream_ops: { read: ReadOp<Source> } } };
  };
};

export type FfmpegFactory<Source> = (options?: { wasmBinary: Uint8Array }) => Promise<FfmpegModule<Source>>;

type CoreOptions<Source> = {
  read(source: Source, target: Uint8Array, position: number): number;
  /** Returns true if a message belongs in the log, which already has `lines` lines. */
  isLogged(message: string, lines: number): boolean;
  /** The WebAssembly binary, if the module shall not fetch it. */
  wasmBinary?: Uint8Array;
};

type Run = { exitCode: number; log: string[] };

export type Core<Source> = {
  /** Lets the core read `source` while `use` runs, without copying it. */
  mounted<T>(source: Source, use: (path: string) => T): T;
  /** Lets the core read `bytes` as a file while `use` runs, without copying them. */
  held<T>(bytes: Uint8Array, use: (path: string) => T): T;
  run(args: string[], ops: DeviceOps): Run;
  /** Runs ffprobe, and returns its JSON (an empty object if it found nothing) and its log. */
  probe(args: string[]): Run & { json: unknown };
  /** Makes the error to throw in a read or a write, so that ffmpeg reports a disk error. */
  ioError(): Error;
};

const inputFolder = '/input';
export const inputPath = `${inputFolder}/file`;
export const outputPath = '/output';

const errnoIo = 29;

/** Finds the minified name of one of Emscripten's own exports in the source of its script. */
function exportNamed(script: string, name: string): string {
  const [, short] = new RegExp(`\\b${name}=Module\\["asm"\\]\\["(\\w+)"\\]`).exec(script) ?? [];
  if (!short) throw new TypeError(`ffmpeg-core.js has no ${name}`);
  return short;
}

/** Loads the module and returns the core. Rejects if the module cannot be loaded or has an unknown layout. */
export async function createCore<Source>(
  factory: FfmpegFactory<Source>,
  { read, isLogged, wasmBinary }: CoreOptions<Source>,
): Promise<Core<Source>> {
  const script = String(factory);
  const [saveName, restoreName] = [exportNamed(script, 'stackSave'), exportNamed(script, 'stackRestore')];
  const module = await factory(wasmBinary && { wasmBinary });
  const { FS } = module;
  const { WORKERFS } = FS.filesystems;
  // Without a reader WORKERFS asks for a FileReaderSync, which only its default `read` uses.
  WORKERFS.reader = {};
  WORKERFS.stream_ops.read = ({ node }, heap, offset, length, position) => {
    const wanted = Math.min(length, node.size - position);
    if (wanted <= 0) return 0;
    return read(node.contents, new Uint8Array(heap.buffer, heap.byteOffset + offset, wanted), position);
  };
  const device = FS.makedev(64, 0);
  FS.mkdir(inputFolder);
  const stackSave = module.asm[saveName]!;
  const stackRestore = module.asm[restoreName]!;

  const logged = (act: () => number): Run => {
    const log: string[] = [];
    module.setLogger(({ message }) => {
      if (isLogged(message, log.length)) log.push(message);
    });
    module.reset();
    // ffmpeg exits by an exception, which leaks 224 bytes of its 64 KiB stack in each run. So the stack pointer is
    // restored.
    const top = stackSave();
    try {
      return { exitCode: act(), log };
    } finally {
      stackRestore(top);
    }
  };

  return {
    mounted(source, use) {
      FS.mount(WORKERFS, { blobs: [{ name: 'file', data: source }] }, inputFolder);
      try {
        return use(inputPath);
      } finally {
        FS.unmount(inputFolder);
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
        return logged(() => module.exec(...args));
      } finally {
        FS.unlink(outputPath);
      }
    },
    probe(args) {
      const run = logged(() => module.ffprobe(...args, '-print_format', 'json', '-o', '/probe.json'));
      const text = FS.readFile('/probe.json', { encoding: 'utf8' });
      FS.unlink('/probe.json');
      return { ...run, json: text.trim() ? JSON.parse(text) : {} };
    },
    ioError: () => new FS.ErrnoError(errnoIo),
  };
}
