import { compileModules, isArray, isSet, parseModules, PolicyError, query, RegoQueryError, type RuleNode, toJson } from '@slipway/rego';
import type { PolicyResult } from './policy-result.ts';

/** A policy that is ready to be evaluated. Plain data, because it is sent to a worker thread. */
export interface PolicyInput {
  readonly name: string;
  readonly description: string;
  /** The path of the rule that gives the violations: `data.harbor.deny`. */
  readonly query: string | null;
  readonly level: string;
  /** The names of its modules among the files of its set. */
  readonly modules: readonly string[];
}
/** The document `input` and the time, which are the same for all policies of a run. */
export interface EvaluationContext {
  readonly input: unknown;
  /** Nanoseconds since 1970. */
  readonly now: bigint;
}

/** Entries of the output that are kept of one policy. */
export const maxOutputEntries = 100;
const maxMessageLength = 500;

const fail = (message: string): never => {
  throw new RegoQueryError(message);
};

/** Whether the path leads to a rule or a package: with an undefined path a policy would always pass. */
const hasPath = (root: RuleNode, steps: readonly string[]): boolean => {
  let node: RuleNode | undefined = root;
  for (const step of steps) {
    if (node.rules.length > 0) return true;
    node = node.children.get(step);
    if (!node) return false;
  }
  return true;
};

/** The violations that a query gives: the members of an array or a set; true is one without a text. */
const listViolations = (root: RuleNode, path: string, { input, now }: EvaluationContext): readonly unknown[] => {
  if (!/^data(\.[A-Za-z_][A-Za-z0-9_]*)+$/.test(path)) fail(`the query ${JSON.stringify(path)} is not a path of the form data.harbor.deny`);
  if (!hasPath(root, path.split('.').slice(1))) fail(`the policy has no rule ${path}`);
  const { value } = query({ root }, path, { input, now });
  if (value === undefined || value === false) return [];
  if (value === true) return [true];
  if (!isArray(value) && !isSet(value)) fail(`the query ${path} gives neither an array nor a set`);
  return toJson(value) as readonly unknown[];
};

type CompileModules = (modules: readonly string[]) => RuleNode;

/** Compiles modules of these files; policies that share all of their modules are compiled once. */
export const createModuleCompiler = (files: { readonly [file: string]: string }): CompileModules => {
  const compiled = new Map<string, RuleNode>();
  return (modules) => {
    const key = JSON.stringify(modules);
    const root = compiled.get(key) ?? compileModules(parseModules(Object.fromEntries(modules.map((file) => [file, files[file] ?? '']))));
    compiled.set(key, root);
    return root;
  };
};

/** The result of a policy for an input. It never throws because of the contents of the policy or the input. */
export const evaluatePolicy = (
  { name, description, query: path, level, modules }: PolicyInput,
  compile: CompileModules,
  context: EvaluationContext,
): PolicyResult => {
  const result = { enforcement_level: level, query: path, policy_name: name, description };
  try {
    if (path === null) return fail('the policy has no query');
    if (modules.length === 0) return fail('the policy has no text; upload it');
    const output = listViolations(compile(modules), path, context);
    return { ...result, status: output.length === 0 ? 'passed' : 'failed', output };
  } catch (error) {
    if (!(error instanceof PolicyError) && !(error instanceof RegoQueryError)) throw error;
    return { ...result, status: 'errored', output: [error.message.slice(0, maxMessageLength)] };
  }
};
