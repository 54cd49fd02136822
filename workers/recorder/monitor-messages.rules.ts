import type { MonitorMessage } from './recorder.contract.ts';

/**
 * What was recorded of the samples of one block: `recorded` is their number. At each of the samples in `splits` one
 * recording ended and the next one began.
 */
export type Written = { recorded: number; splits: readonly number[] };

/**
 * Returns the messages to the monitor for a block of interleaved stereo, which gave `samples` mono samples to record: its
 * recorded sound, divided where a new recording began, then the sound that was not recorded any more.
 */
export function toMonitorMessages(
  block: Float32Array<ArrayBuffer>,
  samples: number,
  { recorded, splits }: Written,
): MonitorMessage[] {
  if (splits.length === 0 && recorded === samples) return [{ type: 'recorded', samples: block }];
  const frameAt = (sample: number) => Math.round((block.length / 2) * (sample / samples)) * 2;
  const messages: MonitorMessage[] = [];
  let from = 0;
  for (const split of splits) {
    messages.push({ type: 'recorded', samples: block.slice(from, frameAt(split)) }, { type: 'split' });
    from = frameAt(split);
  }
  messages.push({ type: 'recorded', samples: block.slice(from, frameAt(recorded)) });
  if (recorded < samples) messages.push({ type: 'unrecorded', samples: block.slice(frameAt(recorded)) });
  return messages;
}
