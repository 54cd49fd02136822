import type { PlanePart } from '#wasm/binding/planes.ts';

type ChannelStates = {
  /**
   * Indices, from 0, of the channels that have no signal, or are at least 40 dB below the loudest one, over the whole
   * recording.
   */
  deadChannels: number[];
  /** True if two channels are inverted copies: their correlation below 2 kHz is -0.8 or less. */
  isInverted: boolean;
};

export type ChannelHealth = PlanePart & { result(): ChannelStates };

/**
 * Rate of the averages, Hz. Averages over 0.25 ms keep frequencies below 2 kHz, at which distant microphones still
 * correlate.
 */
const lowRate = 4_000;
const frameS = 0.05;
/** Mean square of the loudest channel below which the others are not judged: -70 dBFS. */
const minPower = 1e-7;
const deadRatio = 1e-4;
/** Only frames within 30 dB of the loudest so far are correlated: others have the noise of two preamplifiers. */
const loudRatio = 1e-3;
const invertedCorrelation = -0.8;
/** With more channels than this, as in surround sound, silent ones are normal. */
const maxDeadChannels = 4;

export function planHealth(sampleRate: number) {
  const averaged = Math.max(1, Math.round(sampleRate / lowRate));
  const perFrame = Math.max(2, Math.round((frameS * sampleRate) / averaged));
  return { averaged, perFrame, minPower, loudRatio };
}

/**
 * Judges the channels by `powers`, their mean squares below 2 kHz, and `correlation`, that of two channels over the
 * loud frames.
 */
export function judgeChannels(powers: number[], correlation: number): ChannelStates {
  const highest = Math.max(...powers);
  const hasSignal = highest >= minPower && powers.length > 1 && powers.length <= maxDeadChannels;
  const deadChannels = hasSignal ? [...powers.keys()].filter((i) => powers[i]! <= highest * deadRatio) : [];
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

/** Detects dead and inverted channels in constant memory. A DC offset is no signal. */
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
