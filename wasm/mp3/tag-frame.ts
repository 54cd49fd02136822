import { sideInfoBytes, type FrameHeader } from './header.ts';

const isAt = (frame: Uint8Array, at: number, name: string) =>
  [...name].every((letter, i) => frame[at + i] === letter.codePointAt(0));

/** Fraunhofer's tag lies always 32 bytes behind the header. */
export const isVbriFrame = (frame: Uint8Array): boolean => isAt(frame, 36, 'VBRI');

/** Returns the offset of a Xing or Info tag in its frame. */
export const tagAt = (header: FrameHeader): number => 4 + sideInfoBytes(header);

/** True if a frame carries an Info tag, which LAME and others write before frames of a constant rate (Xing: varying rates). */
export const isInfoFrame = (frame: Uint8Array, header: FrameHeader): boolean =>
  isAt(frame, tagAt(header), 'Info');

/** Whether a frame carries a tag in place of sound: Xing or Info after the side information, or VBRI. */
export const isTagFrame = (frame: Uint8Array, header: FrameHeader): boolean =>
  isInfoFrame(frame, header) || isAt(frame, tagAt(header), 'Xing') || isVbriFrame(frame);
