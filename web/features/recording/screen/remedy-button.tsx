import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { Button } from '#web/ui/button.tsx';
import { remedyOf, remedyOption } from './record-screen.rules.ts';
import { isLive } from '#web/features/recording/state/recording-stage.rules.ts';
import type { Recording, RecordingWarning } from '#web/features/recording/state/recording.rules.ts';

type RemedyButtonProps = { recording: Recording; warning: RecordingWarning; onDevices(): void };

export function RemedyButton({ recording, warning, onDevices }: RemedyButtonProps) {
  const { t } = useTranslation();
  const { options, stage } = useSnapshot(recording.state);
  const remedy = remedyOf(warning, options, isLive(stage));
  const run = () => {
    if (remedy === 'devices') onDevices();
    else if (remedy === 'pause') recording.pause();
    else void recording.setOptions({ [remedyOption[remedy]]: true });
  };
  return <Button onPress={run}>{t(`recording.warning.${remedy}`)}</Button>;
}
