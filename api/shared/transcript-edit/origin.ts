import { placeOf, wordsOf } from './realign.ts';
import type { Origins, Segment, Word } from '#api/contract/transcript.ts';

/** Words `[from, to)` of a segment as the engine wrote it. */
type Piece = { source: Segment; words: readonly Word[]; from: number; to: number };

/** The words that the engine wrote where a segment is now, as ordered pieces. Empty if it wrote none there. */
export type Origin = readonly Piece[];

export type Written = Pick<Segment, 'text' | 'words' | 'doubt'>;

export function wholeOf(source: Segment): Origin {
  const words = wordsOf(source);
  return [{ source, words, from: 0, to: words.length }];
}

const isWhole = ({ words, from, to }: Piece): boolean => from === 0 && to === words.length;

/** True if an origin covers only a part of one of its segments. */
export const isParted = (origin: Origin): boolean => origin.some((piece) => !isWhole(piece));

/** Joins pieces that follow each other in their source. */
export function joinOrigins(origins: readonly Origin[]): Origin {
  const joined: Piece[] = [];
  for (const piece of origins.flat()) {
    const last = joined.at(-1);
    if (last && last.source === piece.source && last.to === piece.from)
      joined[joined.length - 1] = { ...last, to: piece.to };
    else joined.push(piece);
  }
  return joined;
}

/** Divides an origin before the first word that begins at `atS` or later. */
export function partOrigin(origin: Origin, atS: number): [before: Origin, after: Origin] {
  for (const [index, piece] of origin.entries()) {
    const { words, from, to } = piece;
    const cut = words.findIndex(({ start }, word) => word >= from && word < to && start >= atS);
    if (cut === -1) continue;
    const before = cut > from ? [{ ...piece, to: cut }] : [];
    return [
      [...origin.slice(0, index), ...before],
      [{ ...piece, from: cut }, ...origin.slice(index + 1)],
    ];
  }
  return [origin, []];
}

function readPiece(piece: Piece): Pick<Segment, 'text' | 'words'> {
  const { source, words, from, to } = piece;
  if (isWhole(piece)) return source;
  const own = words.slice(from, to);
  const [begin, end] = [from, to].map((index) =>
    index === words.length ? source.text.length : placeOf(words, index, source.text),
  ) as [number | null, number | null];
  const isSpelled = begin !== null && end !== null;
  return {
    words: own,
    text: isSpelled ? source.text.slice(begin, end).trim() : own.map(({ text }) => text).join(' '),
  };
}

/** Returns what the engine wrote. For an origin that is one whole segment it is that segment itself. */
export function readOrigin(origin: Origin): Written {
  const [first] = origin;
  if (first && origin.length === 1 && isWhole(first)) return first.source;
  const pieces = origin.map((piece) => ({ ...readPiece(piece), piece }));
  return {
    text: pieces
      .map(({ text }) => text)
      .filter((text) => text !== '')
      .join(' '),
    words: pieces.flatMap(({ words, piece }) => (words.length > 0 ? words : piece.words)),
    doubt: origin.find(({ source }) => source.doubt !== null)?.source.doubt ?? null,
  };
}

/** True if a segment is as the engine wrote it, apart from the speaker. */
export function isUnedited(segment: Segment, origin: Origin): boolean {
  const [first] = origin;
  if (!first || origin.length > 1 || !isWhole(first)) return false;
  const { source } = first;
  const { id, text, words, doubt } = segment;
  return (
    id === source.id &&
    words === source.words &&
    text === source.text &&
    doubt === source.doubt &&
    segment.start === source.start &&
    segment.end === source.end
  );
}

/** Restores the engine's own list of words in a segment that has the engine's content again. */
export function withOwnWords(segment: Segment, origin: Origin): Segment {
  const { text, words, doubt } = readOrigin(origin);
  const isSame =
    segment.text === text &&
    segment.doubt === doubt &&
    segment.words.length === words.length &&
    segment.words.every((word, index) => isSameWord(word, words[index]!));
  return isSame ? { ...segment, words } : segment;
}

const isSameWord = (a: Word, b: Word): boolean =>
  a === b || (a.text === b.text && a.start === b.start && a.end === b.end && a.confidence === b.confidence);

/** Returns the id of the engine's segment from which a segment was split (`editOpSchema`, split). */
export const rootOf = (id: string): string => id.split('/', 1)[0]!;

/** Divides the origin of some segments among their replacements: by the engine's id, otherwise by time. */
export function shareOrigin(pool: Origin, by: readonly Pick<Segment, 'id' | 'start'>[]): Origin[] {
  const shares: Piece[][] = by.map(() => []);
  const sources = new Set(pool.map(({ source }) => rootOf(source.id)));
  const roots = by.map(({ id }) => rootOf(id));
  const heirsOf = (source: string): number[] => {
    if (!roots.includes(source)) return [...by.keys()];
    // An inserted turn may take parts of any segment.
    return [...by.keys()].filter((index) => roots[index] === source || !sources.has(roots[index]!));
  };
  for (const piece of pool) {
    const heirs = heirsOf(rootOf(piece.source.id));
    let from = piece.from;
    let heir = heirs[0]!;
    for (let word = piece.from; word <= piece.to; word++) {
      const next =
        word < piece.to
          ? (heirs.findLast((each) => by[each]!.start <= piece.words[word]!.start) ?? heirs[0]!)
          : -1;
      if (word > piece.from && next !== heir) {
        shares[heir]!.push({ ...piece, from, to: word });
        from = word;
      }
      heir = next;
    }
    // A segment without recognised words is passed on as well.
    if (piece.from === piece.to) shares[heirs[0]!]!.push(piece);
  }
  return shares.map((share) => joinOrigins([share]));
}

/** Packs origins for clients that get the transcript without the engine's version. Returns undefined if there are none. */
export function packOrigins(origins: Iterable<readonly [id: string, Origin]>): Origins | undefined {
  const sources = new Map<string, Segment>();
  const pieces = [...origins].map(([id, origin]): Origins['pieces'][number] => [
    id,
    origin.map(({ source, from, to }) => {
      sources.set(source.id, source);
      return [source.id, from, to];
    }),
  ]);
  return pieces.length > 0 ? { pieces, sources: [...sources.values()] } : undefined;
}

/** Returns the origins by segment id. Pieces of unknown sources are left out. */
export function unpackOrigins({ pieces, sources }: Origins): Map<string, Origin> {
  const known = new Map(sources.map((source) => [source.id, wholeOf(source)[0]!]));
  return new Map(
    pieces.map(([id, parts]) => [
      id,
      parts.flatMap(([source, from, to]) => {
        const whole = known.get(source);
        return whole ? [{ ...whole, from, to }] : [];
      }),
    ]),
  );
}
