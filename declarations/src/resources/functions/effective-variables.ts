import { bool, providerFunction, listOf, mapOf, object, oneOf, optional, ArgumentError, required, string } from '../../declare/index.ts';

interface VariableSetInput {
  readonly name: string;
  readonly scope: 'organization' | 'project' | 'workspace';
  readonly priority?: boolean | null;
  readonly variables: { readonly [key: string]: string };
}
interface EffectiveVariable {
  readonly value: string;
  readonly from: string;
}

const scopeRank = { organization: 0, project: 1, workspace: 2 } as const;

/** Weakest first: by scope, and within a scope the name that sorts first wins (public documentation of the hosted service). */
const weakestFirst = (a: VariableSetInput, b: VariableSetInput): number =>
  scopeRank[a.scope] - scopeRank[b.scope] || (a.name < b.name ? 1 : a.name > b.name ? -1 : 0);

/** The reverse order for priority sets: the wider the scope, the higher the precedence. */
const prioritiesWeakestFirst = (a: VariableSetInput, b: VariableSetInput): number =>
  scopeRank[b.scope] - scopeRank[a.scope] || (a.name < b.name ? 1 : a.name > b.name ? -1 : 0);

export const effectiveVariables = providerFunction('effective_variables', {
  summary: 'The variables a workspace runs with, and where each comes from.',
  doc:
    "Ordinary sets are weakest: organization, then project, then workspace; the workspace's own variables win over them; " +
    'priority sets win over everything, and among those the wider scope wins. ' +
    "Within one scope the set whose name sorts first wins. `from` is the set's name, or `workspace` for the workspace's own.",
  parameters: [
    {
      name: 'variable_sets',
      doc: 'The sets that reach the workspace, with the scope by which they do.',
      kind: listOf(
        object({
          name: required(string, 'The set.'),
          scope: required(oneOf('organization', 'project', 'workspace'), 'How it reaches the workspace.'),
          priority: optional(bool, 'Whether it wins over more specific scope.'),
          variables: required(mapOf(string), 'Its values by key.'),
        }),
      ),
    },
    { name: 'workspace_variables', doc: "The workspace's own variables.", kind: mapOf(string) },
  ],
  returns: mapOf(object({ value: required(string, 'The value.'), from: required(string, 'Where it comes from.') })),
  call: (sets: readonly VariableSetInput[], ownVariables: { readonly [key: string]: string }) => {
    for (const { scope } of sets)
      if (!(scope in scopeRank))
        throw new ArgumentError(0, `a scope is "organization", "project" or "workspace", not ${JSON.stringify(scope)}`);
    const out: Record<string, EffectiveVariable> = {};
    const apply = (from: string, variables: { readonly [key: string]: string }) => {
      for (const [key, value] of Object.entries(variables)) out[key] = { value, from };
    };
    for (const set of sets.filter((one) => !one.priority).sort(weakestFirst)) apply(set.name, set.variables);
    apply('workspace', ownVariables);
    for (const set of sets.filter((one) => one.priority).sort(prioritiesWeakestFirst)) apply(set.name, set.variables);
    return out;
  },
});
