import { applyEdits } from '../../documents/edits.ts';
import { readSource } from '../../documents/read.ts';
import type { Source } from '../../documents/source.ts';
import { parentOf } from '../../documents/pointer.ts';
import type { Association } from '../judge/types.ts';
import { movedBy, renamed } from './renamed.ts';
import { same } from './same.ts';
import { added, type Said, stateOf } from './state.ts';
import type { Candidate } from './types.ts';

/** What comes of some renames: the source read again, and what speaks against it. */
export interface Attempt { readonly source: Source; readonly associations: readonly Association[]; readonly against: readonly Said[]; /** Whether it means what it should. */ readonly isMeant: boolean }

/** Whether two keys of one object would get one name: read again, one would hide the other, and nothing would seem amiss. */
const collide = (candidates: readonly Candidate[]): boolean =>
  new Set(candidates.map(({ document, pointer, name }) => JSON.stringify([document, parentOf(pointer), name]))).size < candidates.length;

/** Tries renames together: writes them into the text, reads it again, compares what it means and evaluates it. */
export const attempts = (source: Source, associations: readonly Association[]): ((candidates: readonly Candidate[]) => Promise<Attempt>) => {
  const before = stateOf(source, associations);
  return async (candidates) => {
    const next = await readSource(applyEdits(source.text, candidates.map(({ edit }) => edit)), source.format);
    const moved = movedBy(candidates);
    const there = associations.map((association) => ({ ...association, pointer: moved(association.document, association.pointer) }));
    const isMeant = !collide(candidates) && next.documents.length === source.documents.length && next.faults.length <= source.faults.length
      && source.documents.every(({ value }, index) => same(renamed(value, candidates.filter(({ document }) => document === index)), next.documents[index]!.value));
    if (!isMeant) return { source: next, associations: there, against: [], isMeant };
    const mended = new Set(candidates.map(({ document, pointer }) => `${document} ${pointer}`));
    return { source: next, associations: there, isMeant, against: added(before, stateOf(next, there), moved, mended) };
  };
};
