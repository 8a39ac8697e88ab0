import type { Source } from '../../documents/source.ts';
import { parentOf } from '../../documents/pointer.ts';
import type { Association } from '../judge/types.ts';
import { type Attempt, attempts } from './attempt.ts';
import { renameAt } from './candidates.ts';
import { movedBy } from './renamed.ts';
import { deprecated, type Said } from './state.ts';
import type { Candidate } from './types.ts';

/** How often a file is read and evaluated again at most; what is undecided then is left as it is. */
const most = 100;

interface Blame { readonly candidate: Candidate; readonly by: readonly Said[]; /** Something inside of it, not of the object it stands in. */ readonly inside: boolean }

/** Which candidates something speaks against: inside of what they rename, or of the object they stand in. */
const blamed = (candidates: readonly Candidate[], all: readonly Candidate[], against: readonly Said[]): readonly Blame[] => {
  const moved = movedBy(all);
  return candidates.flatMap((candidate) => {
    const now = moved(candidate.document, candidate.pointer);
    const within = against.filter(({ document, pointer }) => document === candidate.document && (pointer === now || pointer.startsWith(`${now}/`)));
    const around = against.filter(({ document, pointer }) => document === candidate.document && pointer === parentOf(now));
    return within.length + around.length === 0 ? [] : [{ candidate, by: [...within, ...around], inside: within.length > 0 }];
  });
};

/** A name that is deprecated itself leads on to the one that is not. */
const onwards = (source: Source, { candidate, by }: Blame, now: string): readonly Candidate[] => {
  const { document, pointer, tried, name } = candidate;
  const next = by.find((said) => said.about === deprecated && said.pointer === now)?.replacement;
  if (next === undefined || tried.includes(next) || tried.length > 8) return [];
  const edit = renameAt(source, document, pointer, next);
  return edit ? [{ ...candidate, name: next, edit, tried: [...tried, name] }] : [];
};

/** The most candidates that can be renamed together without anything being said that was not said before. */
export const settle = async (source: Source, associations: readonly Association[], candidates: readonly Candidate[]): Promise<{ readonly accepted: readonly Candidate[]; readonly attempt?: Attempt }> => {
  const attempt = attempts(source, associations);
  let accepted: readonly Candidate[] = [];
  let best: Attempt | undefined;
  let count = 0;
  /** Accepts of a set what it can; answers those that were refused together with neighbours and may do alone. */
  const take = async (set: readonly Candidate[]): Promise<readonly Candidate[]> => {
    if (set.length === 0 || count >= most) return [];
    count += 1;
    const all = [...accepted, ...set];
    const made = await attempt(all);
    if (made.isMeant && made.against.length === 0) { accepted = all; best = made; return []; }
    const bad = blamed(set, all, made.against);
    if (bad.length === 0) {
      if (set.length === 1) return [];
      const half = Math.ceil(set.length / 2);
      return [...await take(set.slice(0, half)), ...await take(set.slice(half))];
    }
    const moved = movedBy(all);
    const further = bad.flatMap((blame) => onwards(source, blame, moved(blame.candidate.document, blame.candidate.pointer)));
    const refused = new Set(bad.map(({ candidate }) => candidate));
    const together = bad.filter(({ inside, candidate }) => !inside && set.some((other) => other !== candidate && other.document === candidate.document && parentOf(other.pointer) === parentOf(candidate.pointer)));
    return [...together.map(({ candidate }) => candidate), ...await take([...set.filter((candidate) => !refused.has(candidate)), ...further])];
  };
  const alone = await take(candidates);
  // One by one where they touch the same object; those of different objects at a time.
  for (let rest = alone; rest.length > 0;) {
    const objects = new Set<string>();
    const turn = rest.filter(({ document, pointer }) => { const object = `${document} ${parentOf(pointer)}`; return !objects.has(object) && objects.add(object); });
    await take(turn);
    rest = rest.filter((candidate) => !turn.includes(candidate));
  }
  return { accepted, ...(best ? { attempt: best } : {}) };
};
