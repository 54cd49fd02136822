import { boxesOf, type Seekable } from './boxes.ts';

/** Major brands of single pictures (ISO/IEC 23008-12, AVIF), the format of phone photos. */
const photoBrands = new Set(['heic', 'heix', 'heim', 'heis', 'mif1', 'avif']);

/** True if the file says that it is a photo (HEIC, AVIF). It consists of the same boxes as an mp4, but has no `moov`. */
export async function isPhoto(file: Seekable): Promise<boolean> {
  const head = new TextDecoder('latin1').decode(await file.slice(4, 12).arrayBuffer());
  return head.startsWith('ftyp') && photoBrands.has(head.slice(4));
}

/**
 * True if an mp4 ends within its audio data (`mdat`), before its index (`moov`, or `moof` of a fragment). Recorders write the
 * index last, and the audio cannot be found without it. A photo has its index in `meta`, so nothing is missing.
 */
export async function lacksIndex(file: Seekable): Promise<boolean> {
  let isCut = false;
  let first = '';
  for await (const { type, end } of boxesOf(file)) {
    if (type === 'moov' || type === 'moof' || type === 'meta') return false;
    first ||= type;
    isCut = type === 'mdat' && end >= file.size;
  }
  return isCut && first === 'ftyp' && !(await isPhoto(file));
}
