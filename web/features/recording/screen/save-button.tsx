import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '#web/lib/save-file.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { saveName } from './record-screen.rules.ts';
import type { Recording } from '#web/features/recording/state/recording.rules.ts';

export function SaveButton({ recording }: { recording: Recording }) {
  const { t } = useTranslation();
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      const { title, part } = recording.state;
      saveFile(await recording.sound(), saveName(title, part, new Date()));
    } catch {
      toasts.add({ kind: 'error', text: t('recording.saveFailed') });
    } finally {
      setSaving(false);
    }
  };
  return (
    <Button isPending={isSaving} onPress={() => void save()}>
      <Download size={18} aria-hidden="true" /> {t('recording.actions.save')}
    </Button>
  );
}
