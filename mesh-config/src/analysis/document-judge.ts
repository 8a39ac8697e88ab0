import type { Resource } from '../resources/resource.ts';
import type { RuleViolation } from '../resources/rules/rule.ts';

/** The faults of a document, and its deprecated fields. */
export interface DocumentFindings {
  readonly violations: readonly RuleViolation[];
  readonly deprecations: readonly RuleViolation[];
  /** Why it was not judged to its end. The text completes a sentence. */
  readonly unjudged?: string;
}
/** Judges the document of a resource off this thread; undefined: it is short, and to be judged here. */
export type DocumentJudge = (resource: Resource) => Promise<DocumentFindings> | undefined;

/** Requests the findings of each resource once for all analyzers. */
export const judgeOnce = (judge: DocumentJudge | undefined): DocumentJudge | undefined => {
  if (!judge) return undefined;
  const asked = new WeakMap<Resource, ReturnType<DocumentJudge>>();
  return (resource) => {
    const known = asked.get(resource) ?? judge(resource);
    if (known) asked.set(resource, known);
    return known;
  };
};
