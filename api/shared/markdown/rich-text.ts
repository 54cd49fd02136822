/**
 * What notes, results and reports are made of: the meaning of a Markdown text without any HTML. Read by `markdown.ts`, shown by
 * the page, written by the exports.
 */
export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong' | 'em' | 'strike'; inlines: Inline[] }
  /** http, https and mailto only. */
  | { kind: 'link'; href: string; inlines: Inline[] }
  | { kind: 'break' }
  /** A moment of the recording, s, as it was written: `12:30`, `[1:02:33]`. */
  | { kind: 'time'; atS: number; text: string }
  /** A source number of a result, `[3]`. */
  | { kind: 'source'; n: number }
  /** `[?]` in a result: no source was found for what stands before it. */
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
