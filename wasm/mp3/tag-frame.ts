import { sideInfoBytes, type FrameHeader } from './header.ts';

const isAt = (frame: Uint8Array, at: number, name: string) =>
  [...name].every((letter, i) => frame[at + i] === letter.codePointAt(0));

/** Fraunhofer's tag lies always 32 bytes behind the header. */
export const isVbriFrame = (frame: Uint8Array): boolean => isAt(frame, 36, 'VBRI');

/** Whether a frame carries a tag in place of sound: Xing or Info after the side information, or VBRI. */
export function isTagFrame(frame: Uint8Array, header: FrameHeader): boolean {
  const at = 4 + sideInfoBytes(header);
  return isAt(frame, at, 'Xing') || isAt(frame, at, 'Info') || isVbriFrame(frame);
}
