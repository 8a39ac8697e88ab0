import type { Organization, User } from '../../access/records.ts';
import type { StoredRecord, ReadTransaction } from '../../store/store.ts';
import type { PipelineValues } from '../configuration/templates/pipeline-values.ts';
import { isTruthy } from '../configuration/is-truthy.ts';
import { groupId } from './groups.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import type { CiContext, ContextRestriction } from './context-records.ts';

export interface ContextAccessQuery {
  readonly organization: string;
  readonly project: string;
  readonly startedBy: string;
  readonly values: PipelineValues;
}

const findOwnOrganization = async (view: ReadTransaction, organization: string): Promise<StoredRecord<Organization> | undefined> => {
  const home = await view.get<CiOrganization>('ci-organizations', organization);
  return home && view.getByKey<Organization>('organizations', '', home.key);
};
const hasMembership = async (view: ReadTransaction, user: string, organizationRecord: StoredRecord<Organization>): Promise<boolean> =>
  (await view.listLinks('organization-members', { to: user })).some(({ from }) => from === organizationRecord.id);

/** Whether a user belongs to an organization, by the ids of both. */
export const isUserInOrganization = async (view: ReadTransaction, user: string, organization: string): Promise<boolean> => {
  const organizationRecord = await findOwnOrganization(view, organization);
  return organizationRecord !== undefined && hasMembership(view, user, organizationRecord);
};

/** The groups of the pipeline's actor; an organization's own token is in the group of all members. */
const listGroupsOfStarter = async (
  view: ReadTransaction,
  { organization, startedBy }: ContextAccessQuery,
): Promise<ReadonlySet<string>> => {
  if (startedBy === organization) return new Set([organization]);
  const [user] = (await view.list<User>({ kind: 'users', scope: '', body: [{ path: 'uuid', is: startedBy }] })).records;
  const organizationRecord = await findOwnOrganization(view, organization);
  if (!user || !organizationRecord) return new Set();
  const teams = await view.getMany(
    'teams',
    (await view.listLinks('team-members', { to: user.id })).map(({ from }) => from),
  );
  return new Set([
    ...((await hasMembership(view, user.id, organizationRecord)) ? [organization] : []),
    ...teams.filter(({ scope }) => scope === organizationRecord.key).map(({ id }) => groupId(id)),
  ]);
};

/** An expression that cannot be evaluated (a number compared with a text, a text that is too long for its patterns) is not met. */
const isExpressionMet = async (source: string, values: PipelineValues): Promise<boolean> => {
  const { ExpressionFault, parseExpression } = await import('../configuration/expression/index.ts');
  try {
    return isTruthy(parseExpression(source).evaluate((name) => values[name] ?? undefined));
  } catch (error) {
    if (error instanceof ExpressionFault) return false;
    throw error;
  }
};

const findDenialReason = async (
  view: ReadTransaction,
  { id, name, body }: StoredRecord<CiContext>,
  query: ContextAccessQuery,
): Promise<string | undefined> => {
  const restrictions = (await view.list<ContextRestriction>({ kind: 'ci-context-restrictions', scope: id })).records.map(
    ({ body }) => body,
  );
  const of = (type: ContextRestriction['type']) => restrictions.filter((one) => one.type === type).map(({ value }) => value);
  const [projects, groups] = [of('project'), of('group')];
  if (projects.length > 0 && !projects.includes(query.project)) return `the context ${name} is not for this project`;
  for (const source of of('expression'))
    if (!(await isExpressionMet(source, query.values))) return `the context ${name} is for pipelines where ${source}`;
  if (groups.length === 0 && !body.closed) return undefined;
  const groupIds = await listGroupsOfStarter(view, query);
  return groups.some((group) => groupIds.has(group)) ? undefined : `the context ${name} is not for whoever started this pipeline`;
};

/** The contexts that a pipeline may not use, with the reason by name. A context that does not exist is denied. */
export const findDeniedContexts = async (
  view: ReadTransaction,
  contexts: ReadonlySet<string>,
  query: ContextAccessQuery,
): Promise<ReadonlyMap<string, string>> => {
  const refusals = new Map<string, string>();
  for (const name of contexts) {
    const context = await view.getByKey<CiContext>('ci-contexts', query.organization, name);
    const reason = context ? await findDenialReason(view, context, query) : `there is no context ${name}`;
    if (reason !== undefined) refusals.set(name, reason);
  }
  return refusals;
};
