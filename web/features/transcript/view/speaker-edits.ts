import { givenName } from '#web/parts/transcript/speaker.rules.ts';
import type { Announcer } from './announcer.ts';
import type { TranscriptSource } from './transcript-source.ts';

type SpeakerEditsDeps = { source: TranscriptSource; announcer: Announcer };

/** Commands on speakers. Each command announces what it has done. */
export type SpeakerEdits = {
  rename(key: string, name: string): void;
  /** Assigns segments to a speaker. Null stands for a new speaker. */
  assign(segments: readonly string[], speaker: string | null): void;
};

export function createSpeakerEdits({ source, announcer: { say, t } }: SpeakerEditsDeps): SpeakerEdits {
  const nameOf = (key: string): string => {
    const speakers = source.drawn.editor?.state.transcript.speakers ?? {};
    return givenName(speakers, key) || t('transcript.speaker.unnamed', { key });
  };
  return {
    rename(key, name) {
      const { editor } = source.drawn;
      if (!editor || name === (editor.state.transcript.speakers[key]?.name ?? '')) return;
      const from = nameOf(key);
      editor.rename(key, name);
      say(t('transcript.speaker.renamed', { from, to: nameOf(key) }));
    },
    assign(ids, speaker) {
      const { editor } = source.drawn;
      const [first] = ids;
      if (!editor || first === undefined) return;
      editor.assign(ids, speaker);
      const key = source.find(first)?.speaker;
      say(t('transcript.speaker.assigned', { name: key === undefined ? '' : nameOf(key) }));
    },
  };
}
