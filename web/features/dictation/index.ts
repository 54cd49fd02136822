export { DictatedText } from './dictated-text.tsx';
export { DictationNotice } from './dictation-notice.tsx';
export { useDictation } from './use-dictation.ts';
