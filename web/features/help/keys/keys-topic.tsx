import type { HelpWords } from '#web/i18n/help-words.ts';
import { KeyMap } from './key-map.tsx';
import { SingleKeysSwitch } from './single-keys-switch.tsx';

/** The content that only the topic of the keys has. */
export function KeysTopic({ words }: { words: HelpWords['keys'] }) {
  return (
    <>
      <p>{words.lead}</p>
      <SingleKeysSwitch />
      <KeyMap words={words} level="h2" />
    </>
  );
}
