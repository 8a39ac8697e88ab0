import { isAbsent, type Row, type Values } from '../../declare/index.ts';
import { dialectOf, encodeDocument } from '../../dialects/index.ts';
import { lookForTwin } from '../find.ts';
import type { Job, Surroundings, Verbs } from '../job.ts';
import { isOpen } from '../put.ts';
import { decoded, documentIn, fill, neutralItem, send } from '../send.ts';
import { upgrade, variableEntries } from '../upgrade.ts';

const inCreate = ['name', 'description', 'project_id', 'execution_mode', 'agent_pool_id', 'auto_apply', 'engine_version', 'source_name', 'source_url'];
const local = ['variables', 'module_version', 'upgrade_timeout', 'force_delete', 'no_code_module_id'];

const create = async (job: Job, around: Surroundings): Promise<void> => {
  const { resource, want } = job;
  const names = inCreate.filter((name) => job.said.includes(name) && !isAbsent(want[name]));
  const body = encodeDocument(dialectOf('workspaces'), { type: 'workspaces', attributes: resource.attributes, values: want, names });
  const data = body['data'] as { attributes: Record<string, unknown>; relationships?: Record<string, unknown> };
  // This one attribute is spelled with an underscore (spec 1, no-code create).
  if ('auto-apply' in data.attributes) { data.attributes['auto_apply'] = data.attributes['auto-apply']; delete data.attributes['auto-apply']; }
  const variables = variableEntries((want['variables'] ?? {}) as Values);
  const relationships = {
    ...(names.includes('project_id') ? { project: { data: { type: 'project', id: want['project_id'] } } } : {}),
    ...(variables.length > 0 ? { vars: { data: variables } } : {}),
  };
  if (Object.keys(relationships).length > 0) data.relationships = relationships;
  const found = async () => {
    const organization = await organizationOf(want, around);
    const twin = await lookForTwin({ ...job, want: { ...want, organization } }, names, around)?.();
    return twin && !isAbsent(decoded(resource, twin.body)['source_module_id']) ? twin : null;
  };
  const answer = await send(around, resource.endpoints.create as Row, want, { body, effect: 'create', found });
  job.done([...names, ...local, 'description', 'execution_mode', 'auto_apply'], decoded(resource, answer.body));
};

/** The offer's organization, for looking the workspace up by its name. */
const organizationOf = async (want: Values, around: Surroundings): Promise<unknown> => {
  const answer = await send(around, 'GET /no-code-modules/{no_code_module_id}', want, { effect: 'read' });
  const relationships = documentIn({ service: 'workspaces' }, answer.body)?.['relationships'] as { organization?: { data?: { id?: string } } } | undefined;
  return relationships?.organization?.data?.id ?? around.line.organization;
};

/** Whether an upgrade was made. */
const update = async (job: Job, around: Surroundings): Promise<boolean> => {
  const { resource, prior, want } = job;
  const names = inCreate.filter((name) => job.changed.includes(name));
  if (names.length > 0) {
    const body = encodeDocument(dialectOf('workspaces'), { type: 'workspaces', attributes: resource.attributes, values: want, names, prior, id: String(prior?.['id']) });
    const answer = await send(around, resource.endpoints.update as Row, { ...want, ...prior }, { body, effect: 'put' });
    job.done(names, decoded(resource, answer.body));
  }
  job.done(job.changed.filter((name) => ['upgrade_timeout', 'force_delete'].includes(name)));
  const moved = job.changed.filter((name) => name === 'variables' || name === 'module_version');
  if (moved.length === 0) return false;
  await upgrade({
    no_code_module_id: String(want['no_code_module_id']), workspace_id: String(prior?.['id']),
    variables: (want['variables'] ?? {}) as Values, timeout: Number(want['upgrade_timeout'] ?? 1800),
  }, around);
  job.done(moved);
  return true;
};

/** The variables a workspace has; asked for by an import alone, since spec 1 has no row for them. */
const variablesOf = async (state: Values, around: Surroundings): Promise<Values> => {
  const found: Record<string, unknown> = {};
  for await (const item of around.line.list({ path: fill('GET /workspaces/{id}/vars', state), signal: around.signal })) {
    const { key, value, category, description, hcl, sensitive } = neutralItem(item)['attributes'] as { readonly [name: string]: unknown };
    found[String(key)] = { value: value ?? '', category, description: description ?? '', hcl: hcl ?? false, sensitive: sensitive ?? false };
  }
  return found;
};

export const read = (base: Verbs['read']): Verbs['read'] => async (state, around, imported) => {
  const seen = await base(state, around, imported);
  return seen === null || !imported ? seen : { ...seen, variables: await variablesOf(state, around) };
};

/** Created in one request; changed by a PATCH and, where variables or the version moved, an upgrade, whose end says nothing of the workspace. */
export const put: Verbs['put'] = async (job, around) => {
  const upgraded = job.prior === null ? (await create(job, around), false) : await update(job, around);
  if (!upgraded && !isOpen(job)) return;
  const seen = await send(around, job.resource.endpoints.read as Row, { ...job.want, ...job.state() }, { effect: 'read' });
  job.done([], decoded(job.resource, seen.body));
};
