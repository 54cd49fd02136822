import { readFileSync, readSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { createCore, type Core, type FfmpegFactory } from '#wasm/ffmpeg/ffmpeg-core.ts';
import { createFileOutput } from '#wasm/ffmpeg/file-output.ts';
import { isTagLine, isTellingLine } from './ffmpeg-log.rules.ts';

type OpenFile = { fd: number; size: number };

export type FfmpegRun = { exitCode: number; bytesWritten: number; log: string[] };

const require = createRequire(import.meta.url);
// A damaged file can log a line per packet.
const maxLogLines = 50;

const isLogged = (message: string, lines: number) =>
  !isTagLine(message) && (lines < maxLogLines || (lines < 2 * maxLogLines && isTellingLine(message)));

/**
 * Loads the core. It was built for web workers, so this process imitates one. This changes globals, so it must run in a
 * child process.
 */
async function loadCore(read: (file: OpenFile, target: Uint8Array, position: number) => number) {
  Object.assign(globalThis, {
    self: globalThis,
    location: { href: import.meta.url },
    importScripts: () => {},
  });
  const script = require.resolve('@ffmpeg/core').replace(/umd([\\/])/, 'esm$1');
  const wasmBinary = readFileSync(script.replace(/\.js$/, '.wasm'));
  const loaded = (await import(pathToFileURL(script).href)) as { default: FfmpegFactory<OpenFile> };
  return await createCore(loaded.default, { read, isLogged, wasmBinary });
}

/**
 * Runs ffmpeg from one open file to another without loading either into memory: reads and writes of the core go to the
 * file descriptors. A disk failure is thrown; a failure of ffmpeg is returned as the exit code.
 */
export async function runFfmpeg(
  input: { fd: number; bytes: number },
  outputFd: number,
  args: string[],
): Promise<FfmpegRun> {
  let failure: unknown;
  let end = 0;
  const onDisk = (act: () => number): number => {
    try {
      return act();
    } catch (error) {
      failure ??= error;
      throw core.ioError();
    }
  };
  const core: Core<OpenFile> = await loadCore(({ fd }, target, position) =>
    onDisk(() => readSync(fd, target, 0, target.length, position)),
  );
  const output = createFileOutput({
    get length() {
      return end;
    },
    write(bytes, position) {
      let written = 0;
      while (written < bytes.length) {
        const at = written;
        written += onDisk(() => writeSync(outputFd, bytes, at, bytes.length - at, position + at));
      }
      end = Math.max(end, position + bytes.length);
    },
  });
  const { exitCode, log } = core.mounted({ fd: input.fd, size: input.bytes }, () => core.run(args, output));
  if (failure) throw failure;
  return { exitCode, bytesWritten: end, log };
}
