import {
  type AttributeKind,
  bool,
  id,
  intBetween,
  oneOf,
  optional,
  resource,
  serviceDefault,
  string,
  toOneRelationship,
} from '../../declare/index.ts';
import { organizationNameKind } from './organization.ts';
import { moveFromTfe } from '../state-moves.ts';

const setting = <T>(kind: AttributeKind<T>, doc: string) => optional(kind, doc, { default: serviceDefault, leftAlone: true });
/** A setting that only some releases and editions of the service have. */
const newerSetting = <T>(kind: AttributeKind<T>, doc: string) =>
  optional(kind, doc, { default: serviceDefault, leftAlone: true, optionalInResponse: true });
const minutes = intBetween(1, 2_147_483_647);

const settings = {
  email: setting(string, 'The address that the service writes to.'),
  default_execution_mode: setting(oneOf('remote', 'local', 'agent'), 'Where runs of workspaces are executed that set no mode.'),
  default_agent_pool_id: optional(id('apool'), 'The agent pool of workspaces that set none; only with the mode `agent`.', {
    default: serviceDefault,
    leftAlone: true,
    changesWith: ['default_execution_mode'],
    at: toOneRelationship('default-agent-pool', 'agent-pools'),
  }),
  allow_force_delete_workspaces: setting(bool, 'Whether administrators of a workspace may delete it while it manages resources.'),
  assessments_enforced: setting(bool, 'Whether every workspace is assessed for drift, whatever it sets itself.'),
  collaborator_auth_policy: setting(oneOf('password', 'two_factor_mandatory'), 'What users need to log in with.'),
  session_timeout: setting(minutes, 'Minutes without activity after which a session ends.'),
  session_remember: setting(minutes, 'Minutes after which a session ends.'),
  cost_estimation_enabled: setting(bool, 'Whether the costs of plans are estimated.'),
  send_passing_statuses_for_untriggered_speculative_plans: setting(
    bool,
    'Whether a commit that starts no speculative plan gets a passing status at the code host.',
  ),
  aggregated_commit_status_enabled: setting(bool, 'Whether a commit gets one status for all workspaces.'),
  speculative_plan_management_enabled: setting(bool, 'Whether a newer commit cancels speculative plans of the older ones.'),
  user_tokens_enabled: newerSetting(bool, 'Whether tokens of users may be used in the organization.'),
  owners_team_saml_role_id: setting(string, 'The role of single sign-on whose users are owners.'),
  max_ttl_enabled: newerSetting(bool, 'Whether tokens live as long as the policies of the organization allow at most.'),
  enforce_hyok: newerSetting(bool, 'Whether workspaces encrypt with a key that the organization holds.'),
  stacks_enabled: newerSetting(bool, 'Whether the organization may have stacks.'),
  stacks_default_execution_mode: newerSetting(oneOf('remote', 'agent'), 'Where runs of stacks are executed that set no mode.'),
  recoverable_items_enabled: newerSetting(bool, 'Whether what is deleted can be recovered for a time.'),
  global_module_sharing: newerSetting(bool, 'Whether all organizations may use the modules of its registry.'),
  global_provider_sharing: newerSetting(bool, 'Whether all organizations may use the providers of its registry.'),
};

export const organizationSettings = resource('organization_settings', {
  service: 'workspaces',
  doc: 'The settings of an organization that exists. What is not set is left as it is.',
  type: 'organizations',
  key: ['organization'],
  imports: ['{organization}'],
  notListed: 'An organization has these settings once; an import names them by the organization.',
  stateMoves: [moveFromTfe('tfe_organization_default_settings', { organization: 'organization' })],
  endpoints: {
    create: 'PATCH /organizations/{organization}',
    update: 'PATCH /organizations/{organization}',
    read: 'GET /organizations/{organization}',
  },
  attributes: {
    organization: optional(organizationNameKind, "The organization; the one of the provider's `workspaces` section unless set.", {
      inherits: 'organization',
      immutable: true,
      pathParameter: true,
    }),
    ...settings,
  },
  keptOnDestroy: 'The settings stay as they are: an organization has no settings before these, to go back to.',
  notes: [
    'Only configured settings are sent. A setting that you remove from the configuration keeps its value.',
    'The token needs the rights of an owner.',
  ],
});
