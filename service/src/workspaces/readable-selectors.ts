import { findMembership, listProjectRights, listReadableProjects, listWorkspaceRights } from '../access/permissions.ts';
import { selectReadable } from '../access/readable-workspaces.ts';
import type { WorkspaceSummary } from '../access/records.ts';
import type { WorkspaceRight } from '../access/workspace-rights.ts';
import type { ReadableSelectors, RequestContext, SelectReadable, TokenPurpose } from '../http/route.ts';
import { listDocumentTypes } from '../json-api/relationship-index.ts';
import type { Noun } from '../nouns/declaration.ts';
import type { NounBody } from '../nouns/noun-record.ts';
import { filterAccessible } from '../nouns/require-record.ts';
import type { StoredRecord } from '../store/store.ts';
import { documentLoaders } from './document-loaders.ts';
import { routes } from './index.ts';
import { nouns } from './nouns.ts';
import { filterStacks } from './stacks/require-stack.ts';
import type { StoredStack } from './stacks/stored.ts';
import { toStateVersionId } from './state-versions/parse-state-file.ts';
import { selectVisibleUsers } from './users/load-users.ts';
import { selectReadableVariableSets } from './variable-sets/require-variable-set.ts';
import type { StoredVariableSet } from './variable-sets/stored.ts';

const idsOf = (records: readonly { readonly id: string }[]): ReadonlySet<string> => new Set(records.map(({ id }) => id));

const groupByScope = <B>(records: readonly StoredRecord<B>[]): readonly (readonly StoredRecord<B>[])[] => {
  const groups = new Map<string, StoredRecord<B>[]>();
  for (const record of records) groups.set(record.scope, [...(groups.get(record.scope) ?? []), record]);
  return [...groups.values()];
};

/** The organization that owns everything the caller can read; undefined: there may be several. */
const findOnlyOrganization = ({ caller: { memberships, purpose } }: RequestContext): string | undefined =>
  memberships.length === 1 && purpose === undefined ? memberships[0]!.organization : undefined;

/** Workspaces on which the caller has the right. */
const selectPermitted = async (ctx: RequestContext, ids: readonly string[], right: WorkspaceRight): Promise<ReadonlySet<string>> => {
  const permitted = new Set<string>();
  for (const group of groupByScope(await ctx.tx.getMany<WorkspaceSummary>('workspaces', [...new Set(ids)])))
    for (const [id, rights] of await listWorkspaceRights(ctx, group)) if (rights.has(right)) permitted.add(id);
  return permitted;
};

const selectWorkspaces: SelectReadable = async (ctx, ids) => {
  const organization = findOnlyOrganization(ctx);
  return organization === undefined ? selectPermitted(ctx, ids, 'read-run') : selectReadable(ctx, organization, ids);
};

const selectProjects: SelectReadable = async (ctx, ids) => {
  const organization = findOnlyOrganization(ctx);
  if (organization !== undefined) return new Set((await listReadableProjects(ctx, organization)) ?? ids);
  const readable = new Set<string>();
  for (const group of groupByScope(await ctx.tx.getMany('projects', ids)))
    for (const [id, rights] of await listProjectRights(ctx, group)) if (rights.has('read')) readable.add(id);
  return readable;
};

/** Selects records whose scope is a readable workspace: `recordOf` derives the record's ID from the document's. */
const selectInWorkspaces =
  (kind: string, right: WorkspaceRight, recordOf: (id: string) => string = (id) => id): SelectReadable =>
  async (ctx, ids) => {
    const records = await ctx.tx.getMany(kind, [...new Set(ids.map(recordOf))]);
    const permitted = await selectPermitted(
      ctx,
      records.map(({ scope }) => scope),
      right,
    );
    const readable = new Set(records.filter(({ scope }) => permitted.has(scope)).map(({ id }) => id));
    return new Set(ids.filter((id) => readable.has(recordOf(id))));
  };

const selectVariableSets: SelectReadable = async (ctx, ids) => {
  const readable = new Set<string>();
  for (const group of groupByScope(await ctx.tx.getMany<StoredVariableSet>('varsets', ids)))
    for (const id of await selectReadableVariableSets(ctx, group, 'read-run')) readable.add(id);
  return readable;
};

const selectOfNoun =
  (noun: Noun): SelectReadable =>
  async (ctx, ids) =>
    idsOf(await filterAccessible(noun, ctx, await ctx.tx.getMany<NounBody>(noun.kind, ids), 'read'));

const selectors: ReadableSelectors = {
  ...Object.fromEntries(nouns.filter(({ type, kind }) => type === kind).map((noun) => [noun.type, selectOfNoun(noun)])),
  organizations: async (ctx, names) => new Set(names.filter((name) => findMembership(ctx, name))),
  workspaces: selectWorkspaces,
  projects: selectProjects,
  runs: selectInWorkspaces('runs', 'read-run'),
  'configuration-versions': selectInWorkspaces('configuration-versions', 'read-run'),
  'state-versions': selectInWorkspaces('state-versions', 'read-state-versions'),
  'state-version-outputs': selectInWorkspaces('state-versions', 'read-state-outputs', toStateVersionId),
  'workspace-outputs': selectInWorkspaces('state-versions', 'read-state-outputs', toStateVersionId),
  stacks: async (ctx, ids) => idsOf(await filterStacks(ctx, await ctx.tx.getMany<StoredStack>('stacks', ids), 'read')),
  varsets: selectVariableSets,
  users: selectVisibleUsers,
};

/** Types that are parts of the documents that link to them: the right to read the one includes the other. */
const parts: ReadonlySet<string> = new Set([
  'plans',
  'applies',
  'cost-estimates',
  'policy-checks',
  'task-stages',
  'task-results',
  'task-result-outcomes',
  'policy-evaluations',
  'policy-set-outcomes',
  'run-events',
  'comments',
  'ingress-attributes',
  'tag-bindings',
  'effective-tag-bindings',
  'entitlement-sets',
  'feature-sets',
  'variable-options',
  'registry-provider-versions',
  'registry-provider-platforms',
]);

const withLoader =
  (load: NonNullable<(typeof documentLoaders)[string]>): SelectReadable =>
  async (ctx, ids) =>
    idsOf(await load(ctx, ids));

const ofPurposes = new Map<TokenPurpose, ReadonlySet<string>>();
/** The types of what the routes show that are open to tokens of this purpose. */
const listTypesOf = (purpose: TokenPurpose): ReadonlySet<string> => {
  const known =
    ofPurposes.get(purpose) ??
    new Set([
      'organizations',
      ...routes
        .filter(({ purposes }) => purposes?.includes(purpose))
        .flatMap(({ description }) => (description ? listDocumentTypes(description) : [])),
    ]);
  ofPurposes.set(purpose, known);
  return known;
};

const selectNothing: SelectReadable = async () => new Set();

/** Selects the objects of a type that the caller can read; undefined: they are as readable as the documents that link to them. */
export const findReadableSelector = (type: string, purpose: TokenPurpose | undefined): SelectReadable | undefined => {
  if (purpose !== undefined && !listTypesOf(purpose).has(type)) return selectNothing;
  const loader = documentLoaders[type];
  return parts.has(type) ? undefined : (selectors[type] ?? (loader && withLoader(loader)));
};
