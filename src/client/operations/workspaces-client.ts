import type { Line } from '../line.ts';
import { services } from '../services.ts';
import { dataRetentionPolicy } from './data-retention-policy.ts';
import { noCodeModules } from './no-code-modules.ts';
import { remoteStateConsumers } from './remote-state-consumers.ts';
import { tagBindings, tags } from './tags.ts';
import { variableSets } from './variable-sets.ts';
import { workspaces } from './workspaces.ts';

/**
 * Every operation of the workspace service, typed from the declarations, in snake case. Each takes `signal` and `deadline`
 * last, and throws the errors of errors.ts. Lists are async iterables over all pages.
 */
export const workspacesClient = (line: Line) => {
  if (line.service !== 'workspaces') throw new TypeError(`this line leads to the ${services[line.service].title}`);
  return {
    variableSets: variableSets(line), workspaces: workspaces(line), remoteStateConsumers: remoteStateConsumers(line), tags: tags(line),
    tagBindings: tagBindings(line), dataRetentionPolicy: dataRetentionPolicy(line), noCodeModules: noCodeModules(line),
  };
};
export type WorkspacesClient = ReturnType<typeof workspacesClient>;
