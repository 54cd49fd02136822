import { sideInfoBytes, type FrameHeader } from './header.ts';

const isAt = (frame: Uint8Array, at: number, name: string) =>
  [...name].every((letter, i) => frame[at + i] === letter.codePointAt(0));

/** Fraunhofer's tag is always 32 bytes after the header. */
export const isVbriFrame = (frame: Uint8Array): boolean => isAt(frame, 36, 'VBRI');

export const tagAt = (header: FrameHeader): number => 4 + sideInfoBytes(header);

/** True if a frame carries an Info tag, which LAME and others write for constant bitrates (Xing: variable ones). */
export const isInfoFrame = (frame: Uint8Array, header: FrameHeader): boolean =>
  isAt(frame, tagAt(header), 'Info');

/** True if a frame carries a tag instead of audio: Xing or Info after the side information, or VBRI. */
export const isTagFrame = (frame: Uint8Array, header: FrameHeader): boolean =>
  isInfoFrame(frame, header) || isAt(frame, tagAt(header), 'Xing') || isVbriFrame(frame);
