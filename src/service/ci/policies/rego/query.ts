import type { Node } from './compile/tree.ts';
import { exceeded, startRun, usualLimits, type Frame, type Limits, type Run } from './evaluate/run.ts';
import { eachOf } from './evaluate/terms.ts';
import { isOverflow, Unanswerable } from './fault.ts';
import { fromJson, objectOf, type Value } from './values/index.ts';

export interface Question {
  /** What `input` is: plain JSON. Without it `input` is undefined. */
  readonly input?: unknown;
  /** What lies below `data` besides rules: a plain JSON object. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly limits?: Partial<Limits>;
  /** Nanoseconds since 1970 that `time.now_ns` tells. */
  readonly now?: bigint;
}
/** What came out, what was printed on the way, and what it cost. */
export interface Answer { readonly value: Value | undefined; readonly printed: readonly string[]; readonly steps: number }

/**
 * Asks for what lies at a path below `data`, such as `data.org.deny`: a rule's value, or all of a package.
 * @throws PolicyFault when rules contradict each other, or a limit is reached. @throws Unanswerable when `input` or `data` is no JSON.
 */
export function query({ root }: { readonly root: Node }, path: string, question: Question = {}): Answer {
  const [first, ...steps] = path.split('.');
  if (first !== 'data') throw new Unanswerable(`a query begins with "data", not ${JSON.stringify(first)}`);
  const run: Run = startRun(root, { ...usualLimits, ...question.limits }, question.now ?? 0n);
  const at = { line: 1, column: 1 };
  const frame: Frame = {
    slots: [], file: '',
    view: { run, input: question.input === undefined ? undefined : fromJson(question.input), data: question.data ? fromJson(question.data) : objectOf([]), hidden: new Set(), known: new Map() },
  };
  let value: Value | undefined;
  try {
    eachOf(frame, { is: 'path', root: 'data', path: steps.map((step) => ({ is: 'constant', value: step, at })), at }, (found) => { value = found; return true; });
  } catch (error) {
    if (isOverflow(error)) exceeded(run, 'the evaluation nests too deep');
    throw error;
  }
  return { value, printed: run.printed, steps: run.steps };
}
