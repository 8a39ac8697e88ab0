import type { ServiceClient } from '../contract/service-client.ts';
import { serviceInfos } from '../service-info.ts';
import { dataRetentionPolicyApi } from './data-retention-policy.ts';
import { noCodeModulesApi } from './no-code-modules.ts';
import { remoteStateConsumersApi } from './remote-state-consumers.ts';
import { tagBindingsApi, tagsApi } from './tags.ts';
import { variableSetsApi } from './variable-sets.ts';
import { workspacesApi } from './workspaces.ts';

/**
 * Every operation of the workspace service, typed from the declarations, in snake case. Each takes `signal` and `deadline`
 * last, and throws the errors of errors.ts. Lists are async iterables over all pages.
 */
export const workspacesClient = (client: ServiceClient) => {
  if (client.service !== 'workspaces') throw new TypeError(`this line leads to the ${serviceInfos[client.service].title}`);
  return {
    variableSets: variableSetsApi(client),
    workspaces: workspacesApi(client),
    remoteStateConsumers: remoteStateConsumersApi(client),
    tags: tagsApi(client),
    tagBindings: tagBindingsApi(client),
    dataRetentionPolicy: dataRetentionPolicyApi(client),
    noCodeModules: noCodeModulesApi(client),
  };
};
export type WorkspacesClient = ReturnType<typeof workspacesClient>;
