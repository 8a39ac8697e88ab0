import type { Module, Rule } from '../syntax/index.ts';
import { formatPath } from '../syntax/path-text.ts';
import { compileModules, type CompileOptions } from './compile-modules.ts';
import type { RuleNode } from './rule-tree.ts';

/** A rule whose name begins with `test_`, or with `todo_test_`: then it is not run. */
export interface PolicyTest {
  /** The path of its package as Open Policy Agent prints it: `data.app`, `data["my-package"]`. */
  readonly package: string;
  /** Its name below the package. Of several with one name, the second is `test_x#01`, the third `test_x#02`. */
  readonly name: string;
  /** Its path below `data`. */
  readonly path: readonly string[];
  /** Whether it has cases: what follows its name has a variable, or is one step with a value (`test_x.a := true`). */
  readonly hasCases: boolean;
  readonly file: string;
  readonly line: number;
}
/** Compiled policies and the tests in them, in the order of files and lines. */
export interface PolicyTests {
  readonly root: RuleNode;
  readonly tests: readonly PolicyTest[];
}

const testName = /^(?:todo_)?test_/;
/** The names that a rule begins with, up to the one of a test: `p.test_x[case]` is the test `p.test_x`. Undefined: it is no test. */
function findTestPath({ name, path }: Rule): readonly string[] | undefined {
  const names = [name];
  while (!testName.test(names.at(-1) as string)) {
    const step = path[names.length - 1];
    if (step?.term !== 'scalar' || typeof step.value !== 'string') return undefined;
    names.push(step.value);
  }
  return names;
}
/** As in Open Policy Agent, a head of two steps has a case only if its value is written. `length`: the steps up to the name. */
function hasCases({ path, clause: { value, at }, produces }: Rule, length: number): boolean {
  const steps = path.slice(length - 1);
  if (produces === 'member') return false;
  if (steps.some((step) => step.term !== 'scalar')) return true;
  return length === 1 && steps.length === 1 && (value.at.line !== at.line || value.at.column !== at.column);
}
/** The rule with another name at this step of its head. */
const renameStep = (rule: Rule, index: number, name: string): Rule =>
  index === 0
    ? { ...rule, name }
    : { ...rule, path: rule.path.map((step, each) => (each === index - 1 ? { term: 'scalar', value: name, at: step.at } : step)) };

/**
 * Each rule of a test gets a name of its own, so that none decides about another (as in Open Policy Agent). References to the name
 * mean the first.
 */
function separateTests(modules: readonly Module[]): { readonly modules: readonly Module[]; readonly tests: readonly PolicyTest[] } {
  const tests: PolicyTest[] = [];
  const counts = new Map<string, number>();
  const separate = (module: Module, rule: Rule): Rule => {
    const names = findTestPath(rule);
    if (!names) return rule;
    const key = JSON.stringify([...module.package, ...names]);
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    const [parents, last] = [names.slice(0, -1), names.at(-1) as string];
    const name = count === 0 || last.startsWith('todo_') ? last : `${last}#${String(count).padStart(2, '0')}`;
    tests.push({
      package: formatPath(['data', ...module.package]),
      name: formatPath([...parents, name]),
      path: [...module.package, ...parents, name],
      hasCases: hasCases(rule, names.length),
      file: module.file,
      line: rule.at.line,
    });
    return renameStep(rule, parents.length, name);
  };
  return { modules: modules.map((module) => ({ ...module, rules: module.rules.map((rule) => separate(module, rule)) })), tests };
}

/** Compiles policies and finds their tests: one for each rule. @throws PolicyError as `compileModules` does. */
export function compilePolicyTests(modules: readonly Module[], options: CompileOptions = {}): PolicyTests {
  const separated = separateTests(modules);
  return { root: compileModules(separated.modules, options), tests: separated.tests };
}
