import { WorkerError } from '#workers/rpc.ts';
import { outputPath } from '#wasm/ffmpeg/ffmpeg-core.ts';
import type { BlobCore } from '#workers/ffmpeg/ffmpeg-core.ts';
import { isPhoto, lacksIndex } from '#wasm/mp4/lacks-index.ts';
import { isProtectedMp4 } from '#wasm/mp4/protection.ts';
import type { Probe } from '#workers/media/container/probe.ts';
import { createPcmOutput } from './ffmpeg-output.ts';
import { TooFarAhead } from '#workers/media/pcm/moved-pcm.ts';
import type { DecodeTo } from './decoder-chain.ts';
import { isStatedPlausible, probeArgs, probeToResult, silentRunToCode } from './ffprobe.rules.ts';

/** Returns arguments with which ffmpeg reads only audio, and only from the mounted file. */
const inputArgs = (path: string) => [
  '-hide_banner',
  '-nostats',
  '-v',
  'error',
  '-protocol_whitelist',
  'file',
  '-i',
  path,
  '-map',
  '0:a:0',
  '-vn',
  '-sn',
  '-dn',
  '-map_metadata',
  '-1',
];

const decodeArgs = (path: string, { sampleRate, channels }: Probe) => [
  ...inputArgs(path),
  '-ar',
  String(sampleRate),
  '-ac',
  String(channels),
  '-c:a',
  'pcm_f32le',
  '-f',
  'f32le',
  outputPath,
];

/** Probes a file with ffprobe. Errors: `mediaErrorCodes`. */
export async function probeWithFfmpeg(core: BlobCore, file: File): Promise<Probe> {
  const { json, log } = core.mounted(file, (path) => core.probe([...probeArgs, path]));
  const result = probeToResult(json, log);
  // ffprobe finds no audio in some encrypted mp4 files.
  const mayBeMp4 = typeof result === 'string' || result.container.includes('mp4');
  if (mayBeMp4 && (await isProtectedMp4(file))) throw new WorkerError('media.encrypted');
  if (result === 'media.damaged' && (await isPhoto(file))) throw new WorkerError('media.not_audio');
  if (result === 'media.damaged' && (await lacksIndex(file))) throw new WorkerError('media.index_missing');
  if (typeof result === 'string') throw new WorkerError(result, log.join('\n'));
  const { statedS, ...unstated } = result;
  return statedS !== undefined && isStatedPlausible(statedS, file.size) ? result : unstated;
}

/**
 * Decodes from frame `skip` on. Throws the reason if ffmpeg gives no output at all, and `TooFarAhead` with the number of
 * frames so far if it had to stop before the end.
 */
export function decodeWithFfmpeg(
  core: BlobCore,
  file: File,
  probe: Probe,
  to: Omit<DecodeTo, 'signal'>,
): void {
  const { skip, sender, onFrames } = to;
  let frames = 0;
  let tooFarAhead: TooFarAhead | null = null;
  const slot = () => {
    try {
      return sender.slot();
    } catch (error) {
      if (error instanceof TooFarAhead) tooFarAhead = error;
      throw error;
    }
  };
  const output = createPcmOutput(
    { slot, post: sender.post },
    probe.channels,
    (count) => {
      frames = count;
      onFrames(count);
    },
    skip,
  );
  try {
    const { log } = core.mounted(file, (path) => core.run(decodeArgs(path, probe), output));
    if (frames === 0) throw new WorkerError(silentRunToCode(log), log.join('\n'));
  } catch (error) {
    if (!tooFarAhead) throw error;
    throw Object.assign(tooFarAhead as TooFarAhead, { frames: output.frames });
  } finally {
    // The counted frames are sent even after a failure: the next decoder continues after them.
    output.finish();
  }
}
