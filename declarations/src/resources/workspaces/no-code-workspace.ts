import {
  bool,
  serviceDefault,
  computed,
  id,
  int,
  mapOf,
  stringMatching,
  oneOf,
  optional,
  required,
  resource,
  string,
  toOneRelationship,
  when,
} from '../../declare/index.ts';
import { noCodeVariables } from './no-code-variables.ts';
import { secretVariables } from './secret-variables.ts';
import { organizationNameKind } from './organization.ts';
import { workspaceName } from './workspace-name.ts';

/** `put` is hand-written: a change of variables or version is started, polled and confirmed. */
export const noCodeWorkspace = resource('no_code_workspace', {
  service: 'workspaces',
  doc:
    "A workspace made of a no-code module. Changing its variables, or the module's version, " +
    'upgrades it in three steps: start, wait for the plan, confirm.',
  type: 'workspaces',
  naturalKey: ['organization', 'name'],
  imports: ['{no_code_module_id}/{id}'],
  notListed: 'The list resource `slipway_workspace` finds them among all workspaces.',
  endpoints: {
    create: 'POST /no-code-modules/{no_code_module_id}/workspaces',
    read: 'GET /workspaces/{id}',
    'show by name': 'GET /organizations/{organization}/workspaces/{name}',
    update: 'PATCH /workspaces/{id}',
    delete: 'POST /workspaces/{id}/actions/safe-delete',
    'delete when force_delete': 'DELETE /workspaces/{id}',
  },
  attributes: {
    id: computed(id('ws'), 'The ID of the workspace.'),
    no_code_module_id: required(
      stringMatching(/^nocode-[A-Za-z0-9]+$/, 'the ID of a no-code module, nocode-…'),
      'The offer it is made of.',
      { pathParameter: true },
    ),
    organization: computed(organizationNameKind, 'The organization that owns it.', {
      at: toOneRelationship('organization', 'organizations'),
    }),
    name: required(workspaceName, 'Its name, unique in the organization.'),
    description: optional(string, 'What it is for.', { default: '' }),
    project_id: optional(id('prj'), 'Its project; a new workspace is in the default one.', {
      default: serviceDefault,
      leftAlone: true,
      at: toOneRelationship('project', 'projects'),
    }),
    execution_mode: optional(oneOf('remote', 'agent'), 'Where runs happen.', { default: 'remote' }),
    agent_pool_id: optional(id('apool'), 'The agents that run it.', { default: serviceDefault, changesWith: ['execution_mode'] }),
    auto_apply: optional(bool, 'Whether a successful plan is applied without confirmation.', { default: false }),
    engine_version: optional(string, 'A version or a constraint; a new workspace has the latest release.', {
      default: serviceDefault,
      leftAlone: true,
    }),
    source_name: optional(string, 'Who made it.'),
    source_url: optional(string, 'Where its maker is found.'),
    variables: optional(noCodeVariables, "The module's variables, by name. A change upgrades the workspace.", {
      default: {},
      local: true,
      companions: ['variable_values_wo'],
    }),
    variable_values_wo: optional(
      mapOf(string),
      "Values of the module's variables by name, stored neither in the plan nor in the state; for the others of `variables`. A variable " +
        'that `variables` does not name is sensitive. A change upgrades the workspace.',
      { sensitive: true, local: true, writeOnly: { revision: 'variable_values_wo_version' } },
    ),
    variable_values_wo_version: optional(
      int,
      'Moves up by one whenever `variable_values_wo` differs from what was last sent; set it to decide yourself when the values are sent.',
      { local: true },
    ),
    module_version: optional(
      string,
      "The module version it should run: a change upgrades it, to the version that the offer has by then. Pass the offer's `version_pin`.",
      { default: serviceDefault, leftAlone: true, local: true, companions: ['variable_values_wo'] },
    ),
    wait_for_first_run: optional(
      bool,
      'Whether creating it waits until its first run is applied, so that others can read its outputs in the same apply. A first run that ' +
        'ends otherwise is an error.',
      { default: false, local: true },
    ),
    upgrade_timeout: optional(int, 'How many seconds an upgrade, or a first run that is waited for, may take.', {
      default: 1800,
      local: true,
    }),
    force_delete: optional(bool, 'Whether destroying it forgets the resources it manages.', { default: false, local: true }),
    source_module_id: computed(string, 'The module version it was made from.', {
      changesWith: ['module_version', 'variables', 'variable_values_wo_version'],
    }),
    no_code_upgrade_available: computed(bool, 'Whether the offer has moved on since.', { changesWith: '*' }),
  },
  constraints: [
    ...secretVariables,
    when('execution_mode', 'agent').needs('agent_pool_id'),
    when('execution_mode', 'remote').forbids('agent_pool_id'),
  ],
  notes: [
    'A variable that the offer restricts takes only a value of its options; the plan reports any other value and lists the options.',
    "The engine's log (`TF_LOG=info`) shows the progress of an upgrade.",
  ],
});
