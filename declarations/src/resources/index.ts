import type { Action, DataSource, Ephemeral, ProviderFunction, Resource } from '../declare/index.ts';
import { ciActions, ciDataSources, ciEphemerals, ciFunctions, ciResources } from './ci/declared.ts';
import { upgradeNoCodeWorkspace } from './actions/no-code-workspace-upgrade.ts';
import * as locks from './actions/workspace-lock.ts';
import { effectiveVariables } from './functions/effective-variables.ts';
import * as names from './functions/names.ts';
import { triggerMatches } from './functions/trigger-matches.ts';
import * as workspacesData from './workspaces/data/index.ts';
import * as workspacesEphemerals from './workspaces/ephemerals/index.ts';
import * as workspaces from './workspaces/index.ts';

export { parseReportRows } from './ci/declared.ts';

/** Every managed resource, by its name without the provider's prefix. A test of test/house compares it with the folders. */
export const resources: { readonly [name: string]: Resource } = Object.fromEntries(
  [...Object.values(workspaces), ...ciResources].map((one) => [one.name, one as unknown as Resource]),
);

/** Resources whose objects the service lists: they have a list resource. */
export const listedResources: { readonly [name: string]: Resource } = Object.fromEntries(
  Object.entries(resources).filter(([, { endpoints }]) => endpoints.list !== undefined),
);

/** Every data source, by its name without the provider's prefix. */
export const dataSources: { readonly [name: string]: DataSource } = Object.fromEntries(
  [...Object.values(workspacesData), ...ciDataSources].map((one) => [one.name, one]),
);

/** Every provider-defined function, by its name. */
export const functions: { readonly [name: string]: ProviderFunction } = Object.fromEntries(
  [...Object.values(names), effectiveVariables, triggerMatches, ...ciFunctions].map((one) => [one.name, one]),
);

/** Every action, by its name without the provider's prefix. */
export const actions: { readonly [name: string]: Action } = Object.fromEntries(
  [...Object.values(locks), upgradeNoCodeWorkspace, ...ciActions].map((one) => [one.name, one as unknown as Action]),
);

/** Every ephemeral resource, by its name without the provider's prefix. */
export const ephemerals: { readonly [name: string]: Ephemeral } = Object.fromEntries(
  [...Object.values(workspacesEphemerals), ...ciEphemerals].map((one) => [one.name, one as unknown as Ephemeral]),
);
