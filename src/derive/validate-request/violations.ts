import type { Constraint } from '../../declare/index.ts';
import { capitalize, describeExpectation, type Finding, suggestedWord } from '../finding.ts';
import { type AttributePath, parseDottedPath } from '../attribute-path.ts';
import { type RequestViolation, wireName } from './wire-format.ts';

type ToPointer = (path: AttributePath) => string;

/** A finding as the sender of a request is told of it. */
export const violationFromFinding = (finding: Finding, pointer: ToPointer): RequestViolation => {
  const { place } = finding;
  if (finding.what === 'missing') {
    const at = pointer(place.element === undefined ? [...place.path, finding.name] : place.path);
    return { pointer: at, detail: `Required: ${finding.attribute.kind.description}.` };
  }
  if (finding.what !== 'wrong') return { pointer: pointer(place.path), detail: 'Not taken.' };
  const meant = suggestedWord(finding);
  return {
    pointer: pointer(place.path),
    detail: `${capitalize(describeExpectation(finding))}.${meant === undefined ? '' : ` Send ${JSON.stringify(meant)}.`}`,
  };
};

/** A broken rule: its sentence in the wire's names. */
export const violationFromConstraint = (constraint: Constraint, dotted: string, pointer: ToPointer): RequestViolation => ({
  pointer: pointer(parseDottedPath(dotted)),
  detail: constraint.doc.replace(/`([a-z0-9_.]+)`/g, (whole, name: string) =>
    constraint.paths.includes(name) ? `\`${wireName(pointer(parseDottedPath(name)))}\`` : whole,
  ),
});
