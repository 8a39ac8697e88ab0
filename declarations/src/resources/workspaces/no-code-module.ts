import {
  bool,
  serviceDefault,
  computed,
  stringMatching,
  optional,
  required,
  resource,
  string,
  toOneRelationship,
} from '../../declare/index.ts';
import { variableOptions } from './no-code-variables.ts';
import { organization } from './organization.ts';
import { moveFromTfe } from '../state-moves.ts';

/** `put` and `read` are hand-written: options are separate documents with IDs. */
export const noCodeModule = resource('no_code_module', {
  service: 'workspaces',
  doc: 'A registry module offered for making workspaces without writing configuration.',
  type: 'no-code-modules',
  naturalKey: ['organization', 'registry_module_id'],
  imports: ['{id}'],
  notListed: 'The service has no list of no-code modules.',
  stateMoves: [moveFromTfe('tfe_no_code_module', { id: 'id', organization: 'organization' })],
  endpoints: {
    create: 'POST /organizations/{organization}/no-code-modules',
    read: 'GET /no-code-modules/{id}',
    update: 'PATCH /no-code-modules/{id}',
    delete: 'DELETE /no-code-modules/{id}',
  },
  attributes: {
    id: computed(string, 'The ID of the offer.'),
    organization,
    registry_module_id: required(
      stringMatching(/^mod-[A-Za-z0-9]+$/, 'the ID of a registry module, mod-…'),
      'The module of the private registry.',
      { at: toOneRelationship('registry-module', 'registry-modules') },
    ),
    enabled: optional(bool, 'Whether workspaces can be made of it.', { default: false }),
    version_pin: optional(string, 'The version that workspaces are made with; a new offer has the latest.', {
      default: serviceDefault,
      leftAlone: true,
      changesWith: ['registry_module_id'],
    }),
    variable_options: optional(variableOptions, 'By variable name, what may be chosen. A variable that is not named takes any value.', {
      default: {},
      local: true,
    }),
  },
  notes: [
    'The endpoints refuse organization tokens: configure the provider with a user or a team token.',
    'Options stand independent of `version_pin`.',
  ],
});
