import { useTranslation } from 'react-i18next';
import { saveFile } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { mp3Name } from './upload-metadata.rules.ts';
import type { Upload } from '#web/features/upload/upload.state.ts';

export function SaveResult({ upload }: { upload: Pick<Upload, 'state' | 'result'> }) {
  const { t } = useTranslation();
  const result = upload.result();
  const name = upload.state.file?.name;
  if (!result || name === undefined) return null;
  return <Button onPress={() => saveFile(result.mp3, mp3Name(name))}>{t('network.saveFile')}</Button>;
}
