export type Selection = { chosen: ReadonlySet<string>; anchor: string | null };

export const noSelection: Selection = { chosen: new Set(), anchor: null };

export function toggled({ chosen }: Selection, id: string): Selection {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return { chosen: next, anchor: id };
}

/**
 * Applies the new state of a row to all rows between it and the row that was toggled last. If there is no such row, only this
 * row changes.
 */
export function rangeToggled(selection: Selection, id: string, order: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(id);
  if (from < 0 || to < 0) return toggled(selection, id);
  const next = new Set(selection.chosen);
  const isChosen = !next.has(id);
  for (const each of order.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (isChosen) next.add(each);
    else next.delete(each);
  }
  return { chosen: next, anchor: id };
}

/** Removes rows that have left the list; returns the same object if none has. */
export function keptIn(selection: Selection, order: readonly string[]): Selection {
  const there = new Set(order);
  const chosen = [...selection.chosen].filter((id) => there.has(id));
  return chosen.length === selection.chosen.size ? selection : { ...selection, chosen: new Set(chosen) };
}
