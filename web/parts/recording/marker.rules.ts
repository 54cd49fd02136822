import type { RulerMark } from '#web/ui/ruler/ruler.tsx';
import type { Marker } from '#workers/recorder/recorder.contract.ts';

/** Returns the marks of the ruler for markers. Markers of a person are flags, warnings are dotted, gaps are barred. */
export const toRulerMarks = (markers: readonly Marker[]): RulerMark[] =>
  markers.map(({ at, kind }) => ({
    startS: at,
    endS: at,
    kind: kind === 'gap' ? 'danger' : kind === 'warning' ? 'caution' : 'flag',
  }));

export const markName = ({ kind, code }: Pick<Marker, 'kind' | 'code'>): string =>
  kind === 'user' ? 'user' : (code ?? '').replace(/^capture\./, '');
