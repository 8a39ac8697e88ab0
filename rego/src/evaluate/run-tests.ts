import { RE2JS } from 're2js';
import type { PolicyTest, PolicyTests } from '../compile/policy-tests.ts';
import { findNode, isFunctionNode, ruleNodesBelow, type RuleNode } from '../compile/rule-tree.ts';
import { PolicyError, RegoQueryError } from '../errors.ts';
import type { ResolvedClause } from '../resolve/resolved.ts';
import { query, type QueryOptions } from './query.ts';
import { listCases, withCases, type PolicyTestCase } from './test-cases.ts';

/** The outcome of a test. `fail`: its value is not true. `error`: its evaluation ended with one. `skip`: its name begins with `todo_`. */
export interface PolicyTestResult {
  /** The path of the test's package, such as `data.app` or `data["my-package"]`. */
  readonly package: string;
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly outcome: 'pass' | 'fail' | 'error' | 'skip';
  /** The cases of a test with cases, `test_x[name]`: all have to be true. */
  readonly cases?: readonly PolicyTestCase[];
  /** Why it ended with an error. */
  readonly message?: string;
  readonly printed: readonly string[];
}
export interface PolicyTestOptions extends QueryOptions {
  /** A regular expression (RE2) that is searched in the full names of the tests, such as `data.app.test_x`; others are left out. */
  readonly run?: string;
}

type Evaluated = Pick<PolicyTestResult, 'outcome' | 'cases' | 'message' | 'printed'>;
function evaluateTest(root: RuleNode, { path, hasCases, file, line }: PolicyTest, options: QueryOptions): Evaluated {
  const { node, rest } = findNode(root, path);
  if (rest.length === 0 && isFunctionNode(node))
    return { outcome: 'error', message: `${file}:${line}: a function is no test: nothing calls it with arguments`, printed: [] };
  const { value, printed } = query({ root }, ['data', ...path], options);
  if (!hasCases || rest.length > 0) return { outcome: value === true ? 'pass' : 'fail', printed };
  const { value: all } = query({ root: withCases(root, node) }, ['data', ...path], { ...options, onLine: () => undefined });
  const cases = all === undefined ? [] : listCases(all, value);
  return { outcome: cases.every(({ passed }) => passed) ? 'pass' : 'fail', cases, printed };
}
function runTest(root: RuleNode, test: PolicyTest, options: QueryOptions): PolicyTestResult {
  const { package: home, name, file, line, path } = test;
  const start = { package: home, name, file, line, printed: [] };
  if (path.at(-1)?.startsWith('todo_')) return { ...start, outcome: 'skip' };
  try {
    return { ...start, ...evaluateTest(root, test, options) };
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    return { ...start, outcome: 'error', message: error.message };
  }
}
/** @throws RegoQueryError for what is no regular expression. */
function createFilter(pattern: string): (test: PolicyTest) => boolean {
  try {
    const regex = RE2JS.compile(pattern);
    return ({ package: home, name }) => regex.matcher(`${home}.${name}`).find();
  } catch (error) {
    throw new RegoQueryError(`${pattern} is no regular expression: ${(error as Error).message}`);
  }
}

/** Runs tests, each rule as a test of its own, in the order of their files and lines. @throws RegoQueryError */
export const runPolicyTests = (
  { root, tests }: PolicyTests,
  { run = '', ...options }: PolicyTestOptions = {},
): readonly PolicyTestResult[] => tests.filter(createFilter(run)).map((test) => runTest(root, test, options));

function* clausesOf(clause: ResolvedClause): Generator<ResolvedClause> {
  yield clause;
  if (clause.otherwise) yield* clausesOf(clause.otherwise);
}
/** The lines of a compiled policy that an evaluation can reach, by file: those of rules and of their statements. */
export function reachableLines({ root }: { readonly root: RuleNode }): ReadonlyMap<string, ReadonlySet<number>> {
  const lines = new Map<string, Set<number>>();
  for (const node of ruleNodesBelow(root))
    for (const { file, clause } of node.rules) {
      const found = lines.get(file) ?? new Set();
      lines.set(file, found);
      for (const each of clausesOf(clause)) for (const { at } of [each, ...each.body]) found.add(at.line);
    }
  return lines;
}
