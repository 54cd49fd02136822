export type Device = { id: string; label: string };

type Info = Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'label'>;

/**
 * Returns the microphones to choose from. The list is empty before permission is granted, because browsers then give
 * neither names nor ids. Chromium's entry `communications` is left out, because it is an alias of another device.
 */
export const toDevices = (infos: readonly Info[]): Device[] =>
  infos
    .filter(({ kind, deviceId, label }) => kind === 'audioinput' && label !== '' && deviceId !== '')
    .filter(({ deviceId }) => deviceId !== 'communications')
    .map(({ deviceId, label }) => ({ id: deviceId, label }));

/** Returns the remembered microphone if it is present; otherwise null for the browser's default. */
export const wantedDevice = (devices: readonly Device[], remembered: string | null): string | null =>
  devices.some(({ id }) => id === remembered) ? remembered : null;

/**
 * Names of inputs that carry the computer's own output: monitors of PulseAudio and PipeWire, "stereo mix" of Windows drivers in
 * four languages, and common virtual cables.
 */
const loopback = [
  /^(monitor of|monitor von|moniteur de|monitor di)\b/i,
  /stereo\s?-?mi(x|sch)/i,
  /(mixage|missaggio) st[eé]r[eé]o/i,
  /what (u|you) hear|wave ?out ?mix|was sie h(ö|oe)ren/i,
  /\bloop ?back\b/i,
  /black ?hole|sound ?flower|voice ?meeter/i,
  /vb-?(audio|cable)|virtual (audio )?cable|\bcable[- ]?[a-d]? output\b/i,
  /zoom ?audio ?device|microsoft teams audio/i,
];

/** True if the input carries the computer's output instead of a room. */
export const isLoopback = (label: string): boolean => loopback.some((pattern) => pattern.test(label));
