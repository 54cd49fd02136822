import type { PlanePart } from '#wasm/binding/planes.ts';
import { judgeChannels, planHealth, type ChannelHealth } from '#wasm/reference/channel-health.ts';

export type HealthExports = {
  healthCreate(
    channels: number,
    averaged: number,
    perFrame: number,
    minPower: number,
    loudRatio: number,
  ): void;
  healthCorrelation(): number;
  healthPower(channel: number): number;
  healthPush(frames: number): void;
};

/** `createChannelHealth` in the kernel, with the same answers. */
export function createKernelChannelHealth(
  kernel: HealthExports,
  { sampleRate, channels }: { sampleRate: number; channels: number },
): PlanePart & Omit<ChannelHealth, 'push'> {
  const { averaged, perFrame, minPower, loudRatio } = planHealth(sampleRate);
  kernel.healthCreate(channels, averaged, perFrame, minPower, loudRatio);
  return {
    push(frames) {
      if (channels > 1) kernel.healthPush(frames);
    },
    result: () =>
      judgeChannels(
        Array.from({ length: channels }, (_, channel) => kernel.healthPower(channel)),
        kernel.healthCorrelation(),
      ),
  };
}
