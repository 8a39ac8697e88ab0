import type { Source } from '../../documents/source.ts';
import { parentPointer } from '../../documents/pointer.ts';
import type { Association } from '../judge/association.ts';
import { type RenameAttempt, renameAttempts } from './rename-attempt.ts';
import { renameAt } from './candidates.ts';
import { pointerMover } from './rename-keys.ts';
import { deprecatedKind, type EvaluationIssue } from './evaluation-issues.ts';
import type { RenameCandidate } from './rename-candidate.ts';

/** How often a file is read and evaluated again at most; what is undecided then is left as it is. */
const maxAttempts = 100;

interface Blame {
  readonly candidate: RenameCandidate;
  readonly issues: readonly EvaluationIssue[];
  /** Something inside of it, not of the object it stands in. */ readonly isInside: boolean;
}

/** Which candidates something speaks against: inside of what they rename, or of the object they stand in. */
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

/** The most candidates that can be renamed together without anything being said that was not said before. */
export const selectRenames = async (
  source: Source,
  associations: readonly Association[],
  candidates: readonly RenameCandidate[],
): Promise<{ readonly accepted: readonly RenameCandidate[]; readonly attempt?: RenameAttempt }> => {
  const attempt = renameAttempts(source, associations);
  let accepted: readonly RenameCandidate[] = [];
  let best: RenameAttempt | undefined;
  let count = 0;
  /** Accepts of a set what it can; answers those that were refused together with neighbours and may do alone. */
  const take = async (set: readonly RenameCandidate[]): Promise<readonly RenameCandidate[]> => {
    if (set.length === 0 || count >= maxAttempts) return [];
    count += 1;
    const all = [...accepted, ...set];
    const made = await attempt(all);
    if (made.isAsIntended && made.objections.length === 0) {
      accepted = all;
      best = made;
      return [];
    }
    const bad = findBlame(set, all, made.objections);
    if (bad.length === 0) {
      if (set.length === 1) return [];
      const half = Math.ceil(set.length / 2);
      return [...(await take(set.slice(0, half))), ...(await take(set.slice(half)))];
    }
    const moved = pointerMover(all);
    const further = bad.flatMap((blame) => nextCandidates(source, blame, moved(blame.candidate.document, blame.candidate.pointer)));
    const refused = new Set(bad.map(({ candidate }) => candidate));
    const together = bad.filter(
      ({ isInside: inside, candidate }) =>
        !inside &&
        set.some(
          (other) =>
            other !== candidate &&
            other.document === candidate.document &&
            parentPointer(other.pointer) === parentPointer(candidate.pointer),
        ),
    );
    return [
      ...together.map(({ candidate }) => candidate),
      ...(await take([...set.filter((candidate) => !refused.has(candidate)), ...further])),
    ];
  };
  const alone = await take(candidates);
  // One by one where they touch the same object; those of different objects at a time.
  for (let rest = alone; rest.length > 0;) {
    const objects = new Set<string>();
    const turn = rest.filter(({ document, pointer }) => {
      const object = `${document} ${parentPointer(pointer)}`;
      return !objects.has(object) && objects.add(object);
    });
    await take(turn);
    rest = rest.filter((candidate) => !turn.includes(candidate));
  }
  return { accepted, ...(best ? { attempt: best } : {}) };
};
