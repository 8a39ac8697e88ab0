import type { Route } from '../../route.ts';
import * as dataRetentionPolicy from './data-retention-policy.ts';
import * as lock from './lock.ts';
import * as organizationTags from './organization-tags.ts';
import * as remoteStateConsumers from './remote-state-consumers.ts';
import * as sshKey from './ssh-key.ts';
import * as tagBindings from './tag-bindings.ts';
import * as stateOutputs from './state-outputs.ts';
import * as stateReadings from './state-readings.ts';
import * as stateVersions from './state-version-documents.ts';
import * as workspaceTags from './workspace-tags.ts';
import * as workspaces from './workspaces.ts';

/** Every endpoint of the workspaces themselves. */
export const routes: readonly Route[] = [
  workspaces, lock, sshKey, remoteStateConsumers, workspaceTags, organizationTags, tagBindings, dataRetentionPolicy, stateVersions, stateReadings, stateOutputs,
].flatMap((noun) => noun.routes);
