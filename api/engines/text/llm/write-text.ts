import { ContextOverflow, ModelError } from '#api/engines/language/language-model.ts';
import type { MadeText } from '#api/engines/text/text-engine.ts';
import { askText } from './ask.ts';
import { citeText } from './citations.rules.ts';
import type { BlockKind } from './data-block.ts';
import { eachPart } from './each-part.ts';
import { withoutStrangeLinks } from './links.rules.ts';
import { answerLines, halve, type Line } from './lines.rules.ts';
import { answerRoom, type Request, roomFor, type Run, splitFor, toPrompt } from './run.ts';

/**
 * What a text is made from: a transcript, notes or a result. Notes and results come with the turns that they are about.
 */
export type Material = { kind: BlockKind; lines: readonly Line[]; turns?: readonly Line[] };

/** Share of the progress for the notes about the parts. The rest is for writing the text from them. */
const mapShare = 0.85;

/**
 * Writes a Markdown text. If the input does not fit, notes are taken part by part, and the text is written from the
 * notes.
 */
export async function writeText(run: Run, material: Material): Promise<MadeText> {
  const { task, ids } = run;
  const form = task.form === 'prompt' ? 'prompt' : 'text';
  const isNamed = (address: string) =>
    [task.notes, task.hints, task.prompt].some((text) => text.includes(address)) ||
    task.segments.some(({ text }) => text.includes(address));
  const cite = (text: string, isWhole: boolean) =>
    citeText(withoutStrangeLinks(text, isNamed), ids, task.language, isWhole);
  const final = async (main: Request['main'], turns?: readonly Line[]): Promise<MadeText> => {
    const answer = await askText(
      run.model,
      toPrompt(run, { form, stage: 'final', main, ...(turns && { turns }) }),
      {
        maxTokens: answerRoom(run),
        signal: task.signal,
        onText: (text) => task.onText(cite(text, false)),
      },
    );
    return cite(
      answer.isCut ? `${toLastSentence(answer.text)}\n\n_${run.words.cutShort}_` : answer.text,
      true,
    );
  };
  const { kind, lines, turns } = material;
  const room = roomFor(run, { form, stage: 'final', kind, ...(turns && { turns }) }, answerRoom(run));
  let parts = splitFor(run, lines, room);
  if (parts.length <= 1) {
    const whole = await orOverflow(final({ kind, lines }, turns));
    if (!(whole instanceof ContextOverflow)) return whole;
    parts = halvesOf(lines, whole);
  }
  const notes = await takeNotes(run, material, parts);
  return joinNotes(run, notes, final);
}

async function takeNotes(run: Run, { kind, turns }: Material, parts: readonly Line[][]): Promise<Line[]> {
  const { task, words, ids, model } = run;
  const form = task.form === 'prompt' ? 'prompt' : 'text';
  const made = await eachPart(parts, {
    async ask(lines, part) {
      task.onText({ text: `_${words.reading(part.number, part.of)}_`, sources: [] });
      const request = { form, stage: 'notes', main: { kind, lines }, part } as const;
      const prompt = toPrompt(run, { ...request, ...(turns && { turns }) });
      const { text, isCut } = await askText(model, prompt, {
        maxTokens: answerRoom(run),
        signal: task.signal,
        onText: () => undefined,
      });
      // If the notes are cut off, the end of the part is missing in them.
      return isCut ? null : answerLines(text, ids);
    },
    onShare: (share) => task.onShare(share * mapShare),
  });
  return made.flat().filter(({ text }) => !/^\W*nothing\W*$/i.test(text));
}

/** Largest number of rounds of shortening. A round that shortens by less than a fifth is the last one. */
const maxRounds = 6;

async function joinNotes(
  run: Run,
  notes: Line[],
  final: (main: Request['main']) => Promise<MadeText>,
): Promise<MadeText> {
  const { task, words, model, ids } = run;
  const form = task.form === 'prompt' ? 'prompt' : 'text';
  if (notes.length === 0) return { text: words.nothingSaid, sources: [] };
  const room = roomFor(run, { form, stage: 'final', kind: 'PARTS' }, answerRoom(run));
  let lines = notes;
  let limit = room;
  for (let round = 0; round <= maxRounds; round += 1) {
    task.onText({ text: `_${words.joining}_`, sources: [] });
    let groups = splitFor(run, lines, limit);
    if (groups.length <= 1) {
      const made = await orOverflow(final({ kind: 'PARTS', lines }));
      if (!(made instanceof ContextOverflow)) return made;
      groups = halvesOf(lines, made);
      limit = Math.floor(limit / 2);
    }
    const before = lengthOf(lines);
    const shorter = await eachPart(groups, {
      async ask(group) {
        const prompt = toPrompt(run, { form, stage: 'shorter', main: { kind: 'PARTS', lines: group } });
        const maxTokens = Math.min(answerRoom(run), Math.max(128, Math.floor(limit / 2)));
        const { text, isCut } = await askText(model, prompt, {
          maxTokens,
          signal: task.signal,
          onText: () => undefined,
        });
        return answerLines(isCut ? toLastSentence(text) : text, ids);
      },
      onShare: () => undefined,
    });
    lines = shorter.flat();
    if (lengthOf(lines) > before * 0.8) break;
  }
  throw new ModelError('processing.context_too_small');
}

const lengthOf = (lines: readonly Line[]): number => lines.reduce((sum, { text }) => sum + text.length, 0);

function halvesOf(lines: readonly Line[], cause: ContextOverflow): Line[][] {
  const halves = halve(lines);
  if (!halves) throw new ModelError('processing.context_too_small', { cause });
  return halves;
}

const orOverflow = async <Made>(made: Promise<Made>): Promise<Made | ContextOverflow> =>
  made.catch((error: unknown) => {
    if (error instanceof ContextOverflow) return error;
    throw error;
  });

/** Shortens a cut-off text to its last complete sentence or line. */
function toLastSentence(text: string): string {
  const ends = [...text.matchAll(/[.!?…\])|](?=\s)|\n/g)];
  const last = ends.at(-1);
  return last ? text.slice(0, last.index + 1).trimEnd() : text;
}
