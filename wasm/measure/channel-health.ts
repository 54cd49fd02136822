import type { PlanePart } from '#wasm/binding/planes.ts';

type ChannelStates = {
  /** Channels without sound, or at least 40 dB below the loudest one, over the whole recording; from 0. */
  deadChannels: number[];
  /** Of two channels one is the other's negative: their correlation below 2 kHz is -0.8 or less. */
  isInverted: boolean;
};

export type ChannelHealth = PlanePart & { result(): ChannelStates };

/** Averages over 0.25 ms keep what is below 2 kHz, where microphones that stand apart still agree. */
const lowRate = 4_000;
const frameS = 0.05;
/** Mean square of the loudest channel below which nothing is said about the others: -70 dBFS. */
const minPower = 1e-7;
const deadRatio = 1e-4;
/** Frames within 30 dB of the loudest so far: between words the noises of two preamplifiers would be compared. */
const loudRatio = 1e-3;
const invertedCorrelation = -0.8;
/** Surround channels are silent for good reasons. */
const maxDeadChannels = 4;

/** What is compared, and what counts as loud: the same in the kernel. */
export function planHealth(sampleRate: number) {
  const averaged = Math.max(1, Math.round(sampleRate / lowRate));
  const perFrame = Math.max(2, Math.round((frameS * sampleRate) / averaged));
  return { averaged, perFrame, minPower, loudRatio };
}

/** `powers`: mean squares of the channels below 2 kHz; `correlation` of two over what is loud. */
export function judgeChannels(powers: number[], correlation: number): ChannelStates {
  const highest = Math.max(...powers);
  const isHeard = highest >= minPower && powers.length > 1 && powers.length <= maxDeadChannels;
  const deadChannels = isHeard ? [...powers.keys()].filter((i) => powers[i]! <= highest * deadRatio) : [];
  return { deadChannels, isInverted: deadChannels.length === 0 && correlation <= invertedCorrelation };
}

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

/** Tells dead and inverted channels; memory does not grow. An offset is not sound. */
export function createChannelHealth(
  kernel: HealthExports,
  { sampleRate, channels }: { sampleRate: number; channels: number },
): ChannelHealth {
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
