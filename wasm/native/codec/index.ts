export { aacCreate, aacDecode, aacIn, aacOut, aacTables } from './aac';
export { aacFilter, aacFilterCreate } from './aac-filterbank';
export { flacCreate, flacFrame, flacHeld, flacIn, flacIsFollowed, flacOut, flacPush, flacRoom } from './flac';
export { layer3Create, layer3Decode, layer3Room } from './layer3';
export {
  pcmCreate,
  pcmFromF32,
  pcmFromF64,
  pcmFromS16,
  pcmFromS24,
  pcmFromS32,
  pcmFromU8,
  pcmIn,
  pcmOut,
} from './pcm';
