/** A microphone as it is shown. */
export type Device = { id: string; label: string };

type Info = Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'label'>;

/**
 * Microphones to choose from. Before permission was given browsers tell neither names nor ids: then there is nothing to
 * choose. Chromium's entry for calls is another name of one that is listed anyway.
 */
export const toDevices = (infos: readonly Info[]): Device[] =>
  infos
    .filter(({ kind, deviceId, label }) => kind === 'audioinput' && label !== '' && deviceId !== '')
    .filter(({ deviceId }) => deviceId !== 'communications')
    .map(({ deviceId, label }) => ({ id: deviceId, label }));

/** The one that was chosen last where it is still there; null: the browser's default. */
export const wantedDevice = (devices: readonly Device[], remembered: string | null): string | null =>
  devices.some(({ id }) => id === remembered) ? remembered : null;

/**
 * Names of inputs that carry what the computer plays, not what is said before it: monitors of PulseAudio and PipeWire,
 * "stereo mix" of Windows drivers in four languages, and the virtual cables in use.
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

/** Whether a "microphone" hears no room. */
export const isLoopback = (label: string): boolean => loopback.some((pattern) => pattern.test(label));
