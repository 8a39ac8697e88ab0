import type { Route } from '../../http/route.ts';
import { routes as stateBackend } from './backend/state-backend.ts';
import { routes as stateLocks } from './backend/state-locks.ts';
import { routes as stateBackingData } from './backing-data.ts';
import { routes as newStateVersions } from './create-state-version.ts';
import { routes as stateReadings } from './json-states.ts';
import { routes as stateRollback } from './rollback.ts';
import { routes as stateOutputs } from './state-outputs.ts';
import { routes as stateVersions } from './state-versions.ts';
import { routes as workspaceResources } from './workspace-resources.ts';

/** The endpoints of state versions, their outputs and resources, and the state as a backend. */
export const routes: readonly Route[] = [
  stateVersions,
  newStateVersions,
  stateRollback,
  workspaceResources,
  stateBackingData,
  stateReadings,
  stateOutputs,
  stateBackend,
  stateLocks,
].flat();
