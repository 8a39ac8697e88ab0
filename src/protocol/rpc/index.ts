import { applyResourceChange } from './apply-resource-change.ts';
import { callFunction } from './call-function.ts';
import { closeEphemeralResource } from './close-ephemeral-resource.ts';
import { configureProvider } from './configure-provider.ts';
import { generateResourceConfig } from './generate-resource-config.ts';
import { getFunctions } from './get-functions.ts';
import { getMetadata } from './get-metadata.ts';
import { getProviderSchema } from './get-provider-schema.ts';
import { getResourceIdentitySchemas } from './get-resource-identity-schemas.ts';
import { importResourceState } from './import-resource-state.ts';
import { invokeAction } from './invoke-action.ts';
import { listResource } from './list-resource.ts';
import { moveResourceState } from './move-resource-state.ts';
import { openEphemeralResource } from './open-ephemeral-resource.ts';
import { planAction } from './plan-action.ts';
import { planResourceChange } from './plan-resource-change.ts';
import { readDataSource } from './read-data-source.ts';
import { readResource } from './read-resource.ts';
import { renewEphemeralResource } from './renew-ephemeral-resource.ts';
import type { Rpc } from './rpc.ts';
import { stopProvider } from './stop-provider.ts';
import { upgradeResourceIdentity } from './upgrade-resource-identity.ts';
import { upgradeResourceState } from './upgrade-resource-state.ts';
import { validateActionConfig } from './validate-action-config.ts';
import { validateDataResourceConfig } from './validate-data-resource-config.ts';
import { validateEphemeralResourceConfig } from './validate-ephemeral-resource-config.ts';
import { validateListResourceConfig } from './validate-list-resource-config.ts';
import { validateProviderConfig } from './validate-provider-config.ts';
import { validateResourceConfig } from './validate-resource-config.ts';

/** Every call of protocol 6 that this server answers; the rest are UNIMPLEMENTED, which engines accept. */
export const rpcs: readonly Rpc[] = [
  getMetadata,
  getProviderSchema,
  getResourceIdentitySchemas,
  getFunctions,
  validateProviderConfig,
  configureProvider,
  stopProvider,
  validateResourceConfig,
  upgradeResourceState,
  upgradeResourceIdentity,
  readResource,
  planResourceChange,
  applyResourceChange,
  importResourceState,
  moveResourceState,
  generateResourceConfig,
  validateDataResourceConfig,
  readDataSource,
  validateEphemeralResourceConfig,
  openEphemeralResource,
  renewEphemeralResource,
  closeEphemeralResource,
  callFunction,
  validateListResourceConfig,
  listResource,
  validateActionConfig,
  planAction,
  invokeAction,
];
