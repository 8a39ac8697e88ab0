import { isAbsent, type Endpoint, type Values } from '../../declare/index.ts';
import { documentFormatOf, encodeDocument } from '../../dialects/index.ts';
import { existingObjectLookup } from '../find.ts';
import type { ApplyOperation, ApplyContext, ResourceOperations } from '../apply-operation.ts';
import { hasUnknownResults } from '../put.ts';
import { decodeResponse, responseDocument, fillPath, toNeutralItem, callEndpoint } from '../call-endpoint.ts';
import { runNoCodeUpgrade, variableEntries } from '../no-code-upgrade.ts';

const createAttributes = [
  'name',
  'description',
  'project_id',
  'execution_mode',
  'agent_pool_id',
  'auto_apply',
  'engine_version',
  'source_name',
  'source_url',
];
const localAttributes = ['variables', 'module_version', 'upgrade_timeout', 'force_delete', 'no_code_module_id'];

const create = async (job: ApplyOperation, around: ApplyContext): Promise<void> => {
  const { resource, want } = job;
  const names = createAttributes.filter((name) => job.said.includes(name) && !isAbsent(want[name]));
  const body = encodeDocument(documentFormatOf('workspaces'), { type: 'workspaces', attributes: resource.attributes, values: want, names });
  const data = body['data'] as { attributes: Record<string, unknown>; relationships?: Record<string, unknown> };
  // This one attribute is spelled with an underscore (spec 1, no-code create).
  if ('auto-apply' in data.attributes) {
    data.attributes['auto_apply'] = data.attributes['auto-apply'];
    delete data.attributes['auto-apply'];
  }
  const variables = variableEntries((want['variables'] ?? {}) as Values);
  const relationships = {
    ...(names.includes('project_id') ? { project: { data: { type: 'project', id: want['project_id'] } } } : {}),
    ...(variables.length > 0 ? { vars: { data: variables } } : {}),
  };
  if (Object.keys(relationships).length > 0) data.relationships = relationships;
  const found = async () => {
    const organization = await readOrganization(want, around);
    const twin = await existingObjectLookup({ ...job, want: { ...want, organization } }, names, around)?.();
    return twin && !isAbsent(decodeResponse(resource, twin.body)['source_module_id']) ? twin : null;
  };
  const answer = await callEndpoint(around, resource.endpoints.create as Endpoint, want, { body, effect: 'create', found });
  job.recordSuccess([...names, ...localAttributes, 'description', 'execution_mode', 'auto_apply'], decodeResponse(resource, answer.body));
};

/** The offer's organization, for looking the workspace up by its name. */
const readOrganization = async (want: Values, around: ApplyContext): Promise<unknown> => {
  const answer = await callEndpoint(around, 'GET /no-code-modules/{no_code_module_id}', want, { effect: 'read' });
  const relationships = responseDocument({ service: 'workspaces' }, answer.body)?.['relationships'] as
    | { organization?: { data?: { id?: string } } }
    | undefined;
  return relationships?.organization?.data?.id ?? around.client.organization;
};

/** Whether an upgrade was made. */
const update = async (job: ApplyOperation, around: ApplyContext): Promise<boolean> => {
  const { resource, prior, want } = job;
  const names = createAttributes.filter((name) => job.changed.includes(name));
  if (names.length > 0) {
    const body = encodeDocument(documentFormatOf('workspaces'), {
      type: 'workspaces',
      attributes: resource.attributes,
      values: want,
      names,
      prior,
      id: String(prior?.['id']),
    });
    const answer = await callEndpoint(around, resource.endpoints.update as Endpoint, { ...want, ...prior }, { body, effect: 'put' });
    job.recordSuccess(names, decodeResponse(resource, answer.body));
  }
  job.recordSuccess(job.changed.filter((name) => ['upgrade_timeout', 'force_delete'].includes(name)));
  const moved = job.changed.filter((name) => name === 'variables' || name === 'module_version');
  if (moved.length === 0) return false;
  await runNoCodeUpgrade(
    {
      no_code_module_id: String(want['no_code_module_id']),
      workspace_id: String(prior?.['id']),
      variables: (want['variables'] ?? {}) as Values,
      timeout: Number(want['upgrade_timeout'] ?? 1800),
    },
    around,
  );
  job.recordSuccess(moved);
  return true;
};

/** The variables a workspace has; asked for by an import alone, since spec 1 has no row for them. */
const readVariables = async (state: Values, around: ApplyContext): Promise<Values> => {
  const found: Record<string, unknown> = {};
  for await (const item of around.client.list({ path: fillPath('GET /workspaces/{id}/vars', state), signal: around.signal })) {
    const { key, value, category, description, hcl, sensitive } = toNeutralItem(item)['attributes'] as { readonly [name: string]: unknown };
    found[String(key)] = { value: value ?? '', category, description: description ?? '', hcl: hcl ?? false, sensitive: sensitive ?? false };
  }
  return found;
};

export const read =
  (base: ResourceOperations['read']): ResourceOperations['read'] =>
  async (state, around, imported) => {
    const seen = await base(state, around, imported);
    return seen === null || !imported ? seen : { ...seen, variables: await readVariables(state, around) };
  };

/** Created in one request; changed by a PATCH and, where variables or the version moved, an upgrade, whose end says nothing of the workspace. */
export const put: ResourceOperations['put'] = async (job, around) => {
  const upgraded = job.prior === null ? (await create(job, around), false) : await update(job, around);
  if (!upgraded && !hasUnknownResults(job)) return;
  const seen = await callEndpoint(around, job.resource.endpoints.read as Endpoint, { ...job.want, ...job.state() }, { effect: 'read' });
  job.recordSuccess([], decodeResponse(job.resource, seen.body));
};
