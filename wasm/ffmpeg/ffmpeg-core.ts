/** Drives `@ffmpeg/core` 0.12 (an Emscripten module), for page and server: how input is read is passed in. */

/** What a character device of the core's file system does; positions are bytes from the start of the output. */
export type DeviceOps = {
  llseek?(stream: { position: number }, offset: number, whence: number): number;
  /** `heap` is the core's memory: copy what is kept. */
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

/** The parts of the module that we use. `exec` and `ffprobe` run synchronously. */
type FfmpegModule<Source> = {
  exec(...args: string[]): number;
  ffprobe(...args: string[]): number;
  reset(): void;
  setLogger(logger: (line: { message: string }) => void): void;
  /** The compiled module's exports, by shortened names. */
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

/** The default export of `ffmpeg-core.js`. */
export type FfmpegFactory<Source> = (options?: { wasmBinary: Uint8Array }) => Promise<FfmpegModule<Source>>;

type CoreOptions<Source> = {
  /** Fills `target` from byte `position` of the source on, and returns the number of bytes read. */
  read(source: Source, target: Uint8Array, position: number): number;
  /** Returns true if a line belongs in the log that holds `lines` lines already. */
  isLogged(message: string, lines: number): boolean;
  /** The built module, where it is not fetched. */
  wasmBinary?: Uint8Array;
};

type Run = { exitCode: number; log: string[] };

export type Core<Source> = {
  /** Makes `source` readable for the core, without copying it, as long as `use` runs. */
  mounted<T>(source: Source, use: (path: string) => T): T;
  /** Makes `bytes` readable as a file, without copying them, as long as `use` runs. */
  held<T>(bytes: Uint8Array, use: (path: string) => T): T;
  /** Runs ffmpeg with an output that is written through `ops`. */
  run(args: string[], ops: DeviceOps): Run;
  /** ffprobe's JSON (an empty object where it found nothing) and its log. */
  probe(args: string[]): Run & { json: unknown };
  /** What a read or a write throws so that ffmpeg takes it for a failure of the disk. */
  ioError(): Error;
};

const inputFolder = '/input';
/** Where `mounted` offers a source. */
export const inputPath = `${inputFolder}/file`;
/** Where `run` offers its output. */
export const outputPath = '/output';

const errnoIo = 29;

/** Finds the shortened name of one of Emscripten's own exports in the text of the script that was generated with it. */
function exportNamed(script: string, name: string): string {
  const [, short] = new RegExp(`\\b${name}=Module\\["asm"\\]\\["(\\w+)"\\]`).exec(script) ?? [];
  if (!short) throw new TypeError(`ffmpeg-core.js has no ${name}`);
  return short;
}

/** Makes a core. Rejects where the module cannot be loaded or is not of the kind that is known here. */
export async function createCore<Source>(
  factory: FfmpegFactory<Source>,
  { read, isLogged, wasmBinary }: CoreOptions<Source>,
): Promise<Core<Source>> {
  const script = String(factory);
  const [saveName, restoreName] = [exportNamed(script, 'stackSave'), exportNamed(script, 'stackRestore')];
  const module = await factory(wasmBinary && { wasmBinary });
  const { FS } = module;
  const { WORKERFS } = FS.filesystems;
  // Else it wants a FileReaderSync, which only its own way of reading uses.
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
    // ffmpeg leaves by an exception, which takes nothing off its stack of 64 KiB: 224 bytes stay of each run.
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
