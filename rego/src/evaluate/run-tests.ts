import { isFunctionNode, ruleNodesBelow, type RuleNode } from '../compile/rule-tree.ts';
import { PolicyError } from '../errors.ts';
import type { ResolvedClause, ResolvedRule } from '../resolve/resolved.ts';
import { entriesOf, isObject, type RegoValue } from '../values/index.ts';
import { query, type QueryOptions } from './query.ts';

/** The outcome of a test. `fail`: its value is not true. `error`: its evaluation ended with one. `skip`: its name begins with `todo_`. */
export interface PolicyTestResult {
  /** The path of the test's package, such as `data.app`. */
  readonly package: string;
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly outcome: 'pass' | 'fail' | 'error' | 'skip';
  /** Why it ended with an error. */
  readonly message?: string;
  readonly printed: readonly string[];
}

/** A test with cases, `test_x[name]`, is an object of them: all have to be true. */
const isPassed = (node: RuleNode, value: RegoValue): boolean =>
  node.rules.some(({ clause }) => clause.keys.length > 0) && isObject(value)
    ? value.entries.size > 0 && entriesOf(value).every(([, each]) => each === true)
    : value === true;

function runTest(root: RuleNode, node: RuleNode, options: QueryOptions): PolicyTestResult {
  const { file, at } = node.rules[0] as ResolvedRule;
  const name = node.path.at(-1) as string;
  const test = { package: ['data', ...node.path.slice(0, -1)].join('.'), name, file, line: at.line, printed: [] };
  if (name.startsWith('todo_')) return { ...test, outcome: 'skip' };
  try {
    const { value, printed } = query({ root }, ['data', ...node.path], options);
    return { ...test, outcome: value !== undefined && isPassed(node, value) ? 'pass' : 'fail', printed };
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    return { ...test, outcome: 'error', message: error.message };
  }
}

/** Runs the rules whose names begin with `test_`, in the order of their files and lines. */
export const runPolicyTests = ({ root }: { readonly root: RuleNode }, options: QueryOptions = {}): readonly PolicyTestResult[] =>
  [...ruleNodesBelow(root)]
    .filter((node) => /^(todo_)?test_/.test(node.path.at(-1) ?? '') && !isFunctionNode(node))
    .map((node) => runTest(root, node, options))
    .sort((left, right) => (left.file < right.file ? -1 : left.file > right.file ? 1 : left.line - right.line));

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
