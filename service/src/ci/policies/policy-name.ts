import { type Module, parseModule, PolicyError, type Position, type Rule } from '@slipway/rego';

/** The name of the policy in a file, with its position. @throws PolicyError unless the first rule declares it, once and literally. */
export function readPolicyName({ file, rules, at }: Module): { name: string; at: Position } {
  const throwError = (position: Position, reason: string): never => {
    throw new PolicyError('compile', file, position, reason);
  };
  const [first] = rules;
  if (!first) return throwError(at, 'a policy begins with `policy_name["…"]`, and this file has no rules');
  if (first.name !== 'policy_name') throwError(first.at, `the first rule of a policy is policy_name, not ${first.name}`);
  const declarations: readonly Rule[] = rules.filter(({ name }) => name === 'policy_name');
  if (declarations[1]) throwError(declarations[1].at, 'policy_name is declared twice in this file');
  const { clause, produces, path } = first;
  if (produces !== 'member' || path.length || clause.body.length || clause.otherwise)
    throwError(first.at, 'policy_name is declared as `policy_name["…"]`, without a body');
  const name =
    clause.value.term === 'scalar' && typeof clause.value.value === 'string'
      ? clause.value.value
      : throwError(clause.value.at, 'policy_name is a literal string');
  if (!/^\w{1,80}$/.test(name)) throwError(clause.value.at, 'policy_name has 1 to 80 letters, digits and underscores');
  return { name, at: first.at };
}

const policyNameLine = /^[ \t]*policy_name[ \t]*(?:\[[ \t]*"(\w{1,80})"[ \t]*\]|contains[ \t]+"(\w{1,80})")/m;

/**
 * The name of the policy in a file that another engine compiles. A text that this interpreter cannot parse is searched for the line with
 * the name. @throws PolicyError when there is none.
 */
export function findPolicyName(file: string, text: string): string {
  let module: Module | undefined;
  try {
    module = parseModule(file, text);
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
  }
  if (module) return readPolicyName(module).name;
  const match = policyNameLine.exec(text);
  const name = match?.[1] ?? match?.[2];
  if (name === undefined)
    throw new PolicyError(
      'compile',
      file,
      { line: 1, column: 1 },
      'a policy begins with `policy_name["…"]`, and this file has no such line',
    );
  return name;
}
