import type { RefObject } from 'react';
import type { Trim } from '#web/features/trim/index.ts';
import type { UploadState } from '#web/features/upload/upload.rules.ts';
import type { Upload } from '#web/features/upload/upload.state.ts';
import type { Analysis } from '#workers/analysis/analysis.contract.ts';

export type UploadReviewProps = {
  upload: Upload;
  state: UploadState;
  maxBytes: number;
  /** Last position of playback, s of the original. The players of the recording and of the result share it. */
  lastS: RefObject<number>;
  /** How far the text of the draft is scrolled, px. It stays where it is when the analysis ends. */
  scrolledPx: RefObject<number>;
};

export type ReviewProps = UploadReviewProps & { analysis: Analysis; trim: Trim };
