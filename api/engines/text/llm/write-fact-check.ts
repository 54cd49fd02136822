import type { MadeText, Said } from '#api/engines/text/text-engine.ts';
import { askForm } from './ask.ts';
import { defuse } from './data-block.ts';
import { eachPart } from './each-part.ts';
import { pickLines } from './fit-text.rules.ts';
import type { Claim } from './forms.ts';
import { type Line, toMark } from './lines.rules.ts';
import { takeMarks } from './marks.rules.ts';
import { isSame, mergeSame } from './merge.rules.ts';
import { type CheckedClaim, renderClaims } from './render.ts';
import { answerRoom, type Request, roomFor, type Run, splitFor, toPrompt } from './run.ts';
import { toSegments, toStatement } from './statement.ts';

/** Share of the progress for finding the claims. The rest is for checking them against other parts of the recording. */
const findShare = 0.7;
/** Number of claims in one check against the rest of the recording. */
const perCheck = 6;

export async function writeFactCheck(run: Run, lines: readonly Line[]): Promise<MadeText> {
  const { task, words } = run;
  const room = roomFor(run, { form: 'claims', stage: 'final', kind: 'DATA' }, answerRoom(run));
  let claims: CheckedClaim[] = [];
  const made = await eachPart(splitFor(run, lines, room), {
    async ask(main, part) {
      const show = (some: CheckedClaim[]) => {
        const { text, sources } = renderClaims(some, words, false);
        const reading = part.of > 1 ? `_${words.reading(part.number, part.of)}_` : '';
        task.onText({ text: [text, reading].filter(Boolean).join('\n\n'), sources });
      };
      show(claims);
      const request = { form: 'claims', stage: 'final', main: { kind: 'DATA', lines: main }, part } as const;
      const found = await ask(run, request, (some) => show([...claims, ...some]));
      if (found) claims = joined(claims, found);
      return found;
    },
    onShare: (share) => task.onShare(share * findShare),
  });
  if (made.length > 1) claims = await checkElsewhere(run, claims, lines);
  return renderClaims(claims, words, true);
}

async function ask(
  run: Run,
  request: Request,
  onClaims: (claims: CheckedClaim[]) => void,
): Promise<CheckedClaim[] | null> {
  const read = (found: readonly Claim[]) => found.flatMap((claim) => toChecked(run, claim) ?? []);
  const answer = await askForm(run.model, toPrompt(run, request), {
    form: 'claims',
    maxTokens: answerRoom(run),
    signal: run.task.signal,
    onAnswer: ({ claims }) => onClaims(read(claims)),
  });
  return answer && read(answer.claims);
}

/**
 * Reads a claim. A verdict needs another turn or exact words of the notes as evidence; otherwise it becomes
 * `not_found`.
 */
function toChecked({ ids, task }: Run, claim: Claim): CheckedClaim | null {
  const statement = toStatement(ids, claim.claim, claim.said);
  if (!statement) return null;
  const reason = takeMarks(claim.reason, ids);
  const evidence = [...new Set([...toSegments(ids, claim.evidence), ...reason.segments])].filter(
    (segment) => !statement.segments.includes(segment),
  );
  const note = isInNotes(claim.note, task.notes) ? takeMarks(claim.note, ids).text : '';
  const doubt = takeMarks(claim.doubt, ids).text;
  if (claim.verdict === 'not_found' || (evidence.length === 0 && note === ''))
    return { ...statement, verdict: 'not_found', reason: '', evidence: [], note: '', doubt };
  return { ...statement, verdict: claim.verdict, reason: reason.text, evidence, note, doubt };
}

/** Shortest quote that counts, characters. A shorter one may match by chance. */
const minQuote = 8;

const flat = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();

function isInNotes(quote: string, notes: string): boolean {
  const wanted = flat(quote);
  return wanted.length >= minQuote && ` ${flat(notes)} `.includes(` ${wanted} `);
}

/** Merges repeated claims. Evidence replaces `not_found`. Claims with different verdicts stay separate. */
const joined = (before: readonly CheckedClaim[], more: readonly CheckedClaim[]): CheckedClaim[] =>
  mergeSame(before, more, (stays, goes) => {
    if (stays.verdict === goes.verdict || goes.verdict === 'not_found') return stays;
    const { verdict, reason, evidence, note } = goes;
    return stays.verdict === 'not_found' ? { ...stays, verdict, reason, evidence, note } : null;
  });

/**
 * Checks each claim of a part against the turns of other parts that share the most words with it. The evidence of both
 * is merged. A contradiction outweighs support.
 */
async function checkElsewhere(
  run: Run,
  claims: CheckedClaim[],
  lines: readonly Line[],
): Promise<CheckedClaim[]> {
  const { task, words } = run;
  const done: CheckedClaim[] = [];
  for (let from = 0; from < claims.length; from += perCheck) {
    const some = claims.slice(from, from + perCheck);
    const { text, sources } = renderClaims([...done, ...claims.slice(from)], words, true);
    task.onText({ text: `${text}\n\n_${words.joining}_`, sources });
    const main: Line[] = some.map((claim) => ({
      text: `- ${defuse(claim.text)} ${toMark(claim.segments, run.ids)}`,
      said: null,
      pauseS: 0,
    }));
    const found = await checked(run, main, some, lines);
    done.push(...some.map((claim) => withFound(claim, found)));
    task.onShare(findShare + (1 - findShare) * Math.min(1, (from + perCheck) / claims.length));
  }
  return done;
}

const turnsPerClaim = 10;

async function checked(
  run: Run,
  main: readonly Line[],
  claims: readonly CheckedClaim[],
  lines: readonly Line[],
): Promise<CheckedClaim[]> {
  const room = roomFor(run, { form: 'check', stage: 'final', kind: 'CLAIMS' }, answerRoom(run));
  const size = run.model.countTokens(main.map(({ text }) => text).join('\n'));
  const turns = pickTurns(run, claims, lines, Math.floor((room - size) * 0.9));
  if (turns.length === 0) return [];
  const made = await eachPart([[...main]], {
    ask: (some) =>
      ask(
        run,
        {
          form: 'check',
          stage: 'final',
          main: { kind: 'CLAIMS', lines: some },
          turns: fewer(turns, some.length / main.length),
        },
        () => undefined,
      ),
    onShare: () => undefined,
  });
  return made.flat();
}

/**
 * Returns `share` of the lines, evenly spread. If a check is repeated with fewer claims, it gets fewer of the other
 * turns too.
 */
const fewer = (lines: readonly Line[], share: number): readonly Line[] =>
  share >= 1
    ? lines
    : lines.filter((_, index) => Math.floor(index * share) !== Math.floor((index - 1) * share));

function pickTurns(run: Run, claims: readonly CheckedClaim[], lines: readonly Line[], room: number): Line[] {
  const sizeOf = (text: string) => run.model.countTokens(text);
  const texts = lines.map(({ text }) => text);
  const picked = new Set<number>();
  const perClaim = Math.floor(room / claims.length);
  for (const claim of claims) {
    const own = new Set<Said | null>(claim.segments);
    const candidates = texts.map((text, index) => (own.has(lines[index]!.said) ? '' : text));
    const best = pickLines(candidates, {
      room: perClaim,
      sizeOf,
      relevantTo: claim.text,
      most: turnsPerClaim,
    });
    for (const index of best) picked.add(index);
  }
  return [...picked].toSorted((a, b) => a - b).map((index) => lines[index]!);
}

function withFound(claim: CheckedClaim, found: readonly CheckedClaim[]): CheckedClaim {
  const same = found.find((other) => flat(other.text) === flat(claim.text) || isSame(other, claim));
  if (!same || same.verdict === 'not_found') return claim;
  const evidence = same.evidence.filter((segment) => !claim.segments.includes(segment));
  if (evidence.length === 0 && same.note === '') return claim;
  if (claim.verdict === same.verdict)
    return {
      ...claim,
      evidence: [...new Set([...claim.evidence, ...evidence])],
      note: claim.note || same.note,
    };
  if (claim.verdict === 'contradicted') return claim;
  const { verdict, reason, note } = same;
  return { ...claim, verdict, reason, evidence, note };
}
