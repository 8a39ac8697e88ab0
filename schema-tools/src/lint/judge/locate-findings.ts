import type { LineIndex } from '../../documents/line-index.ts';
import type { Source, Spot } from '../../documents/source.ts';
import { parentPointer, parsePointer, valueAt } from '../../documents/pointer.ts';
import type { Finding } from '../finding.ts';
import type { LocatedProblem } from './run-rules.ts';

/**
 * An object or a list without a key (a whole document, an item) is marked at its first character: what is wrong with it is often a member
 * that is absent, and an editor would underline everything else.
 */
const atOneCharacter = (source: Source, document: number, pointer: string, spot: Spot): Spot => {
  const { start, end } = spot.key;
  if (start !== spot.value.start || end !== spot.value.end || end - start <= 1) return spot;
  const value = valueAt(source.documents[document]!.value, parsePointer(pointer) ?? []);
  return typeof value === 'object' && value !== null ? { ...spot, key: { start, end: start + 1 } } : spot;
};

/** The location of each problem, or of its nearest ancestor that is written. */
const spotFinder = (source: Source, problems: readonly LocatedProblem[]): ((problem: LocatedProblem) => Spot | undefined) => {
  const spots = source.documents.map((document, index) => {
    const pointers = new Set(problems.filter((problem) => problem.document === index).map(({ pointer }) => pointer));
    return pointers.size === 0 ? new Map<string, Spot>() : new Map(document.locate(pointers));
  });
  return ({ document, pointer }) => {
    for (let place = pointer; ; place = parentPointer(place)) {
      const known = spots[document]?.get(place) ?? (place === pointer ? undefined : source.documents[document]?.locate([place]).get(place));
      if (known || place === '') return known && atOneCharacter(source, document, place, known);
    }
  };
};

const startSpot: Spot = { key: { start: 0, end: 0 }, value: { start: 0, end: 0 } };

/**
 * Converts problems to findings. A place that an alias includes again is reported once, where it is written, with the aliases as related
 * locations.
 */
export const locateFindings = (source: Source, problems: readonly LocatedProblem[], file: string, lines: LineIndex): readonly Finding[] => {
  const spotOf = spotFinder(source, problems);
  const places = new Map<string, { readonly problem: LocatedProblem; readonly spot: Spot }[]>();
  for (const problem of problems) {
    const spot = spotOf(problem) ?? startSpot;
    const key = JSON.stringify([spot.key.start, spot.key.end, problem.rule, problem.message]);
    const same = places.get(key);
    if (same) same.push({ problem, spot });
    else places.set(key, [{ problem, spot }]);
  }
  return [...places.values()].flatMap((same) => {
    const aliases = same.flatMap(({ spot }) => (spot.alias ? [lines.region(spot.alias)] : []));
    const written = same.filter(({ spot }) => !spot.alias);
    return (written.length > 0 ? written : same.slice(0, 1)).map(
      ({ problem: { pointer, rule, severity, message, replacement, isUncertain }, spot }, index) => ({
        file,
        ...lines.region(spot.key),
        pointer,
        rule,
        severity,
        message,
        ...(replacement === undefined ? {} : { replacement }),
        ...(isUncertain ? { isUncertain } : {}),
        ...(index === 0 && aliases.length > 0 ? { related: aliases } : {}),
      }),
    );
  });
};
