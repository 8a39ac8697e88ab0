import type { Route } from '../../http/route.ts';
import * as dataRetentionPolicy from './data-retention-policy.ts';
import * as lock from './lock.ts';
import * as organizationTags from '../tags/organization-tags.ts';
import * as remoteStateConsumers from './remote-state-consumers.ts';
import * as sshKey from './ssh-key.ts';
import * as tagBindings from '../tags/workspace-tag-bindings.ts';
import * as stateOutputs from '../state-versions/state-outputs.ts';
import * as stateReadings from '../state-versions/json-states.ts';
import * as newStateVersions from '../state-versions/create-state-version.ts';
import * as stateBackingData from '../state-versions/backing-data.ts';
import * as stateRollback from '../state-versions/rollback.ts';
import * as stateBackend from '../state-versions/backend/state-backend.ts';
import * as stateLocks from '../state-versions/backend/state-locks.ts';
import * as stateVersions from '../state-versions/state-versions.ts';
import * as workspaceTags from '../tags/workspace-tags.ts';
import * as workspaceResources from '../state-versions/workspace-resources.ts';
import * as workspaces from './workspaces.ts';

/** Every route of the workspaces themselves. */
export const routes: readonly Route[] = [
  workspaces,
  lock,
  sshKey,
  remoteStateConsumers,
  workspaceTags,
  organizationTags,
  tagBindings,
  dataRetentionPolicy,
  stateVersions,
  newStateVersions,
  stateRollback,
  workspaceResources,
  stateBackingData,
  stateReadings,
  stateOutputs,
  stateBackend,
  stateLocks,
].flatMap((noun) => noun.routes);
