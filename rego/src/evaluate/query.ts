import type { RuleNode } from '../compile/rule-tree.ts';
import { throwLimitExceeded, startEvaluation, defaultLimits, type Frame, type EvaluationLimits, type Evaluation } from './evaluation.ts';
import { evaluateTerm } from './terms.ts';
import { isStackOverflow, RegoQueryError } from '../errors.ts';
import { fromJson, objectOf, type RegoValue } from '../values/index.ts';

export interface QueryOptions {
  /** What `input` is: plain JSON. Without it `input` is undefined. */
  readonly input?: unknown;
  /** What lies below `data` besides rules: a plain JSON object. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly limits?: Partial<EvaluationLimits>;
  /** Nanoseconds since 1970 that `time.now_ns` tells. */
  readonly now?: bigint;
}
/** What came out, what was printed on the way, and what it cost. */
export interface QueryResult {
  readonly value: RegoValue | undefined;
  readonly printed: readonly string[];
  readonly steps: number;
}

/**
 * Asks for what lies at a path below `data`, such as `data.org.deny`: a rule's value, or all of a package.
 * @throws PolicyError when rules contradict each other, or a limit is reached. @throws RegoQueryError when `input` or `data` is no JSON.
 */
export function query({ root }: { readonly root: RuleNode }, path: string, question: QueryOptions = {}): QueryResult {
  const [first, ...steps] = path.split('.');
  if (first !== 'data') throw new RegoQueryError(`a query begins with "data", not ${JSON.stringify(first)}`);
  const run: Evaluation = startEvaluation(root, { ...defaultLimits, ...question.limits }, question.now ?? 0n);
  const at = { line: 1, column: 1 };
  const frame: Frame = {
    slots: [],
    file: '',
    view: {
      evaluation: run,
      input: question.input === undefined ? undefined : fromJson(question.input),
      data: question.data ? fromJson(question.data) : objectOf([]),
      replacedPaths: new Set(),
      ruleValues: new Map(),
    },
  };
  let value: RegoValue | undefined;
  try {
    evaluateTerm(frame, { is: 'path', root: 'data', path: steps.map((step) => ({ is: 'constant', value: step, at })), at }, (found) => {
      value = found;
      return true;
    });
  } catch (error) {
    if (isStackOverflow(error)) throwLimitExceeded(run, 'the evaluation nests too deep');
    throw error;
  }
  return { value, printed: run.printed, steps: run.steps };
}
