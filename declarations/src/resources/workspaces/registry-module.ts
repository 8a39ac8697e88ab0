import { bool, computed, required, resource, string, stringMatching, time } from '../../declare/index.ts';
import { organization } from './organization.ts';
import { moveFromTfe } from '../state-moves.ts';

const moduleName = stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, 'at most 64 letters, digits, - and _, not beginning with - or _');

export const registryModule = resource('registry_module', {
  service: 'workspaces',
  doc: 'A module of the private registry. Its versions are published by other means.',
  type: 'registry-modules',
  naturalKey: ['organization', 'name', 'module_provider'],
  imports: ['{id}', '{organization}/{name}/{module_provider}'],
  stateMoves: [moveFromTfe('tfe_registry_module', { id: 'id', organization: 'organization' })],

  endpoints: {
    create: 'POST /organizations/{organization}/registry-modules',
    list: 'GET /organizations/{organization}/registry-modules',
    read: 'GET /registry-modules/{id}',
    delete: 'DELETE /organizations/{organization}/registry-modules/private/{organization}/{name}/{module_provider}',
  },

  attributes: {
    id: computed(string, 'The ID of the module.'),
    organization,
    name: required(moduleName, 'Its name.', { immutable: true }),
    module_provider: required(moduleName, 'The provider that it is for, such as `aws`.', { immutable: true, at: 'provider' }),
    namespace: computed(string, 'The organization, or the namespace of a public module.'),
    registry_name: computed(string, '`private`.'),
    status: computed(string, '`pending`, or `setup_complete` when a version is published.'),
    no_code: computed(bool, 'Whether workspaces can be made of it without configuration; see `slipway_no_code_module`.'),
    publishing_mechanism: computed(string, 'How its versions are published.', { optionalInResponse: true }),
    created_at: computed(time, 'When it was made.'),
  },
});
