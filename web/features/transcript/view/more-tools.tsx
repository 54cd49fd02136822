import { ChevronUp, Ellipsis, Keyboard, Redo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { proxy, useSnapshot } from 'valtio';
import { Menu, MenuChoice, MenuItem, MenuSection } from '#web/ui/menu.tsx';
import type { EditKind, TranscriptEditor } from '#web/features/transcript/editor/transcript-editor.ts';
import type { KeyAction } from '#web/features/transcript/keys/transcript-keys.rules.ts';
import type { VersionChoice } from './transcript-versions.tsx';
import style from '#web/features/transcript/tools.module.css';

type MoreToolsProps = {
  editor: TranscriptEditor | null;
  doubts: number;
  version: VersionChoice | null;
  onAction(action: KeyAction): void;
};

const noState = proxy<{ redoable: EditKind | null }>({ redoable: null });

export function MoreTools({ editor, doubts, version, onAction }: MoreToolsProps) {
  const { t } = useTranslation();
  const { redoable } = useSnapshot(editor?.state ?? noState);
  // The menu restores the focus one frame after it closes. The action runs after that, because it may move the focus.
  const run = (action: KeyAction) => () =>
    void requestAnimationFrame(() => requestAnimationFrame(() => onAction(action)));
  const redo = redoable
    ? t('transcript.editor.redo', { kind: t(`transcript.editor.kind.${redoable}`) })
    : null;
  return (
    <Menu
      label={t('transcript.tools.more')}
      triggerProps={{ icon: true, className: style.tool }}
      trigger={<Ellipsis size={20} aria-hidden="true" />}
    >
      <MenuSection>
        {[
          ...(redo
            ? [
                <MenuItem key="redo" textValue={redo} icon={<Redo2 size={18} />} onAction={run('redo')}>
                  {redo}
                </MenuItem>,
              ]
            : []),
          ...(doubts > 0
            ? [
                <MenuItem
                  key="doubt"
                  textValue={t('transcript.doubt.previous')}
                  icon={<ChevronUp size={18} />}
                  onAction={run('previousDoubt')}
                >
                  {t('transcript.doubt.previous')}
                </MenuItem>,
              ]
            : []),
          <MenuItem
            key="keys"
            textValue={t('transcript.keys.open')}
            icon={<Keyboard size={18} />}
            onAction={run('keys')}
          >
            {t('transcript.keys.open')}
          </MenuItem>,
        ]}
      </MenuSection>
      {version ? (
        <MenuChoice
          heading={t('transcript.version.heading')}
          options={
            version.options.length > 0 ? version.options : [{ key: version.value, label: version.fullName }]
          }
          value={version.value}
          onChange={version.choose}
        />
      ) : null}
    </Menu>
  );
}
