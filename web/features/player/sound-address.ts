/** Signed address of the audio. It expires at `expiresAtMs`, ms since the epoch by this device's clock. */
export type SoundAddress = { url: string; expiresAtMs: number };

/** Returns the address with its expiry. A plain address never expires. */
export const toSoundAddress = (given: string | SoundAddress): SoundAddress =>
  typeof given === 'string' ? { url: given, expiresAtMs: Infinity } : given;
