import type { Source } from '../../documents/source.ts';
import { parentPointer } from '../../documents/pointer.ts';
import type { Association } from '../judge/association.ts';
import { type RenameAttempt, renameAttempts } from './rename-attempt.ts';
import { renameAt } from './candidates.ts';
import { pointerMover } from './rename-keys.ts';
import { deprecatedKind, type EvaluationIssue } from './evaluation-issues.ts';
import type { RenameCandidate } from './rename-candidate.ts';

/** Maximum number of times that a file is read and evaluated again; undecided renames are then not made. */
const maxAttempts = 100;

interface Blame {
  readonly candidate: RenameCandidate;
  readonly issues: readonly EvaluationIssue[];
  /** Whether a place is inside of it, and not just in the same object. */ readonly isInside: boolean;
}

/** The candidates with an objection: inside of what they rename, or in the object that contains it. */
const findBlame = (
  candidates: readonly RenameCandidate[],
  all: readonly RenameCandidate[],
  against: readonly EvaluationIssue[],
): readonly Blame[] => {
  const moved = pointerMover(all);
  return candidates.flatMap((candidate) => {
    const now = moved(candidate.document, candidate.pointer);
    const within = against.filter(
      ({ document, pointer }) => document === candidate.document && (pointer === now || pointer.startsWith(`${now}/`)),
    );
    const around = against.filter(({ document, pointer }) => document === candidate.document && pointer === parentPointer(now));
    return within.length + around.length === 0 ? [] : [{ candidate, issues: [...within, ...around], isInside: within.length > 0 }];
  });
};

/** A name that is deprecated itself leads on to the one that is not. */
const nextCandidates = (source: Source, { candidate, issues: by }: Blame, now: string): readonly RenameCandidate[] => {
  const { document, pointer, rejectedNames: tried, name } = candidate;
  const next = by.find((said) => said.kind === deprecatedKind && said.pointer === now)?.replacement;
  if (next === undefined || tried.includes(next) || tried.length > 8) return [];
  const edit = renameAt(source, document, pointer, next);
  return edit ? [{ ...candidate, name: next, edit, rejectedNames: [...tried, name] }] : [];
};

/** The renames being tried, and those accepted so far. */
interface Selection {
  readonly source: Source;
  readonly attempt: ReturnType<typeof renameAttempts>;
  accepted: readonly RenameCandidate[];
  best: RenameAttempt | undefined;
  count: number;
}

const isSibling = (one: RenameCandidate, other: RenameCandidate): boolean =>
  other !== one && other.document === one.document && parentPointer(other.pointer) === parentPointer(one.pointer);

/** Accepts as many renames of a set as possible. Returns candidates that were rejected together with siblings and may be possible alone. */
async function acceptSet(selection: Selection, set: readonly RenameCandidate[]): Promise<readonly RenameCandidate[]> {
  if (set.length === 0 || selection.count >= maxAttempts) return [];
  selection.count += 1;
  const all = [...selection.accepted, ...set];
  const result = await selection.attempt(all);
  if (result.isAsIntended && result.objections.length === 0) {
    selection.accepted = all;
    selection.best = result;
    return [];
  }
  const blamed = findBlame(set, all, result.objections);
  if (blamed.length === 0) {
    if (set.length === 1) return [];
    const half = Math.ceil(set.length / 2);
    return [...(await acceptSet(selection, set.slice(0, half))), ...(await acceptSet(selection, set.slice(half)))];
  }
  const move = pointerMover(all);
  const further = blamed.flatMap((blame) =>
    nextCandidates(selection.source, blame, move(blame.candidate.document, blame.candidate.pointer)),
  );
  const rejected = new Set(blamed.map(({ candidate }) => candidate));
  const together = blamed.filter(({ isInside, candidate }) => !isInside && set.some((other) => isSibling(candidate, other)));
  return [
    ...together.map(({ candidate }) => candidate),
    ...(await acceptSet(selection, [...set.filter((candidate) => !rejected.has(candidate)), ...further])),
  ];
}

/** The most candidates that can be renamed together without a new fault or deprecation. */
export const selectRenames = async (
  source: Source,
  associations: readonly Association[],
  candidates: readonly RenameCandidate[],
): Promise<{ readonly accepted: readonly RenameCandidate[]; readonly attempt?: RenameAttempt }> => {
  const attempt = renameAttempts(source, associations);
  const selection: Selection = { source, attempt, accepted: [], best: undefined, count: 0 };
  // Siblings one by one; those of different objects at the same time.
  for (let rest = await acceptSet(selection, candidates); rest.length > 0;) {
    const objects = new Set<string>();
    const turn = rest.filter(({ document, pointer }) => {
      const object = `${document} ${parentPointer(pointer)}`;
      return !objects.has(object) && objects.add(object);
    });
    await acceptSet(selection, turn);
    rest = rest.filter((candidate) => !turn.includes(candidate));
  }
  return { accepted: selection.accepted, ...(selection.best ? { attempt: selection.best } : {}) };
};
