import { captureChannels } from '#workers/recorder/recorder.contract.ts';
import { copyInterleaved } from '#workers/media/decoder/audio-data.ts';

/** Copies sound as interleaved stereo. Mono goes to both channels; of more than two channels the first two are taken. */
export function toStereo(data: AudioData): Float32Array<ArrayBuffer> {
  const { numberOfFrames: frames, numberOfChannels: channels } = data;
  const samples = new Float32Array(frames * channels);
  copyInterleaved(data, 0, frames, samples);
  if (channels === captureChannels) return samples;
  const stereo = new Float32Array(frames * captureChannels);
  for (let frame = 0; frame < frames; frame++) {
    stereo[frame * 2] = samples[frame * channels]!;
    stereo[frame * 2 + 1] = samples[frame * channels + (channels > 1 ? 1 : 0)]!;
  }
  return stereo;
}
