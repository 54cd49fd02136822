export { ResultTab } from './lazy-result-tab.ts';
export { ResultFailed } from './result-failed.tsx';
export { ResultLabel } from './result-label.tsx';
export { ResultWork } from './result-work.tsx';
