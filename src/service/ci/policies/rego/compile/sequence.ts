import { slotsOf } from '../resolve/free.ts';
import type { Step, Steps } from '../resolve/resolved.ts';
import { needsOfStep, type Known } from './needs.ts';

/**
 * Statements in an order in which every variable has a value before it is needed: the first that can be evaluated
 * comes next. Where none can, the first of those left comes, for the caller to refuse. The caller makes what a
 * statement gives known before it asks for the next one.
 */
export function* inOrder(steps: Steps, known: Known): Generator<Step> {
  const waiting = new Map<number, number[]>();
  const blocked = steps.map((step, index) => {
    slotsOf(step, (slot) => { waiting.set(slot, [...(waiting.get(slot) ?? []), index]); });
    return needsOfStep(step, known).needs.size > 0;
  });
  const left = new Set(steps.keys());
  while (left.size) {
    let next: number | undefined;
    for (const index of left) if (!blocked[index]) { next = index; break; }
    const [index] = next === undefined ? left : [next];
    const step = steps[index as number] as Step;
    const given = [...needsOfStep(step, known).gives];
    left.delete(index as number);
    yield step;
    // Only those that use what is newly known can have become ready.
    for (const slot of given) for (const other of waiting.get(slot) ?? []) if (left.has(other)) blocked[other] = needsOfStep(steps[other] as Step, known).needs.size > 0;
  }
}
