import { isAbsent, pathParametersOf, type Resource, type Values } from '@slipway/declarations/declare';
import type { Diagnostic, Provider } from 'slipway/protocol/provider-server';
import { listedResources, resources } from '@slipway/declarations/resources';
import { CliError } from '../cli-error.ts';

/** An object of a service that a configuration can declare. */
export interface EstateObject {
  readonly resource: Resource;
  /** Every attribute, as a refresh leaves it in the state. */
  readonly values: Values;
  /** What an `import` block takes. */
  readonly importId: string;
}

/** What holds the objects of a list: the resource and its attribute that the list's parameter is, by service and parameter. */
const parents: { readonly [parameter: string]: readonly [resource: string, attribute: string] } = {
  'workspaces workspace_id': ['workspace', 'id'],
  'workspaces project_id': ['project', 'id'],
  'workspaces variable_set_id': ['variable_set', 'id'],
  'workspaces team_id': ['team', 'id'],
  'workspaces agent_pool_id': ['agent_pool', 'id'],
  'ci context_id': ['ci_context', 'id'],
  'ci project_id': ['ci_project', 'id'],
  'ci project_slug': ['ci_project', 'slug'],
  'ci scope_id': ['ci_project', 'id'],
  'ci pipeline_definition_id': ['ci_pipeline_definition', 'id'],
};

/**
 * Types that are not adopted: tags and consumers that attributes of other objects contain, tokens, whose values cannot be read again, and
 * what the hosted service has at another address (self-hosted runners).
 */
const notAdopted = new Set([
  'workspace_tag',
  'workspace_tag_binding',
  'remote_state_consumers',
  'agent_token',
  'team_token',
  'ci_runner_resource_class',
  'ci_runner_token',
]);

/** Objects that the service makes for itself: the team of owners and the default project. */
const isOfService = ({ name }: Resource, values: Values): boolean =>
  (name === 'team' && values['name'] === 'owners') || (name === 'project' && values['name'] === 'Default Project');

export const throwOnErrors = (diagnostics: readonly Diagnostic[]): void => {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length) throw new CliError(errors.map(({ summary, detail }) => [summary, detail].filter(Boolean).join('\n')).join('\n\n'));
};

/** The first import form whose parts the values have. */
const importIdOf = ({ name, imports }: Resource, values: Values): string => {
  for (const form of imports) {
    const names = [...form.matchAll(/\{([a-z_]+)\}/g)].map(([, one]) => one!);
    if (names.every((one) => typeof values[one] === 'string'))
      return form.replaceAll(/\{([a-z_]+)\}/g, (_, one: string) => String(values[one]));
  }
  throw new Error(`no import form of ${name} fits what the service returned`);
};

const noSignal = new AbortController().signal;

/** The object of an identity after an import and a refresh; null if it was deleted in the meantime. */
const readObject = async (provider: Provider, resource: Resource, identity: Values): Promise<EstateObject | null> => {
  const server = provider.resources[`slipway_${resource.name}`]!;
  const { imported, diagnostics } = await server.import({ id: '', identity }, { signal: noSignal });
  throwOnErrors(diagnostics);
  const read = await server.read({ state: imported[0]!.state, private: imported[0]!.private }, { signal: noSignal });
  throwOnErrors(read.diagnostics);
  return read.state === null ? null : { resource, values: read.state, importId: importIdOf(resource, read.state) };
};

/** The identities of what one list returns. */
const listIdentities = async (provider: Provider, resource: Resource, filters: Values): Promise<readonly Values[]> => {
  const list = provider.lists[`slipway_${resource.name}`]!;
  const config = Object.fromEntries(Object.keys(list.schema.attributes).map((name) => [name, filters[name] ?? null]));
  const found: Values[] = [];
  for await (const { identity, diagnostics } of list.list({ config, limit: 0, includeObject: false }, { signal: noSignal })) {
    throwOnErrors(diagnostics);
    found.push(identity);
  }
  return found;
};

/** The parameters of the lists that contain objects of a type: one set per parent, a single one without parents. */
const listFilters = (resource: Resource, known: readonly EstateObject[]): readonly Values[] => {
  const parameters = pathParametersOf(resource.endpoints.list!).filter((name) => !resource.attributes[name]!.inherits);
  const deepest = parameters.at(-1);
  if (deepest === undefined) return [{}];
  const parent = parents[`${resource.service} ${deepest}`];
  if (parent === undefined) throw new Error(`nothing says what holds the objects of ${resource.name}`);
  return known
    .filter((one) => one.resource.name === parent[0])
    .map(({ values }) => ({ ...Object.fromEntries(parameters.map((name) => [name, values[name]])), [deepest]: values[parent[1]] }));
};

/** Types in an order in which parents come before what they hold. */
const adoptionOrder = (): readonly Resource[] => {
  const depth = (resource: Resource): number => {
    const parameters = pathParametersOf(resource.endpoints.list!).filter((name) => !resource.attributes[name]!.inherits);
    const parent = parents[`${resource.service} ${parameters.at(-1)}`]?.[0];
    return parent === undefined ? 0 : parent in listedResources ? 1 + depth(listedResources[parent]!) : 1;
  };
  return Object.values(listedResources)
    .filter(({ name }) => !notAdopted.has(name))
    .toSorted((left, right) => depth(left) - depth(right));
};

export interface EstateOptions {
  /** Slugs of projects of the CI service, which lists none. */
  readonly ciProjects: readonly string[];
  /** Which services are configured. */
  readonly services: readonly Resource['service'][];
}

/** Every object of the organization that can be declared, parents first. Throws a CliError with the provider's message. */
export const readEstate = async (provider: Provider, { ciProjects, services }: EstateOptions): Promise<readonly EstateObject[]> => {
  const found: EstateObject[] = [];
  const add = async (resource: Resource, identity: Values): Promise<void> => {
    const object = await readObject(provider, resource, identity);
    if (object && !isOfService(resource, object.values)) found.push(object);
  };
  if (services.includes('ci')) for (const slug of ciProjects) await add(resources['ci_project']!, { slug });
  for (const resource of adoptionOrder().filter(({ service }) => services.includes(service)))
    for (const filters of listFilters(resource, found))
      for (const identity of await listIdentities(provider, resource, filters)) await add(resource, identity);
  for (const { values } of found.filter(({ resource }) => resource.name === 'workspace'))
    if (!isAbsent(values['ssh_key_id'])) await add(resources['workspace_ssh_key']!, { workspace_id: values['id'] });
  return found;
};
