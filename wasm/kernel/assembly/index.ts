export { planeOf, planesCreate, planesIn, planesPush } from './planes';
export { detect, detectAudio, detectCreate, detectProbabilities, detectWeights } from './silero';
export { resample, resampleCreate, resampleIn, resampleOut, resampleTable } from './resample';
