import type { TFunction } from 'i18next';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { formatBytes } from '#web/lib/format.ts';
import type { UploadProblem } from '#web/features/upload/upload.rules.ts';

export function problemSentence(
  t: TFunction,
  problem: UploadProblem,
  limit: { maxBytes: number; language: string },
): string {
  if (problem.code === 'upload.selection_none') return t('upload.selection.none');
  if (problem.code === 'upload.selection_several') return t('upload.selection.several');
  if (problem.code === 'upload.selection_folder') return t('upload.selection.folder');
  if (problem.code === 'media.too_large') {
    return t('error.media.too_large', { size: formatBytes(limit.maxBytes, limit.language) });
  }
  return errorSentence(t, problem);
}
