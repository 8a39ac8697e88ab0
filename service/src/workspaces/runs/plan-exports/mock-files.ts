import { isRecord } from '@slipway/declarations/record';
import type { StoredRun } from '../stored.ts';
import type { TarFile } from './write-tar.ts';

type JsonObject = { readonly [name: string]: unknown };

const objectOf = (value: unknown): JsonObject => (isRecord(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Sentinel reads values as JSON writes them. */
const renderModule = (members: JsonObject): string =>
  Object.entries(members)
    .map(([name, value]) => `${name} = ${JSON.stringify(value ?? null, null, 2)}\n`)
    .join('\n');

/** Policies look resources up by address. */
const byAddress = (resources: unknown): JsonObject =>
  Object.fromEntries(listOf(resources).flatMap((one) => (isRecord(one) ? [[String(one['address']), one]] : [])));

const mockPlan = (plan: JsonObject): JsonObject => ({
  terraform_version: plan['terraform_version'],
  variables: objectOf(plan['variables']),
  planned_values: objectOf(plan['planned_values']),
  resource_changes: byAddress(plan['resource_changes']),
  resource_drift: byAddress(plan['resource_drift']),
  output_changes: objectOf(plan['output_changes']),
  raw: plan,
});

const mockState = (plan: JsonObject): JsonObject => {
  const state = objectOf(plan['prior_state']);
  const values = objectOf(state['values']);
  return {
    terraform_version: state['terraform_version'] ?? plan['terraform_version'],
    resources: byAddress(objectOf(values['root_module'])['resources']),
    outputs: objectOf(values['outputs']),
  };
};

const mockConfiguration = (plan: JsonObject): JsonObject => {
  const configuration = objectOf(plan['configuration']);
  const root = objectOf(configuration['root_module']);
  return {
    providers: objectOf(configuration['provider_config']),
    resources: byAddress(root['resources']),
    variables: objectOf(root['variables']),
    outputs: objectOf(root['outputs']),
    module_calls: objectOf(root['module_calls']),
  };
};

const mockRun = (id: string, run: StoredRun, workspaceName: string): JsonObject => ({
  id,
  created_at: run.createdAt,
  message: run.message,
  is_destroy: run.isDestroy,
  refresh: run.refresh !== false,
  refresh_only: run.options?.refreshOnly === true,
  target_addrs: run.options?.targets ?? [],
  replace_addrs: run.options?.replacements ?? [],
  speculative: run.planOnly === true,
  organization: { name: run.organization },
  workspace: { id: run.workspace, name: workspaceName, auto_apply: run.autoApply },
});

/** The mock files of a plan, as far as its documents allow: plan, prior state, configuration and run. */
export const createMockFiles = (
  { id, run, workspaceName }: { readonly id: string; readonly run: StoredRun; readonly workspaceName: string },
  plan: JsonObject,
): readonly TarFile[] => {
  const modules: { readonly [name: string]: JsonObject } = {
    'tfplan/v2': mockPlan(plan),
    'tfstate/v2': mockState(plan),
    'tfconfig/v2': mockConfiguration(plan),
    tfrun: mockRun(id, run, workspaceName),
  };
  const fileOf = (name: string): string => `mock-${name.replace('/', '-')}.sentinel`;
  const settings = Object.keys(modules)
    .map((name) => `mock "${name}" {\n  module {\n    source = "${fileOf(name)}"\n  }\n}\n`)
    .join('\n');
  return [
    ...Object.entries(modules).map(([name, members]) => ({ name: fileOf(name), text: renderModule(members) })),
    { name: 'sentinel.hcl', text: settings },
  ];
};
