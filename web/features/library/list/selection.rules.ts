/** Which sessions are chosen, and from where a range goes. */
export type Selection = { chosen: ReadonlySet<string>; anchor: string | null };

export const noSelection: Selection = { chosen: new Set(), anchor: null };

/** One row more or less. */
export function toggled({ chosen }: Selection, id: string): Selection {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return { chosen: next, anchor: id };
}

/** Everything from the row last chosen to this one takes the state that this one gets; without such a row only this one. */
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

/** What has gone from the list is not chosen any more. The same object where nothing has. */
export function keptIn(selection: Selection, order: readonly string[]): Selection {
  const there = new Set(order);
  const chosen = [...selection.chosen].filter((id) => there.has(id));
  return chosen.length === selection.chosen.size ? selection : { ...selection, chosen: new Set(chosen) };
}
