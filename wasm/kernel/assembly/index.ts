export { detect, detectAudio, detectCreate, detectProbabilities, detectWeights } from './silero';
export { resample, resampleCreate, resampleIn, resampleOut, resampleTable } from './resample';
