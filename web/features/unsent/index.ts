export { SendUnsent } from './lazy-send-unsent.ts';
export { StrandedNotice } from './stranded-notice.tsx';
export { UnsentMark } from './unsent-mark.tsx';
