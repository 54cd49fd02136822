export { ResultFailed } from './result-failed.tsx';
export { ResultLabel } from './result-label.tsx';
export { ResultTab } from './result-tab.tsx';
export { ResultWork } from './result-work.tsx';
