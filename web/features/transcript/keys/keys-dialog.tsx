import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { playerKeys } from '#web/features/player/index.ts';
import { setSingleKeys, singleKeys } from '#web/parts/keys/single-keys.state.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { Chord } from './chord.tsx';
import { keyGroups, keyRules } from './transcript-keys.rules.ts';
import style from './keys.module.css';

export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const { t } = useTranslation();
  const { isOn } = useSnapshot(singleKeys);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('transcript.keys.title')}
      footer={<Button onPress={onClose}>{t('shell.close')}</Button>}
    >
      <div className={style.body}>
        <Checkbox isSelected={isOn} onChange={setSingleKeys}>
          {t('transcript.keys.letters')}
        </Checkbox>
        <Group heading={t('transcript.keys.group.player')}>
          {rowsOf(playerKeys.map(({ keys, label }) => ({ label: t(label), chords: keys })))}
        </Group>
        {keyGroups.map((group) => (
          <Group key={group} heading={t(`transcript.keys.group.${group}`)}>
            {rowsOf(
              keyRules
                .filter((rule) => rule.group === group)
                .map(({ action, chords }) => ({ label: t(`transcript.keys.action.${action}`), chords })),
            )}
          </Group>
        ))}
      </div>
    </Dialog>
  );
}

/** Returns one row for each action, with all its shortcuts. */
function rowsOf(rules: readonly { label: string; chords: readonly string[] }[]) {
  const all = new Map<string, string[]>();
  for (const { label, chords } of rules) all.set(label, [...(all.get(label) ?? []), ...chords]);
  return [...all].map(([label, chords]) => <Row key={label} label={label} chords={chords} />);
}

function Group({ heading, children }: { heading: string; children: React.ReactNode }) {
  return (
    <section>
      <h3 className={style.heading}>{heading}</h3>
      <dl className={style.list}>{children}</dl>
    </section>
  );
}

function Row({ label, chords }: { label: string; chords: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <div className={style.row}>
      <dt>{label}</dt>
      <dd className={style.chords}>
        {chords.map((chord, index) => (
          <span key={chord}>
            {index > 0 ? <VisuallyHidden>{t('transcript.keys.or')} </VisuallyHidden> : null}
            <Chord chord={chord} />
          </span>
        ))}
      </dd>
    </div>
  );
}
