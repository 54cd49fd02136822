import { useState } from 'react';
import { Button } from './button.tsx';
import { loadedOverlays, loadOverlays, useOverlays } from './overlays.ts';
import type {
  AnchoredMenuProps,
  MenuChoiceProps,
  MenuItemProps,
  MenuProps,
  MenuSectionProps,
} from './overlay-types.ts';

/** A button with a menu. The code of the menu is loaded when somebody points at the button, focuses or presses it. */
export function Menu(props: MenuProps) {
  const [isAsked, setAsked] = useState(false);
  // The button stays the same element until it is pressed, so that it does not lose the focus.
  const [isWhole] = useState(() => loadedOverlays() !== null);
  const parts = useOverlays(isAsked);
  if (parts && (isAsked || isWhole)) return <parts.Menu {...props} startsOpen={isAsked} />;
  const { trigger, label, triggerProps } = props;
  return (
    <Button
      look="quiet"
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      isPending={isAsked}
      {...triggerProps}
      onHoverStart={() => void loadOverlays()}
      onFocus={() => void loadOverlays()}
      onPress={() => setAsked(true)}
      onKeyDown={({ key }) => (key === 'ArrowDown' || key === 'ArrowUp') && setAsked(true)}
    >
      {trigger}
    </Button>
  );
}

export function AnchoredMenu(props: AnchoredMenuProps) {
  const parts = useOverlays(props.anchor !== null);
  return parts ? <parts.AnchoredMenu {...props} /> : null;
}

// Entries stand in a menu only, so their code is there.
export function MenuItem(props: MenuItemProps) {
  const parts = loadedOverlays();
  return parts ? <parts.MenuItem {...props} /> : null;
}

export function MenuChoice<K extends string>(props: MenuChoiceProps<K>) {
  const parts = loadedOverlays();
  return parts ? <parts.MenuChoice {...props} /> : null;
}

export function MenuSection(props: MenuSectionProps) {
  const parts = loadedOverlays();
  return parts ? <parts.MenuSection {...props} /> : null;
}
