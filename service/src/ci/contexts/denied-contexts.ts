import type { ReadTransaction, StoredRecord } from '../../store/store.ts';
import type { PipelineValues } from '../configuration/templates/pipeline-values.ts';
import { type ActorRights, findActorRights } from '../roles/actors.ts';
import type { ExpressionValue } from '../configuration/index.ts';
import type { CiContext, ContextRestriction } from './context-records.ts';

export interface ContextAccessQuery {
  readonly organization: string;
  readonly project: string;
  /** UUID of the user, organization or system on whose behalf the job runs. */
  readonly actor: string;
  readonly values: PipelineValues;
}

/** Jobs of this service have no shell for people. */
const jobValues: PipelineValues = { 'job.ssh.enabled': false };
/** What was sent to the address of a trigger is no proof of anything. */
const isSentByTrigger = (name: string): boolean => name.startsWith('pipeline.trigger_parameters.');

/**
 * An expression that cannot be evaluated is not satisfied: a name has no value in this pipeline (parameters have none here), an operator
 * needs values of another type, or its patterns cost too much. Every value but `false` counts as true.
 */
const isExpressionMet = async (source: string, values: PipelineValues): Promise<boolean> => {
  const { ExpressionFault, parseExpression } = await import('../configuration/expression/index.ts');
  const known: ReadonlyMap<string, ExpressionValue | null> = new Map(Object.entries({ ...values, ...jobValues }));
  const valueOf = (name: string) => (isSentByTrigger(name) ? undefined : (known.get(name) ?? undefined));
  try {
    const { names, evaluate } = parseExpression(source, undefined, (value) => value !== false);
    return names.every((name) => valueOf(name) !== undefined) && evaluate(valueOf) !== false;
  } catch (error) {
    if (error instanceof ExpressionFault) return false;
    throw error;
  }
};

const findDenialReason = async (
  view: ReadTransaction,
  { id, name, body }: StoredRecord<CiContext>,
  query: ContextAccessQuery,
  actor: ActorRights,
): Promise<string | undefined> => {
  if (!actor.usesContexts) return `the context ${name} is not for whoever this job runs for`;
  const restrictions = (await view.list<ContextRestriction>({ kind: 'ci-context-restrictions', scope: id })).records.map(
    ({ body }) => body,
  );
  const of = (type: ContextRestriction['type']) => restrictions.filter((one) => one.type === type).map(({ value }) => value);
  const [projects, groups] = [of('project'), of('group')];
  if (projects.length > 0 && !projects.includes(query.project)) return `the context ${name} is not for this project`;
  for (const source of of('expression'))
    if (!(await isExpressionMet(source, query.values))) return `the context ${name} is for pipelines where ${source}`;
  if (actor.owner || (groups.length === 0 && !body.closed)) return undefined;
  return groups.some((group) => actor.groups.has(group)) ? undefined : `the context ${name} is not for whoever this job runs for`;
};

/** The contexts that a job may not use, with the reason by name. A context that does not exist is denied. */
export const findDeniedContexts = async (
  view: ReadTransaction,
  contexts: ReadonlySet<string>,
  query: ContextAccessQuery,
): Promise<ReadonlyMap<string, string>> => {
  const refusals = new Map<string, string>();
  const actor = await findActorRights(view, query.actor, query);
  for (const name of contexts) {
    const context = await view.getByKey<CiContext>('ci-contexts', query.organization, name);
    const reason = context ? await findDenialReason(view, context, query, actor) : `there is no context ${name}`;
    if (reason !== undefined) refusals.set(name, reason);
  }
  return refusals;
};
