import * as cdktf from 'cdktf';

/** Attributes of a block, in the spelling of constructs (`executionMode`) or of the engine (`execution_mode`). */
export interface ExpectedAttributes {
  readonly [attribute: string]: unknown;
}
/** What a matcher answers to `expect.extend` of Jest and Vitest. */
export interface MatcherResult {
  readonly pass: boolean;
  message(): string;
}
/** A stack, or what `Testing.synth` answers of one. */
export type Synthesized = cdktf.TerraformStack | string;

type Block = { readonly [attribute: string]: unknown };

const resourcesOf = (received: Synthesized): { readonly [type: string]: { readonly [name: string]: Block } } => {
  const text = typeof received === 'string' ? received : cdktf.Testing.synth(received, true);
  return (JSON.parse(text) as { readonly resource?: { readonly [type: string]: { readonly [name: string]: Block } } }).resource ?? {};
};

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Whether a value has what is expected: members of objects besides are left out of account, those of lists are not. */
const matches = (value: unknown, expected: unknown): boolean => {
  if (Array.isArray(expected))
    return Array.isArray(value) && value.length === expected.length && expected.every((one, at) => matches(value[at], one));
  if (typeof expected !== 'object' || expected === null) return value === expected;
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(expected).every(([name, one]) => {
      const members = value as Block;
      return matches(Object.hasOwn(members, name) ? members[name] : members[snakeCase(name)], one);
    })
  );
};

const blockText = ({ '//': _metadata, ...block }: Block): string => JSON.stringify(block);

const matchResource = (received: Synthesized, what: string, types: readonly string[], expected: ExpectedAttributes): MatcherResult => {
  const resources = resourcesOf(received);
  const blocks = types.flatMap((type) => Object.values(resources[type] ?? {}));
  const pass = blocks.some((block) => matches(block, expected));
  const found = blocks.length === 0 ? 'There is none at all.' : `There are:\n${blocks.map((block) => `  ${blockText(block)}`).join('\n')}`;
  return { pass, message: () => `Expected ${pass ? 'no' : 'a'} ${what} with ${JSON.stringify(expected)}. ${found}` };
};

const named = {
  toHaveWorkspace: ['workspace', ['slipway_workspace', 'slipway_no_code_workspace']],
  toHaveProject: ['project', ['slipway_project']],
  toHaveVariableSet: ['variable set', ['slipway_variable_set']],
  toHaveVariable: ['variable', ['slipway_workspace_variable', 'slipway_variable_set_variable']],
  toHaveTeam: ['team', ['slipway_team']],
  toHaveTeamAccess: ['access of a team', ['slipway_team_workspace_access', 'slipway_team_project_access']],
  toHaveCiContext: ['context', ['slipway_ci_context']],
  toHaveCiProject: ['project of the CI service', ['slipway_ci_project']],
  toHaveCiVariable: ['variable of the CI service', ['slipway_ci_context_variable', 'slipway_ci_project_variable']],
} as const;

type NamedMatcher = keyof typeof named;
type Matcher = (received: Synthesized, expected?: ExpectedAttributes) => MatcherResult;
const namedMatchers = Object.fromEntries(
  Object.entries(named).map(([name, [what, types]]): readonly [string, Matcher] => [
    name,
    (received, expected = {}) => matchResource(received, what, types, expected),
  ]),
) as { readonly [name in NamedMatcher]: Matcher };

/** For `expect.extend(matchers)` of Jest and Vitest: `expect(stack).toHaveWorkspace({ name: 'api' })`. */
export const matchers = {
  ...namedMatchers,
  /** Any resource: `toHaveSlipwayResource('slipway_run_trigger', { … })`. */
  toHaveSlipwayResource: (received: Synthesized, type: string, expected: ExpectedAttributes = {}): MatcherResult =>
    matchResource(received, type, [type], expected),
};

/** For the types of `expect`: `interface Matchers<R> extends SlipwayMatchers<R> {}` in a declaration of the runner's module. */
export type SlipwayMatchers<R = unknown> = { readonly [name in NamedMatcher]: (expected?: ExpectedAttributes) => R } & {
  readonly toHaveSlipwayResource: (type: string, expected?: ExpectedAttributes) => R;
};

type Assertions = SlipwayMatchers<void>;

const assertionsOf = (received: Synthesized, isNegated: boolean): Assertions =>
  Object.fromEntries(
    Object.entries(matchers).map(([name, matcher]) => [
      name,
      (...expected: readonly unknown[]) => {
        const { pass, message } = (matcher as (...values: readonly unknown[]) => MatcherResult)(received, ...expected);
        if (pass === isNegated) throw new Error(message());
      },
    ]),
  ) as unknown as Assertions;

/** For any other runner, as node:test and uvu: `expectStack(stack).toHaveWorkspace({ name: 'api' })` throws, and `.not` does. */
export const expectStack = (received: Synthesized): Assertions & { readonly not: Assertions } => ({
  ...assertionsOf(received, false),
  not: assertionsOf(received, true),
});
