import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import style from './domain.module.css';
import { DifferenceList } from './difference-list.tsx';
import type { JsonFault } from './form/domain-json.rules.ts';
import { changedUnits, unitsOf, type DomainValues } from './form/domain-values.rules.ts';
import { Faults } from './part/faults.tsx';
import { unitLabel } from './unit-label.ts';

type ImportDialogProps = {
  read: { values: DomainValues; faults: readonly JsonFault[] };
  present: DomainValues;
  onUse(values: DomainValues): void;
  onClose(): void;
};

/** Shows what an imported file would change, before it changes anything. */
export function ImportDialog({ read: { values, faults }, present, onUse, onClose }: ImportDialogProps) {
  const { t, i18n } = useTranslation();
  const [before, after] = [unitsOf(present), unitsOf(values)];
  const units = faults.length > 0 ? [] : changedUnits(before, after);
  const isUsable = units.length > 0;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('domain.import.title')}
      footer={
        <div className={style.actions}>
          <Button onPress={onClose}>{t(isUsable ? 'shell.cancel' : 'shell.close')}</Button>
          {isUsable ? (
            <Button look="primary" onPress={() => onUse(values)}>
              {t('domain.import.use')}
            </Button>
          ) : null}
        </div>
      }
    >
      {faults.length > 0 ? (
        <>
          <p>{t('domain.import.wrong')}</p>
          <Faults faults={faults} />
        </>
      ) : (
        <p>{t(isUsable ? 'domain.import.text' : 'domain.import.same')}</p>
      )}
      <DifferenceList
        differences={units.map((unit) => ({
          unit,
          label: unitLabel(t, i18n.language, unit, [after.get(unit), before.get(unit)]),
          sides: [
            { name: t('domain.import.before'), value: before.get(unit) },
            { name: t('domain.import.after'), value: after.get(unit) },
          ],
        }))}
      />
    </Dialog>
  );
}
