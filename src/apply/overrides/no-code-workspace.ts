import { isAbsent, isUnknown, type Endpoint, type Values } from '@slipway/declarations/declare';
import { documentFormatOf, encodeDocument } from '@slipway/declarations/dialects';
import { existingObjectLookup } from '../find.ts';
import type { ApplyOperation, ApplyContext, ResourceOperations } from '../apply-operation.ts';
import { hasUnknownResults } from '../put.ts';
import { decodeResponse, responseDocument, fillPath, toNeutralItem, callEndpoint } from '../call-endpoint.ts';
import { waitForFirstRun } from '../no-code-first-run.ts';
import { runNoCodeUpgrade, variableEntries, withSecretValues } from '../no-code-upgrade.ts';

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
const localAttributes = [
  'variables',
  'variable_values_wo',
  'variable_values_wo_version',
  'module_version',
  'wait_for_first_run',
  'upgrade_timeout',
  'force_delete',
  'no_code_module_id',
];
const upgradeAttributes = ['variables', 'variable_values_wo', 'variable_values_wo_version', 'module_version'];

/** The variables, with the write-only values that are to be sent. */
const allVariables = (desired: Values): Values =>
  withSecretValues((desired['variables'] ?? {}) as Values, (desired['variable_values_wo'] ?? {}) as Values);

const create = async (operation: ApplyOperation, context: ApplyContext): Promise<void> => {
  const { resource, desired } = operation;
  const names = createAttributes.filter((name) => operation.configured.includes(name) && !isAbsent(desired[name]));
  const body = encodeDocument(documentFormatOf('workspaces'), {
    type: 'workspaces',
    attributes: resource.attributes,
    values: desired,
    names,
  });
  const data = body['data'] as { attributes: Record<string, unknown>; relationships?: Record<string, unknown> };
  // This one attribute is spelled with an underscore (spec 1, no-code create).
  if ('auto-apply' in data.attributes) {
    data.attributes['auto_apply'] = data.attributes['auto-apply'];
    delete data.attributes['auto-apply'];
  }
  const variables = variableEntries(allVariables(desired));
  const relationships = {
    ...(names.includes('project_id') ? { project: { data: { type: 'project', id: desired['project_id'] } } } : {}),
    ...(variables.length > 0 ? { vars: { data: variables } } : {}),
  };
  if (Object.keys(relationships).length > 0) data.relationships = relationships;
  const findExisting = async () => {
    const organization = await readOrganization(desired, context);
    const existing = await existingObjectLookup({ ...operation, desired: { ...desired, organization } }, names, context)?.();
    return existing && !isAbsent(decodeResponse(resource, existing.body)['source_module_id']) ? existing : null;
  };
  const response = await callEndpoint(context, resource.endpoints.create as Endpoint, desired, {
    body,
    effect: 'create',
    findExisting,
  });
  operation.recordSuccess(
    [...names, ...localAttributes, 'description', 'execution_mode', 'auto_apply'],
    decodeResponse(resource, response.body),
  );
  if (desired['wait_for_first_run'] !== true) return;
  await waitForFirstRun(String(operation.state()['id']), Number(desired['upgrade_timeout'] ?? 1800), context);
};

/** The offer's organization, for looking the workspace up by its name. */
const readOrganization = async (desired: Values, context: ApplyContext): Promise<unknown> => {
  const response = await callEndpoint(context, 'GET /no-code-modules/{no_code_module_id}', desired, { effect: 'read' });
  const relationships = responseDocument({ service: 'workspaces' }, response.body)?.['relationships'] as
    | { organization?: { data?: { id?: string } } }
    | undefined;
  return relationships?.organization?.data?.id ?? context.client.organization;
};

/** The module version that a workspace was made from: the last part of `private/acme/vpc/aws/1.1.0`. */
const runningVersion = (values: Values | null): string | null => {
  const source = values?.['source_module_id'];
  return typeof source === 'string' && source.includes('/') ? source.slice(source.lastIndexOf('/') + 1) : null;
};

/** Whether a version other than the running one is configured. A version that the state did not contain yet needs no upgrade. */
const isOtherVersion = (prior: Values | null, desired: Values): boolean =>
  desired['module_version'] !== prior?.['module_version'] &&
  !isAbsent(desired['module_version']) &&
  desired['module_version'] !== runningVersion(prior);

/** Returns whether an upgrade ran. */
const update = async (operation: ApplyOperation, context: ApplyContext): Promise<boolean> => {
  const { resource, prior, desired } = operation;
  const names = createAttributes.filter((name) => operation.changed.includes(name) && !isUnknown(desired[name]));
  if (names.length > 0) {
    const body = encodeDocument(documentFormatOf('workspaces'), {
      type: 'workspaces',
      attributes: resource.attributes,
      values: desired,
      names,
      prior,
      id: String(prior?.['id']),
    });
    const response = await callEndpoint(context, resource.endpoints.update as Endpoint, { ...desired, ...prior }, { body, effect: 'put' });
    operation.recordSuccess(names, decodeResponse(resource, response.body));
  }
  operation.recordSuccess(operation.changed.filter((name) => ['wait_for_first_run', 'upgrade_timeout', 'force_delete'].includes(name)));
  const changed = operation.changed.filter((name) => upgradeAttributes.includes(name));
  const isSecretChanged = changed.includes('variable_values_wo_version') && !isAbsent(desired['variable_values_wo']);
  if (!changed.includes('variables') && !isSecretChanged && !isOtherVersion(prior, desired)) {
    operation.recordSuccess(changed.filter((name) => name !== 'variable_values_wo'));
    return false;
  }
  await runNoCodeUpgrade(
    {
      no_code_module_id: String(desired['no_code_module_id']),
      workspace_id: String(prior?.['id']),
      variables: allVariables(desired),
      timeout: Number(desired['upgrade_timeout'] ?? 1800),
    },
    context,
  );
  operation.recordSuccess(changed);
  return true;
};

/** The variables of a workspace; only an import reads them, since spec 1 has no endpoint for them. */
const readVariables = async (state: Values, context: ApplyContext): Promise<Values> => {
  const findExisting: Record<string, unknown> = {};
  for await (const item of context.client.list({ path: fillPath('GET /workspaces/{id}/vars', state), signal: context.signal })) {
    const { key, value, category, description, hcl, sensitive } = toNeutralItem(item)['attributes'] as { readonly [name: string]: unknown };
    findExisting[String(key)] = {
      // A value that the service does not show is kept.
      value: sensitive ? null : (value ?? ''),
      category,
      description: description ?? '',
      hcl: hcl ?? false,
      sensitive: sensitive ?? false,
    };
  }
  return findExisting;
};

/** A state that an older version wrote holds values of sensitive variables. */
const withoutSecrets = (state: Values): Values =>
  isAbsent(state['variables'])
    ? {}
    : {
        variables: Object.fromEntries(
          Object.entries(state['variables'] as { readonly [name: string]: Values }).map(([name, one]) => [
            name,
            one['sensitive'] === true ? { ...one, value: null } : one,
          ]),
        ),
      };

export const read =
  (base: ResourceOperations['read']): ResourceOperations['read'] =>
  async (state, context, imported) => {
    const current = await base(state, context, imported);
    if (current === null) return null;
    if (!imported) return { ...current, ...withoutSecrets(state) };
    return { ...current, variables: await readVariables(state, context), module_version: runningVersion(current) };
  };

/**
 * Creates in one request; updates by a PATCH and, if variables or the version changed, by an upgrade, after which the workspace is read.
 */
export const put: ResourceOperations['put'] = async (operation, context) => {
  const upgraded = operation.prior === null ? (await create(operation, context), false) : await update(operation, context);
  if (!upgraded && !hasUnknownResults(operation)) return;
  const current = await callEndpoint(
    context,
    operation.resource.endpoints.read as Endpoint,
    { ...operation.desired, ...operation.state() },
    { effect: 'read' },
  );
  operation.recordSuccess([], decodeResponse(operation.resource, current.body));
};
