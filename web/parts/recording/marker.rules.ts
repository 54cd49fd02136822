import type { RulerMark } from '#web/ui/ruler/ruler.tsx';
import type { Marker } from '#workers/recorder/recorder.contract.ts';

/** Markers as marks of the ruler: a person's as flags, warnings dotted, gaps barred. */
export const toRulerMarks = (markers: readonly Marker[]): RulerMark[] =>
  markers.map(({ at, kind }) => ({
    startS: at,
    endS: at,
    kind: kind === 'gap' ? 'danger' : kind === 'warning' ? 'caution' : 'flag',
  }));

export const markName = ({ kind, code }: Pick<Marker, 'kind' | 'code'>): string =>
  kind === 'user' ? 'user' : (code ?? '').replace(/^capture\./, '');
