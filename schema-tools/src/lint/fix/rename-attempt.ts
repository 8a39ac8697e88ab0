import { applyEdits } from '../../documents/edits.ts';
import { readSource } from '../../documents/read-source.ts';
import type { Source } from '../../documents/source.ts';
import { parentPointer } from '../../documents/pointer.ts';
import type { Association } from '../judge/association.ts';
import { pointerMover, renameKeys } from './rename-keys.ts';
import { isDeepEqual } from './is-deep-equal.ts';
import { newIssues, type EvaluationIssue, evaluationIssues } from './evaluation-issues.ts';
import type { RenameCandidate } from './rename-candidate.ts';

/** The result of some renames: the source read again, and objections. */
export interface RenameAttempt {
  readonly source: Source;
  readonly associations: readonly Association[];
  readonly objections: readonly EvaluationIssue[];
  /** Whether it means what it should. */ readonly isAsIntended: boolean;
}

/** Whether two keys of one object would get the same name: one would then hide the other without a message. */
const hasCollision = (candidates: readonly RenameCandidate[]): boolean =>
  new Set(candidates.map(({ document, pointer, name }) => JSON.stringify([document, parentPointer(pointer), name]))).size <
  candidates.length;

/** Tries renames together: writes them into the text, reads it again, compares what it means and evaluates it. */
export const renameAttempts = (
  source: Source,
  associations: readonly Association[],
): ((candidates: readonly RenameCandidate[]) => Promise<RenameAttempt>) => {
  const before = evaluationIssues(source, associations);
  return async (candidates) => {
    const next = await readSource(
      applyEdits(
        source.text,
        candidates.map(({ edit }) => edit),
      ),
      source.format,
    );
    const moved = pointerMover(candidates);
    const there = associations.map((association) => ({ ...association, pointer: moved(association.document, association.pointer) }));
    const isMeant =
      !hasCollision(candidates) &&
      next.documents.length === source.documents.length &&
      next.faults.length <= source.faults.length &&
      source.documents.every(({ value }, index) =>
        isDeepEqual(
          renameKeys(
            value,
            candidates.filter(({ document }) => document === index),
          ),
          next.documents[index]!.value,
        ),
      );
    if (!isMeant) return { source: next, associations: there, objections: [], isAsIntended: isMeant };
    const mended = new Set(candidates.map(({ document, pointer }) => `${document} ${pointer}`));
    return {
      source: next,
      associations: there,
      isAsIntended: isMeant,
      objections: newIssues(before, evaluationIssues(next, there), moved, mended),
    };
  };
};
