import type { LineIndex } from '../../documents/lines.ts';
import type { Source, Spot } from '../../documents/source.ts';
import { parentOf } from '../../documents/pointer.ts';
import type { Finding } from '../finding.ts';
import type { Located } from './ask.ts';

/** Where problems are written, or the nearest place around them that is. */
const spotsOf = (source: Source, problems: readonly Located[]): ((problem: Located) => Spot | undefined) => {
  const spots = source.documents.map((document, index) => {
    const pointers = new Set(problems.filter((problem) => problem.document === index).map(({ pointer }) => pointer));
    return pointers.size === 0 ? new Map<string, Spot>() : new Map(document.locate(pointers));
  });
  return ({ document, pointer }) => {
    for (let place = pointer; ; place = parentOf(place)) {
      const known = spots[document]?.get(place) ?? (place === pointer ? undefined : source.documents[document]?.locate([place]).get(place));
      if (known || place === '') return known;
    }
  };
};

const nowhere: Spot = { key: { start: 0, end: 0 }, value: { start: 0, end: 0 } };

/** Problems as findings. What an alias brings in again is told once, where it is written, and the alias beside it. */
export const findingsOf = (source: Source, problems: readonly Located[], file: string, lines: LineIndex): readonly Finding[] => {
  const spotOf = spotsOf(source, problems);
  const places = new Map<string, { readonly problem: Located; readonly spot: Spot }[]>();
  for (const problem of problems) {
    const spot = spotOf(problem) ?? nowhere;
    const key = JSON.stringify([spot.key.start, spot.key.end, problem.rule, problem.message]);
    const same = places.get(key);
    if (same) same.push({ problem, spot }); else places.set(key, [{ problem, spot }]);
  }
  return [...places.values()].flatMap((same) => {
    const aliases = same.flatMap(({ spot }) => (spot.alias ? [lines.region(spot.alias)] : []));
    const written = same.filter(({ spot }) => !spot.alias);
    return (written.length > 0 ? written : same.slice(0, 1)).map(({ problem: { pointer, rule, severity, message, replacement }, spot }, index) => ({
      file, ...lines.region(spot.key), pointer, rule, severity, message,
      ...(replacement === undefined ? {} : { replacement }), ...(index === 0 && aliases.length > 0 ? { related: aliases } : {}),
    }));
  });
};
