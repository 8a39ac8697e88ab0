import { providersBasePath } from '../provider-registry/provider-protocol.ts';

const apiPath = '/api/v2/';

/** What the engine finds at a host, by the identifiers of its discovery protocol (wire profiles, section 3), with the paths. */
export const servicePaths: { readonly [identifier: string]: string } = {
  'tfe.v2': apiPath,
  'tfe.v2.1': apiPath,
  'tfe.v2.2': apiPath,
  'state.v2': apiPath,
  'modules.v1': '/api/registry/v1/modules/',
  'providers.v1': providersBasePath,
};
