import { visitStatementSlots } from '../resolve/slots.ts';
import type { ResolvedStatement, ResolvedBody } from '../resolve/resolved.ts';
import { analyzeStatement, type IsBound } from './dependencies.ts';

/**
 * Statements in an order in which every variable has a value before it is needed: the first that can be evaluated
 * comes next. Where none can, the first of those left comes, for the caller to refuse. The caller makes what a
 * statement gives known before it asks for the next one.
 */
export function* sequenceStatements(steps: ResolvedBody, known: IsBound): Generator<ResolvedStatement> {
  const waiting = new Map<number, number[]>();
  const blocked = steps.map((step, index) => {
    visitStatementSlots(step, (slot) => {
      waiting.set(slot, [...(waiting.get(slot) ?? []), index]);
    });
    return analyzeStatement(step, known).requires.size > 0;
  });
  const left = new Set(steps.keys());
  while (left.size) {
    let next: number | undefined;
    for (const index of left)
      if (!blocked[index]) {
        next = index;
        break;
      }
    const [index] = next === undefined ? left : [next];
    const step = steps[index as number] as ResolvedStatement;
    const given = [...analyzeStatement(step, known).binds];
    left.delete(index as number);
    yield step;
    // Only those that use what is newly known can have become ready.
    for (const slot of given)
      for (const other of waiting.get(slot) ?? [])
        if (left.has(other)) blocked[other] = analyzeStatement(steps[other] as ResolvedStatement, known).requires.size > 0;
  }
}
