import type { Constraint } from '../../declare/index.ts';
import { capital, expectation, type Finding, meantWord } from '../finding.ts';
import { type Path, pathOf } from '../path.ts';
import { type Refusal, wireName } from './wire.ts';

type Pointer = (path: Path) => string;

/** A finding as the sender of a request is told of it. */
export const refusalOf = (finding: Finding, pointer: Pointer): Refusal => {
  const { place } = finding;
  if (finding.what === 'missing') {
    const at = pointer(place.element === undefined ? [...place.path, finding.name] : place.path);
    return { pointer: at, detail: `Required: ${finding.attribute.kind.words}.` };
  }
  if (finding.what !== 'wrong') return { pointer: pointer(place.path), detail: 'Not taken.' };
  const meant = meantWord(finding);
  return { pointer: pointer(place.path), detail: `${capital(expectation(finding))}.${meant === undefined ? '' : ` Send ${JSON.stringify(meant)}.`}` };
};

/** A broken rule: its sentence in the wire's names. */
export const refusalOfRule = (constraint: Constraint, dotted: string, pointer: Pointer): Refusal => ({
  pointer: pointer(pathOf(dotted)),
  detail: constraint.doc.replace(/`([a-z0-9_.]+)`/g, (whole, name: string) => (constraint.on.includes(name) ? `\`${wireName(pointer(pathOf(name)))}\`` : whole)),
});
