import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#web/lib/format.ts';
import type { IncomingProblem } from '#web/parts/incoming/incoming.rules.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { IncomingFileState } from './use-incoming-file.ts';

type IncomingFileProps = { incoming: Pick<IncomingFileState, 'file' | 'problem' | 'remove'> };

/** Names the file that the new session gets, or says why it gets none. */
export function IncomingFile({ incoming }: IncomingFileProps) {
  const { t, i18n } = useTranslation();
  const { file, problem, remove } = incoming;
  if (problem) {
    return (
      <Notice kind="error" live="alert" title={t('upload.refused')}>
        <p>{sentenceOf(t, problem)}</p>
      </Notice>
    );
  }
  if (!file) return null;
  return (
    <Notice
      kind="info"
      live="status"
      title={t('incoming.title')}
      actions={<Button onPress={remove}>{t('incoming.remove')}</Button>}
    >
      <p>{t('incoming.text', { name: file.name, size: formatBytes(file.size, i18n.language) })}</p>
    </Notice>
  );
}

function sentenceOf(t: TFunction, problem: IncomingProblem): string {
  switch (problem) {
    case 'several':
      return t('upload.selection.several');
    case 'none':
      return t('incoming.none');
    case 'not_stored':
      return t('incoming.not_stored');
    default:
      return t(`error.${problem}`);
  }
}
