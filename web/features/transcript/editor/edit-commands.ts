import type { EditOp } from '#api/contract/edits.ts';
import { tidyText } from '#api/shared/transcript-edit/realign.ts';
import * as rules from './edit-commands.rules.ts';
import type { EditHistory } from './edit-history.ts';
import { editableIds, type EditStack } from './edit-stack.ts';
import type { EditWriting } from './edit-writing.ts';
import { joinTexts } from './edit.rules.ts';
import type { EditKind, TranscriptEditor } from './transcript-editor.ts';

type EditCommandsDeps = {
  stack: EditStack;
  history: Pick<EditHistory, 'add'>;
  writing: Pick<EditWriting, 'resume'>;
  durationS(): number;
  newId(): string;
  onEdited(): void;
};

/** The commands of a person other than typing. Each command is one step of undo. */
type EditCommands = Pick<
  TranscriptEditor,
  'rename' | 'assign' | 'merge' | 'split' | 'insert' | 'remove' | 'confirm' | 'replaceAll' | 'resolve'
>;

export function createEditCommands(deps: EditCommandsDeps): EditCommands {
  const { stack, history, writing, newId } = deps;

  const editable = (ids: readonly string[]): string[] => editableIds(stack, ids);
  const make = (kind: EditKind, segment: string | null, ops: readonly EditOp[]): boolean => {
    const changes = ops.flatMap((op) => stack.perform(op) ?? []);
    if (changes.length === 0) return false;
    history.add({ kind, segment, changes });
    deps.onEdited();
    return true;
  };

  return {
    rename(key, name) {
      const op = rules.rename(stack.overlay, key, name);
      if (op) make('rename', null, [op]);
    },
    assign(ids, speaker) {
      make('assign', ids[0] ?? null, rules.assign(stack.shown, editable(ids), speaker));
    },
    merge(ids) {
      if (editable(ids).length < ids.length) return;
      make('merge', ids[0] ?? null, rules.merge(stack.overlay, ids));
    },
    split(segment, offset) {
      if (editable([segment]).length === 0) return null;
      const cut = rules.split(stack.overlay, segment, offset);
      return cut && make('split', cut.id, [cut.op]) ? cut.id : null;
    },
    insert(after) {
      if (after !== null && editable([after]).length === 0) return null;
      const op = rules.insert(stack.overlay, after, deps.durationS(), newId());
      return op && make('insert', op.id, [op]) ? op.id : null;
    },
    remove(ids) {
      const going = editable(ids);
      make('remove', going[0] ?? null, rules.remove(stack.overlay, going));
    },
    confirm(segment) {
      const [own] = editable([segment]);
      if (own !== undefined) make('confirm', own, rules.confirm(stack.overlay, own));
    },
    replaceAll(changes) {
      const possible = new Set(editable(changes.map(({ segment }) => segment)));
      const ops = changes.flatMap(({ segment, text }): (EditOp & { op: 'text' })[] =>
        possible.has(segment) && stack.overlay.segment(segment)?.text !== tidyText(text)
          ? [{ op: 'text', segment, text: tidyText(text).slice(0, rules.maxText) }]
          : [],
      );
      make('replaceAll', ops[0]?.segment ?? null, ops);
    },
    resolve(id, choice) {
      const conflict = stack.conflicts.find((each) => each.id === id);
      if (!conflict) return;
      stack.setConflicts(stack.conflicts.filter((each) => each !== conflict));
      writing.resume(conflict.of);
      const { mine, theirs, key, segment } = conflict;
      const now = segment === null || key !== null ? theirs : stack.overlay.segment(segment)?.text;
      const chosen = choice === 'mine' ? mine : joinTexts(now ?? theirs, mine);
      const ops = choice === 'theirs' ? [] : rules.settle(stack.overlay, conflict, chosen, newId());
      make(key === null ? 'text' : 'rename', segment, ops);
      deps.onEdited();
    },
  };
}
