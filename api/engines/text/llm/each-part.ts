import { ContextOverflow, ModelError } from '#api/engines/language/language-model.ts';
import { halve, type Line } from './lines.rules.ts';

type PartOptions<Made> = {
  /**
   * Asks the model about a part. Returns null if the answer was cut off. Throws ContextOverflow if the request was too
   * long.
   */
  ask(lines: Line[], part: { number: number; of: number }): Promise<Made | null>;
  onShare(share: number): void;
};

const lengthOf = (lines: readonly Line[]): number => lines.reduce((sum, { text }) => sum + text.length, 0);

/**
 * Asks about one part after the other. A part that is too long is halved, down to pieces of a single turn.
 * @throws ModelError `processing.context_too_small` or `processing.answer_cut` if a piece that cannot be halved is too
 * long
 */
export async function eachPart<Made>(
  parts: readonly Line[][],
  { ask, onShare }: PartOptions<Made>,
): Promise<Made[]> {
  const todo = [...parts];
  const made: Made[] = [];
  const total = Math.max(
    1,
    parts.reduce((sum, lines) => sum + lengthOf(lines), 0),
  );
  let done = 0;
  // Parts of at least this length, in characters, are halved without another try.
  let tooLong = Number.POSITIVE_INFINITY;
  while (todo.length > 0) {
    const lines = todo.shift()!;
    const known = lengthOf(lines) >= tooLong ? halve(lines) : null;
    if (known) {
      todo.unshift(...known);
      continue;
    }
    const answer = await ask(lines, { number: made.length + 1, of: made.length + 1 + todo.length }).catch(
      (error: unknown) => {
        if (error instanceof ContextOverflow) return error;
        throw error;
      },
    );
    if (answer === null || answer instanceof ContextOverflow) {
      const halves = halve(lines);
      const code = answer === null ? 'processing.answer_cut' : 'processing.context_too_small';
      if (!halves) throw new ModelError(code, answer === null ? {} : { cause: answer });
      tooLong = Math.min(tooLong, lengthOf(lines) * 0.95);
      todo.unshift(...halves);
      continue;
    }
    made.push(answer);
    done += lengthOf(lines);
    onShare(Math.min(1, done / total));
  }
  return made;
}
