/**
 * Notes, results and reports as rich text, without HTML. `markdown.ts` parses it, the page shows it, the exports write it.
 */
export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong' | 'em' | 'strike'; inlines: Inline[] }
  /** The scheme is http, https or mailto. */
  | { kind: 'link'; href: string; inlines: Inline[] }
  | { kind: 'break' }
  /** A moment of the recording, s, and its text: `12:30`, `[1:02:33]`. */
  | { kind: 'time'; atS: number; text: string }
  | { kind: 'source'; n: number }
  /** `[?]` in a result: the statement before it has no source. */
  | { kind: 'unsupported' };

export type ListItem = { checked: boolean | null; blocks: Block[] };

export type Block =
  | { kind: 'heading'; depth: 1 | 2 | 3 | 4 | 5 | 6; inlines: Inline[] }
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'list'; isOrdered: boolean; start: number; items: ListItem[] }
  | {
      kind: 'table';
      align: ('left' | 'center' | 'right' | null)[];
      head: Inline[][];
      rows: Inline[][][];
    }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'code'; text: string }
  | { kind: 'rule' };
