import { UserPlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Transcript } from '#api/contract/transcript.ts';
import { formatClock } from '#web/lib/format.ts';
import { AnchoredMenu, MenuChoice, MenuItem, MenuSection } from '#web/ui/menu.tsx';
import { Chord } from '#web/features/transcript/keys/chord.tsx';
import { isEditable } from '#web/features/transcript/editor/edit.rules.ts';
import { NamePopover } from '#web/features/transcript/speaker/speaker-name.tsx';
import { givenName } from '#web/parts/transcript/speaker.rules.ts';
import { keyRules } from '#web/features/transcript/keys/transcript-keys.rules.ts';
import type { KeyAction } from '#web/features/transcript/keys/transcript-keys.rules.ts';
import { turnAround } from '#web/features/transcript/transcript.rules.ts';
import type { OpenPanel } from './turn-actions.ts';
import style from '#web/features/transcript/keys/keys.module.css';

type TurnPanelsProps = {
  open: OpenPanel | null;
  transcript: Transcript;
  canEdit: boolean;
  canPlay: boolean;
  isDoubtful(segment: string): boolean;
  onRename(key: string, name: string): void;
  onAssign(segments: readonly string[], speaker: string | null): void;
  onAction(action: KeyAction, segment: string): void;
  onClose(): void;
};

/** Shows the menu, the field for the name and the choice of a speaker. All sections share them. */
export function TurnPanels(props: TurnPanelsProps) {
  const { open, transcript, onRename, onAssign, onClose } = props;
  const { t } = useTranslation();
  const { segments, speakers } = transcript;
  const index = open ? segments.findIndex(({ id }) => id === open.segment) : -1;
  const segment = segments[index];
  if (!open || !segment) return null;
  const nameOf = (key: string) => givenName(speakers, key) || t('transcript.speaker.unnamed', { key });
  const { speaker } = segment;
  const time = formatClock(segment.start);
  if (open.panel === 'name') {
    return (
      <NamePopover
        shown={nameOf(speaker)}
        given={givenName(speakers, speaker)}
        anchor={open.anchor}
        onClose={onClose}
        onSave={(name) => {
          onClose();
          onRename(speaker, name);
        }}
      />
    );
  }
  if (open.panel === 'menu')
    return (
      <SectionMenu
        {...props}
        open={open}
        index={index}
        time={time}
        canEdit={props.canEdit && isEditable(transcript, segment.id)}
      />
    );
  const keys = [...new Set([...Object.keys(speakers), speaker])].toSorted();
  const turn = segments.slice(...turnAround(segments, index)).map(({ id }) => id);
  const single = [segment.id];
  const scopes =
    turn.length > 1
      ? ([
          ['transcript.speaker.turnOf', turn],
          ['transcript.speaker.sectionOf', single],
        ] as const)
      : ([['transcript.speaker.turnOf', single]] as const);
  return (
    <AnchoredMenu
      anchor={open.anchor}
      label={t('transcript.speaker.turn', { name: nameOf(speaker), time })}
      onClose={onClose}
    >
      {scopes.map(([heading, ids]) => (
        <MenuChoice
          key={heading}
          heading={t(heading)}
          // The keys also contain the size of the group, because the same speakers may be listed in two groups of one
          // menu.
          options={keys.map((key) => ({ key: `${ids.length} ${key}`, label: nameOf(key) }))}
          value={`${ids.length} ${speaker}`}
          onChange={(key) => {
            onClose();
            onAssign(ids, key.slice(key.indexOf(' ') + 1));
          }}
        />
      ))}
      <MenuSection>
        <MenuItem
          textValue={t('transcript.speaker.newOne')}
          icon={<UserPlus size={18} aria-hidden="true" />}
          onAction={() => onAssign(turn, null)}
        >
          {t('transcript.speaker.newOne')}
        </MenuItem>
      </MenuSection>
    </AnchoredMenu>
  );
}

const chordOf = (action: KeyAction) =>
  keyRules.find((rule) => rule.action === action && rule.places.some((place) => place !== 'writing'))
    ?.chords[0];

type SectionMenuProps = TurnPanelsProps & { open: OpenPanel; index: number; time: string };

function SectionMenu({
  open,
  index,
  time,
  transcript,
  canEdit,
  canPlay,
  isDoubtful,
  onAction,
  onClose,
}: SectionMenuProps) {
  const { t } = useTranslation();
  const chosen = useRef<KeyAction | null>(null);
  const { segment } = open;
  const act = useRef(onAction);
  useEffect(() => {
    act.current = onAction;
  });
  useEffect(
    () => () => {
      const action = chosen.current;
      if (!action) return;
      // The menu restores the focus one frame after it closes. The action runs after that, because it may move the
      // focus.
      requestAnimationFrame(() => requestAnimationFrame(() => act.current(action, segment)));
    },
    [segment],
  );
  const item = (action: KeyAction, label: string = t(`transcript.keys.action.${action}`), danger = false) => {
    const chord = chordOf(action);
    return (
      <MenuItem
        key={action}
        id={action}
        danger={danger}
        textValue={label}
        onAction={() => {
          chosen.current = action;
        }}
      >
        <span className={style.entry}>
          {label}
          {chord ? (
            <span aria-hidden="true">
              <Chord chord={chord} />
            </span>
          ) : null}
        </span>
      </MenuItem>
    );
  };
  const isLast = index === transcript.segments.length - 1;
  return (
    <AnchoredMenu anchor={open.anchor} label={t('transcript.turn.menu', { time })} onClose={onClose}>
      <MenuSection>
        {[...(canPlay ? [item('playFrom')] : []), ...(canEdit ? [item('write')] : [])]}
      </MenuSection>
      {canEdit ? (
        <>
          <MenuSection>{[item('rename'), item('assign')]}</MenuSection>
          <MenuSection>
            {[
              ...(index > 0 ? [item('mergePrevious', t('transcript.turn.mergePrevious'))] : []),
              ...(isLast ? [] : [item('mergeNext', t('transcript.turn.mergeNext'))]),
              item('split', t('transcript.turn.split')),
              item('insert'),
              item('remove', t('transcript.keys.action.remove'), true),
            ]}
          </MenuSection>
        </>
      ) : null}
      <MenuSection>
        {[
          ...(canEdit && isDoubtful(segment) ? [item('confirm')] : []),
          item('nextDoubt'),
          item('previousDoubt'),
        ]}
      </MenuSection>
    </AnchoredMenu>
  );
}
