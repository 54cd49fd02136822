import type { RefObject } from 'react';
import type { Trim } from '#web/features/trim/index.ts';
import type { UploadState } from '#web/features/upload/upload.rules.ts';
import type { Upload } from '#web/features/upload/upload.state.ts';
import type { Analysis } from '#workers/analysis/analysis.contract.ts';

export type UploadReviewProps = {
  upload: Upload;
  state: UploadState;
  maxBytes: number;
  /** Where the person listened last, s of the original; outlives the change between recording and result. */
  heardS: RefObject<number>;
};

export type ReviewProps = UploadReviewProps & { analysis: Analysis; trim: Trim };
