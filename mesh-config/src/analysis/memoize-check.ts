import type { Resource } from '../resources/resource.ts';
import type { Analyzer, Finding } from './analyzer.ts';
import type { DocumentFindings, DocumentJudge } from './document-judge.ts';

/** The parts of a document that concern the analyzer, as findings. */
type ToFindings = (resource: Resource, found: Pick<DocumentFindings, 'violations' | 'deprecations'>) => readonly Finding[];

/** The finding for a document whose validation was not completed. */
const unjudgedFindings = (reason: string): readonly Finding[] => [
  { code: 'IST0001', pointer: '', message: `This resource is not validated: ${reason}. Split it into smaller resources` },
];

/**
 * The check of an analyzer whose findings depend on one document only. It keeps the findings of each resource, so that a change of one does
 * not check the others again. `judge` validates long documents in another thread, `judgeHere` the others.
 */
export const memoizeCheck = (
  judgeHere: (resource: Resource) => Pick<DocumentFindings, 'violations' | 'deprecations'>,
  toFindings: ToFindings,
  judge?: DocumentJudge,
): Pick<Analyzer, 'check' | 'prepare'> => {
  const cache = new WeakMap<Resource, readonly Finding[]>();
  const keep = (resource: Resource, findings: readonly Finding[]): readonly Finding[] => {
    cache.set(resource, findings);
    return findings;
  };
  return {
    check: (resource) => cache.get(resource) ?? keep(resource, toFindings(resource, judgeHere(resource))),
    prepare: (resource) =>
      cache.has(resource)
        ? undefined
        : judge?.(resource)?.then((found) => {
            keep(resource, found.unjudged === undefined ? toFindings(resource, found) : unjudgedFindings(found.unjudged));
          }),
  };
};
