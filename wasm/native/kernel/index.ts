export { planeOf, planesCreate, planesIn, planesPush } from './planes';
export {
  detect,
  detectAudio,
  detectCreate,
  detectGate,
  detectProbabilities,
  detectSilent,
  detectWeights,
} from './silero';
export { resample, resampleCreate, resampleIn, resampleOut, resampleRow } from './resample';
export { healthCorrelation, healthCreate, healthPower, healthPush } from './channel-health';
export { offsetCreate, offsetLargest, offsetPush } from './dc-offset';
export { truePeakCreate, truePeakHighest, truePeakPush } from './true-peak';
export { weigh, weightingCreate, weightingEnergies, weightingTable } from './weighting';
export { hopLevelsOut } from './hop-levels';
export { humHistograms, humRest } from './hum-powers';
export {
  voiceCount,
  voiceCreate,
  voiceHistograms,
  voiceHops,
  voiceIn,
  voicePush,
  voiceSums,
  voiceTables,
  voiceTotals,
} from './voice-powers';
export { clippingCreate, clippingWindow } from './clipping';
export { downmixCreate, downmixFrom, downmixMix, downmixSums, downmixTake, downmixTo } from './downmix';
export { dropoutsCreate, dropoutsLimits, dropoutsOut, dropoutsWindow } from './dropouts';
export { peaksCreate, peaksFinish, peaksOut, peaksPush } from './peaks';
