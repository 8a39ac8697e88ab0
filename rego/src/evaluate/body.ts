import type { ResolvedTerm, ResolvedStatement, ResolvedBody } from '../resolve/resolved.ts';
import { matchPattern, unifyTerms } from './match.ts';
import { keyedMembers } from '../values/index.ts';
import { descend, type Frame, type Continue } from './evaluation.ts';
import { evaluateTerm } from './terms.ts';
import type { RegoValue } from '../values/index.ts';
import { evaluateWithReplacements } from './with.ts';

const matchKeyedMember = (
  frame: Frame,
  key: ResolvedTerm | undefined,
  pattern: ResolvedTerm,
  [name, value]: readonly [RegoValue, RegoValue],
  go: Continue,
): boolean =>
  key ? matchPattern(frame, key, name, () => matchPattern(frame, pattern, value, go)) : matchPattern(frame, pattern, value, go);
const bodyHolds = (frame: Frame, steps: ResolvedBody): boolean => evaluateBody(frame, steps, 0, () => true);

function evaluateStatement(frame: Frame, step: ResolvedStatement, go: Continue): boolean {
  const { evaluation: run } = frame.view;
  switch (step.is) {
    case 'holds':
      return evaluateTerm(frame, step.term, (value) => value !== false && go());
    case 'unify':
      return unifyTerms(frame, step.left, step.right, go);
    case 'not':
      return step.operands.every((operand) => evaluateTerm(frame, operand, () => true)) && !bodyHolds(frame, [step.step]) && go();
    case 'member':
      return evaluateTerm(frame, step.domain, (domain) =>
        keyedMembers(domain).some((pair) => {
          run.tick(1);
          return matchKeyedMember(frame, step.key, step.value, pair, go);
        }),
      );
    case 'every':
      return evaluateTerm(
        frame,
        step.domain,
        (domain) =>
          typeof domain === 'object' &&
          domain !== null &&
          keyedMembers(domain).every((pair) => {
            run.tick(1);
            return matchKeyedMember(frame, step.key, step.value, pair, () => bodyHolds(frame, step.body));
          }) &&
          go(),
      );
  }
}

/** Calls `go` for every solution of the statements from `index` on, until it returns true. */
export function evaluateBody(frame: Frame, steps: ResolvedBody, index: number, go: Continue): boolean {
  const step = steps[index];
  if (!step) return go();
  const { evaluation: run } = frame.view;
  run.file = frame.file;
  run.at = step.at;
  run.onLine?.(frame.file, step.at.line);
  run.tick(1);
  return descend(run, () => {
    const onward = () => evaluateBody(frame, steps, index + 1, go);
    return step.replacing.length
      ? evaluateWithReplacements(frame, step, (inner) => evaluateStatement(inner, step, onward))
      : evaluateStatement(frame, step, onward);
  });
}
