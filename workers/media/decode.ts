import type { Core } from './core.ts';
import { decodeInTurn, type DecodeTo } from './decode-in-turn.ts';
import { decodeWav } from './direct.ts';
import { decodeWithFfmpeg } from './ffmpeg.ts';
import type { MediaPath, Probe } from './media.contract.ts';
import { pathOrder } from './path.rules.ts';
import { readWav } from './wav.rules.ts';
import { decodeTrack, openTrack } from './webcodecs.ts';

type Decoding = Omit<DecodeTo, 'skip'> & {
  file: File;
  probe: Probe;
  /** Lends the core to `use`, loading it first where that was not done. */
  withCore<T>(use: (core: Core) => T): Promise<T>;
};

/** Sends the sound of a file by the path of its probe, and by the next one where that fails. Errors: `mediaErrorCodes`. */
export async function decodeFile({
  file,
  probe,
  withCore,
  ...to
}: Decoding): Promise<{ frames: number; paths: MediaPath[] }> {
  return decodeInTurn(
    pathOrder[probe.path],
    {
      async direct(part) {
        const layout = await readWav(file);
        if (!layout) throw new TypeError('no uncompressed file');
        await decodeWav(file, layout, part);
      },
      async webcodecs(part) {
        using track = await openTrack(file);
        const config = track?.demuxed.config;
        if (!track || config?.sampleRate !== probe.sampleRate || config.numberOfChannels !== probe.channels)
          throw new TypeError('not for the decoders of this browser');
        await decodeTrack(track, file.size, part);
      },
      ffmpeg: (part) => withCore((core) => decodeWithFfmpeg(core, file, probe, part)),
    },
    to,
  );
}
