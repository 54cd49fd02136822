export { invertSpans, lengthOf } from './span.rules.ts';
export { newToOriginal, originalToNew, peaksToNew, spansToNew, verdictToNew } from './time-map.rules.ts';
export { TrimPanel } from './trim-panel.tsx';
export { keepAll, snapToFrames, tidyKept } from './trim.rules.ts';
export { createTrim, readTrimEdits, type Trim, type TrimEdits } from './trim.state.ts';
