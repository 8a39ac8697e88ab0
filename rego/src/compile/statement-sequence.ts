import { visitStatementSlots } from '../resolve/slots.ts';
import type { ResolvedStatement, ResolvedBody } from '../resolve/resolved.ts';
import { analyzeStatement, type IsBound } from './dependencies.ts';

/**
 * Yields statements in an order in which variables are bound before use: the first one that can be evaluated comes next. When none
 * can, the first remaining one comes, and the caller throws. The caller marks what a statement binds before it asks for the next.
 */
export function* sequenceStatements(steps: ResolvedBody, isBound: IsBound): Generator<ResolvedStatement> {
  const waiting = new Map<number, number[]>();
  const blocked = steps.map((step, index) => {
    visitStatementSlots(step, (slot) => {
      waiting.set(slot, [...(waiting.get(slot) ?? []), index]);
    });
    return analyzeStatement(step, isBound).requires.size > 0;
  });
  const remaining = new Set(steps.keys());
  while (remaining.size) {
    let next: number | undefined;
    for (const index of remaining)
      if (!blocked[index]) {
        next = index;
        break;
      }
    const [index] = next === undefined ? remaining : [next];
    const step = steps[index as number] as ResolvedStatement;
    const bound = [...analyzeStatement(step, isBound).binds];
    remaining.delete(index as number);
    yield step;
    // Only statements that use the new variables can have become ready.
    for (const slot of bound)
      for (const other of waiting.get(slot) ?? [])
        if (remaining.has(other)) blocked[other] = analyzeStatement(steps[other] as ResolvedStatement, isBound).requires.size > 0;
  }
}
