import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { setSingleKeys, singleKeys } from '#web/parts/keys/single-keys.state.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';

/** Switches single letters and signs on or off as shortcuts, on this device. */
export function SingleKeysSwitch() {
  const { t } = useTranslation();
  const { isOn } = useSnapshot(singleKeys);
  return (
    <Checkbox isSelected={isOn} onChange={setSingleKeys}>
      {t('transcript.keys.letters')}
    </Checkbox>
  );
}
