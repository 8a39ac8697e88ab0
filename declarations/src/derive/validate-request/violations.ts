import type { Constraint } from '../../declare/index.ts';
import { capitalize, describeExpectation, type Finding, suggestedWord } from '../finding.ts';
import { type AttributePath, parseDottedPath } from '../../attribute-path.ts';
import { type RequestViolation, wireName } from './wire-format.ts';

type ToPointer = (path: AttributePath) => string;

/** The violation of a finding, in the names of the wire. */
export const violationFromFinding = (finding: Finding, pointer: ToPointer): RequestViolation => {
  const { place: location } = finding;
  if (finding.what === 'missing') {
    const at = pointer(location.element === undefined ? [...location.path, finding.name] : location.path);
    return { pointer: at, detail: `Required: ${finding.attribute.kind.description}.` };
  }
  if (finding.what !== 'wrong') return { pointer: pointer(location.path), detail: 'Not taken.' };
  const suggestion = suggestedWord(finding);
  return {
    pointer: pointer(location.path),
    detail: `${capitalize(describeExpectation(finding))}.${suggestion === undefined ? '' : ` Send ${JSON.stringify(suggestion)}.`}`,
  };
};

/** A broken rule: its sentence in the wire's names. */
export const violationFromConstraint = (constraint: Constraint, path: string, pointer: ToPointer): RequestViolation => ({
  pointer: pointer(parseDottedPath(path)),
  detail: constraint.doc.replace(/`([a-z0-9_.]+)`/g, (whole, name: string) =>
    constraint.paths.includes(name) ? `\`${wireName(pointer(parseDottedPath(name)))}\`` : whole,
  ),
});
