import type { TextEngine, TextTask } from '#api/engines/text/text-engine.ts';

/** An engine whose answers a test gives; extraction that quotes the first turn unless told otherwise. */
export const testTextEngine = (parts: Partial<TextEngine> = {}): TextEngine => ({
  kind: 'extract',
  model: '',
  canMake: (form) => parts.kind === 'llm' || (form !== 'translation' && form !== 'prompt'),
  make: async (task) => quote(task),
  ...parts,
});

/** The first turn with its moment. */
export function quote({ segments: [first], label }: Pick<TextTask, 'segments' | 'label'>) {
  if (!first) return { text: '', sources: [] };
  return {
    text: `${label}: ${first.text} [1]`,
    sources: [{ n: 1, segment: first.id, at: first.start }],
  };
}
