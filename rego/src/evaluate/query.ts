import type { RuleNode } from '../compile/rule-tree.ts';
import { throwLimitExceeded, startEvaluation, defaultLimits, type Frame, type EvaluationLimits, type Evaluation } from './evaluation.ts';
import { evaluateTerm } from './terms.ts';
import { isStackOverflow, RegoQueryError } from '../errors.ts';
import { parseQueryPath } from '../parse/query-path.ts';
import { fromJson, objectOf, parseJson, type RegoValue } from '../values/index.ts';

export interface QueryOptions {
  /** The document `input`, as plain JSON; undefined by default. */
  readonly input?: unknown;
  /** The document `data` without rules: a plain JSON object. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** `input` as JSON text, instead of `input`: numbers keep their digits. */
  readonly inputText?: string;
  /** `data` as JSON text, instead of `data`. */
  readonly dataText?: string;
  /** Receives the file and line of each rule that has a result, and of each statement that is evaluated. */
  readonly onLine?: (file: string, line: number) => void;
  readonly limits?: Partial<EvaluationLimits>;
  /** The value of `time.now_ns`, in nanoseconds since 1970. */
  readonly now?: bigint;
}
/** The value, the printed lines and the number of steps. */
export interface QueryResult {
  readonly value: RegoValue | undefined;
  readonly printed: readonly string[];
  readonly steps: number;
}

/**
 * Evaluates a path below `data`, such as `data.app.deny`, `data["my-package"].deny` or its steps: the value of a rule, or of a package.
 * @throws PolicyError when rules conflict or a limit is reached.
 * @throws RegoQueryError when `input` or `data` is not JSON, or the path is none.
 */
export function query({ root }: { readonly root: RuleNode }, path: string | readonly string[], options: QueryOptions = {}): QueryResult {
  const steps = typeof path === 'string' ? parseQueryPath(path) : path.slice(1);
  if (typeof path !== 'string' && path[0] !== 'data')
    throw new RegoQueryError(`a query begins with "data", not ${JSON.stringify(path[0])}`);
  const run: Evaluation = startEvaluation(
    root,
    { ...defaultLimits, ...options.limits },
    { now: options.now ?? 0n, ...(options.onLine ? { onLine: options.onLine } : {}) },
  );
  const at = { line: 1, column: 1 };
  const frame: Frame = {
    slots: [],
    file: '',
    view: {
      evaluation: run,
      input:
        options.inputText !== undefined ? parseJson(options.inputText) : options.input === undefined ? undefined : fromJson(options.input),
      data: options.dataText !== undefined ? parseJson(options.dataText) : options.data ? fromJson(options.data) : objectOf([]),
      replacedPaths: new Set(),
      replacedFunctions: new Map(),
      ruleValues: new Map(),
      functionValues: new Map(),
    },
  };
  let value: RegoValue | undefined;
  try {
    evaluateTerm(frame, { is: 'path', root: 'data', path: steps.map((step) => ({ is: 'constant', value: step, at })), at }, (result) => {
      value = result;
      return true;
    });
  } catch (error) {
    if (isStackOverflow(error)) throwLimitExceeded(run, 'the evaluation nests too deep');
    throw error;
  }
  return { value, printed: run.printed, steps: run.steps };
}
