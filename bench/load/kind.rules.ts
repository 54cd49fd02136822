/** What a file of the page is, for the sums of a measurement. */
export type Kind = 'page' | 'script' | 'style' | 'font' | 'wasm' | 'model' | 'api' | 'other';

const byType: readonly (readonly [RegExp, Kind])[] = [
  [/text\/html/, 'page'],
  [/javascript/, 'script'],
  [/text\/css/, 'style'],
  [/font\//, 'font'],
  [/application\/wasm/, 'wasm'],
];

/** Engines are counted with the WebAssembly that they drive; networks are models. */
export function kindOf(path: string, contentType: string): Kind {
  const { pathname } = new URL(path, 'http://localhost');
  if (/^\/(api|oidc|media)\//.test(pathname)) return 'api';
  if (pathname.startsWith('/models/') || pathname.endsWith('.onnx')) return 'model';
  if (pathname.startsWith('/engines/')) return 'wasm';
  return byType.find(([type]) => type.test(contentType))?.[1] ?? 'other';
}
