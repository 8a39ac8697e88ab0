import { lineIndex } from '../../documents/line-index.ts';
import { isNameFree, parsePointer } from '../../documents/pointer.ts';
import type { Source } from '../../documents/source.ts';
import type { Finding } from '../finding.ts';
import type { LocatedProblem } from '../judge/run-rules.ts';
import type { RenameCandidate } from './rename-candidate.ts';

/** Rules that know the replacement; others only guess. */
const renamingRules = new Set(['deprecated', 'prose-only']);

const findingKey = ({
  rule,
  line,
  column,
  endLine,
  endColumn,
  message,
}: Pick<Finding, 'rule' | 'line' | 'column' | 'endLine' | 'endColumn' | 'message'>): string =>
  JSON.stringify([rule, line, column, endLine, endColumn, message]);

/** The rename of a key, if it is possible: the new name is free, and the key is written once and plainly. */
export const renameAt = (source: Source, document: number, pointer: string, name: string): RenameCandidate['edit'] | undefined => {
  const steps = parsePointer(pointer);
  const of = source.documents[document];
  return of && steps && isNameFree(of.value, steps, name) ? of.rename(pointer, name) : undefined;
};

/** The problems that are reported (not ignored) and name a certain replacement, each with its rename. */
export const findCandidates = (
  source: Source,
  problems: readonly LocatedProblem[],
  findings: readonly Finding[],
): readonly RenameCandidate[] => {
  const lines = lineIndex(source.text);
  const told = new Map(findings.filter(({ suppressed }) => !suppressed).map((finding) => [findingKey(finding), finding]));
  const named = problems.filter(
    ({ rule, replacement, isUncertain }) => renamingRules.has(rule) && replacement !== undefined && !isUncertain,
  );
  const spots = source.documents.map((document, index) =>
    document.locate(new Set(named.filter((problem) => problem.document === index).map(({ pointer }) => pointer))),
  );
  const taken = new Set<string>();
  return named.flatMap(({ document, pointer, rule, message, replacement }) => {
    const spot = spots[document]?.get(pointer);
    const finding = spot && told.get(findingKey({ rule, message, ...lines.region(spot.key) }));
    const edit = finding && renameAt(source, document, pointer, replacement!);
    const [place, target] = edit ? [`${edit.start}`, `${document} ${pointer.slice(0, pointer.lastIndexOf('/'))} ${replacement!}`] : [];
    // A key is renamed once, and of several keys that would get one name the first gets it.
    if (!finding || !edit || taken.has(place!) || taken.has(target!)) return [];
    taken.add(place!).add(target!);
    return [{ finding, document, pointer, name: replacement!, edit, rejectedNames: [] }];
  });
};
