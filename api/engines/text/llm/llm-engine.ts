import type { LanguageModel } from '#api/engines/language/language-model.ts';
import type { MadeText, Said, TextEngine, TextTask } from '#api/engines/text/text-engine.ts';
import { findBorders } from './borders.ts';
import { pickLines } from './fit-text.rules.ts';
import { type Line, textLines, turnLines } from './lines.rules.ts';
import { answerRoom, roomFor, type Run } from './run.ts';
import { createSegmentIds } from './segment-ids.ts';
import { words } from './words.ts';
import { writeFactCheck } from './write-fact-check.ts';
import { writeMinutes } from './write-minutes.ts';
import { type Material, writeText } from './write-text.ts';
import { writeTranslation } from './write-translation.ts';

/** Creates the engine that makes results with a language model; see `prompts.ts` and `citations.rules.ts`. */
export function createLlmEngine(model: LanguageModel): TextEngine {
  return {
    kind: 'llm',
    model: model.name,
    canMake: () => true,
    async make(task) {
      task.signal.throwIfAborted();
      const language = task.form === 'translation' ? (task.target ?? task.language) : task.language;
      const ids = createSegmentIds(task.segments);
      const chars = task.segments.reduce((sum, { text }) => sum + text.length, 0);
      // A text with at most as many characters as the context has tokens surely fits, so it is not split.
      const borders =
        chars > model.contextTokens
          ? await findBorders(task.segments, task.language, task.signal)
          : new Set<string>();
      const bordersOf = (segments: readonly Said[]) =>
        segments.flatMap(({ id }, index) => (index > 0 && borders.has(id) ? [index] : []));
      const run: Run = { task, model, ids, bordersOf, words: words[language] };
      const made = await write(run);
      task.signal.throwIfAborted();
      task.onShare(1);
      return made;
    },
  };
}

async function write(run: Run): Promise<MadeText> {
  const { task, ids, words } = run;
  const turns = turnLines(task.segments, { speakers: task.speakers, ids, words });
  const material = task.form === 'prompt' ? materialOf(run, turns) : null;
  if ((material?.lines ?? turns).length === 0) return { text: words.nothingSaid, sources: [] };
  switch (task.form) {
    case 'minutes':
      return writeMinutes(run, turns);
    case 'claims':
      return writeFactCheck(run, turns);
    case 'translation':
      return writeTranslation(run, turns);
    case 'text':
      return writeText(run, { kind: 'DATA', lines: turns });
    case 'prompt':
      return writeText(run, material!);
  }
}

/** Share of the room for turns that are sent with notes or a result. */
const turnsShare = 0.5;

/**
 * Returns the material of a prompt. Notes and results come with the turns most relevant to them, which serve as their
 * sources.
 */
function materialOf(run: Run, turns: readonly Line[]): Material {
  const { task, ids } = run;
  if (task.about.kind === 'transcript') return { kind: 'DATA', lines: turns };
  const kind = task.about.kind === 'notes' ? 'NOTES' : 'RESULT';
  const lines = textLines(...textOf(task), ids);
  const text = lines.map((line) => line.text).join('\n');
  const room = roomFor(run, { form: 'prompt', stage: 'final', kind }, answerRoom(run));
  const picked = pickLines(
    turns.map((line) => line.text),
    { room: Math.floor(room * turnsShare), sizeOf: run.model.countTokens, relevantTo: text },
  ).map((index) => turns[index]!);
  return { kind, lines, turns: picked };
}

function textOf({ about, notes, segments }: TextTask): [string, (number: number) => Said | null] {
  if (about.kind !== 'result') return [notes, () => null];
  const byId = new Map(segments.map((segment) => [segment.id, segment]));
  const byNumber = new Map(about.sources.map(({ n, segment }) => [n, byId.get(segment) ?? null]));
  return [about.text, (number) => byNumber.get(number) ?? null];
}
