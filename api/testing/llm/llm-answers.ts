import type { LlmRequest } from './llm-request.ts';

/** A line of a data block: `[s12] 00:01:02 Name: text`. */
type Turn = { id: string; speaker: string; text: string };

type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  $ref?: string;
};

const blockStart = /^<<<(?!END\b)([A-Z_]+) (\S+)$/;
const turnLine = /^\[([^\]\s]+)\] \d{2}:\d{2}:\d{2} ([^:]*): (.*)$/;
const citation = /\[(?!\?\])([^\]\s,]+)(?:, *[^\]\s,]+)*\]/;
const mostStatements = 6;

/** Returns the data blocks of a request with their names. A block stands between `<<<NAME nonce` and `<<<END nonce`. */
function readBlocks(content: string): { name: string; lines: string[] }[] {
  const blocks: { name: string; lines: string[] }[] = [];
  let open: { nonce: string; lines: string[] } | null = null;
  for (const line of content.split('\n')) {
    const start: RegExpExecArray | null = open ? null : blockStart.exec(line);
    if (start) {
      open = { nonce: start[2] as string, lines: [] };
      blocks.push({ name: start[1] as string, lines: open.lines });
    } else if (open && line === `<<<END ${open.nonce}`) open = null;
    else open?.lines.push(line);
  }
  return blocks;
}

/** Line outside the blocks that marks a request to enhance notes (`api/notes/notes-prompt.ts`). */
const notesTask = 'Task: notes';

/**
 * Returns the answer of a well-behaved model, which is always the same: sentences of the data with their segments. It
 * depends only on the blocks, the requested schema and the kind of task.
 */
export function answerAsModel({ body }: LlmRequest): string {
  const said = body.messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const blocks = said.flatMap(readBlocks);
  const linesOf = (name: string) =>
    blocks.filter((block) => block.name === name).flatMap(({ lines }) => lines);
  const turns = linesOf('DATA').flatMap(toTurn);
  if (said.some((content) => content.split('\n').includes(notesTask)))
    return asNotes(linesOf('NOTES'), turns);
  const made = ['PARTS', 'RESULT', 'NOTES'].map((name) => linesOf(name).flatMap(toStatement));
  const found = [turns, ...made].find((each) => each.length > 0) ?? [];
  const schema = body.response_format?.json_schema?.schema as Schema | undefined;
  if (!schema)
    return spread(found, mostStatements)
      .map((turn) => `- ${sentenceOf(turn)}${turn.id === '' ? '' : ` [${turn.id}]`}`)
      .join('\n');
  const claims = linesOf('CLAIMS').flatMap(toStatement);
  return JSON.stringify(fill(schema, { all: claims.length > 0 ? claims : found, data: found }));
}

/** Parses a line of an earlier result: `- text [s12]`. Returns an empty list if it has no text. */
function toStatement(line: string): Turn[] {
  const text = line
    .replace(/^\s*(?:[-*]|#+|\d+\.)\s+(?:\[[ x]\]\s+)?/, '')
    .replace(new RegExp(citation, 'g'), '')
    .trim();
  return text === '' ? [] : [{ id: citation.exec(line)?.[1] ?? '', speaker: '', text }];
}

function toTurn(line: string): Turn[] {
  const [, id, speaker = '', text = ''] = turnLine.exec(line) ?? [];
  return id === undefined ? [] : [{ id, speaker: speaker.trim(), text }];
}

const spread = <T>(all: readonly T[], most: number): T[] =>
  all.length <= most
    ? [...all]
    : Array.from({ length: most }, (_, index) => all[Math.floor((index * all.length) / most)] as T);

const sentenceOf = ({ text }: Turn): string => /^.{10,}?[.!?](?=\s|$)/u.exec(text)?.[0] ?? text;

/** Returns the lines of the notes, followed by sentences of two turns. */
const asNotes = (lines: readonly string[], turns: readonly Turn[]): string =>
  [
    ...lines
      .filter((line) => line.trim() !== '')
      .map((line) => (/^([-*#]|\d+\.)/.test(line) ? line : `- ${line}`)),
    ...spread(turns, 2).map((turn) => `- ${sentenceOf(turn)} [${turn.id}]`),
  ].join('\n');

/** Items with which lists are filled. `data` are the turns in which evidence is searched for. */
type Stock = { all: readonly Turn[]; data: readonly Turn[] };

/**
 * Returns a value of the requested schema. A list of items with evidence gets some of the turns, a list of turns all of
 * them.
 */
function fill(schema: Schema, stock: Stock, turn: Turn | null = null, name = ''): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[turn ? stock.all.indexOf(turn) % schema.enum.length : 0];
  const [first] = schema.anyOf ?? [];
  if (first) return fill(first, stock, turn, name);
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, each]) => [key, fill(each, stock, turn, key)]),
      );
    case 'array':
      return turn ? fillIds(schema, stock, turn, name) : fillList(schema.items ?? {}, stock);
    case 'string':
      return fillText(name, stock, turn);
    case 'boolean':
      return true;
    case 'number':
    case 'integer':
      return 0;
    default:
      return null;
  }
}

/** Returns the list of ids in an item: the turn that it cites, or as evidence another turn. */
function fillIds({ items }: Schema, { data }: Stock, turn: Turn, name: string): string[] {
  if ([items?.type].flat()[0] !== 'string') return [];
  const evidence = name === 'evidence' ? data.find(({ id }) => id !== turn.id) : turn;
  return evidence && evidence.id !== '' ? [evidence.id] : [];
}

function fillList(items: Schema, stock: Stock): unknown[] {
  const isTurnByTurn = items.properties !== undefined && 'id' in items.properties;
  return (isTurnByTurn ? stock.data : spread(stock.all, mostStatements)).map((each) =>
    fill(items, stock, each),
  );
}

function fillText(name: string, { all }: Stock, turn: Turn | null): string {
  const said = turn ?? all[0];
  if (!said) return '';
  if (/^(id|segment)$/.test(name)) return said.id;
  if (name === 'who') return said.speaker;
  if (/^(due|doubt|reason|note)$/.test(name)) return '';
  return name === 'text' && turn ? said.text : sentenceOf(said);
}
