import type { TextEngine, TextTask } from '#api/engines/text/text-engine.ts';

/** Creates an engine with given answers. By default it is an extraction that quotes the first turn. */
export const testTextEngine = (parts: Partial<TextEngine> = {}): TextEngine => ({
  kind: 'extract',
  model: '',
  canMake: (form) => parts.kind === 'llm' || (form !== 'translation' && form !== 'prompt'),
  make: async (task) => quote(task),
  ...parts,
});

export function quote({ segments: [first], label }: Pick<TextTask, 'segments' | 'label'>) {
  if (!first) return { text: '', sources: [] };
  return {
    text: `${label}: ${first.text} [1]`,
    sources: [{ n: 1, segment: first.id, at: first.start }],
  };
}
