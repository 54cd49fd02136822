/** An element of the structure tree (ISO 32000-1, 14.8.4), made when its first content is drawn. */
export type Node = {
  type: string;
  parent: Node | null;
  /** Of a header cell. */
  scope?: 'Column';
  /** Of a list (ISO 32000-1, 14.8.5.5). */
  numbering?: 'Disc' | 'Decimal' | 'None';
  /** Of a link: where it leads, and what it says. */
  href?: string;
  text?: string;
};
