import { organizationSettings } from '../../declarations/src/resources/workspaces/organization-settings.ts';
import { testResource } from './support/resource-case.ts';

const document = {
  id: 'acme',
  type: 'organizations',
  attributes: {
    name: 'acme',
    email: 'ops@acme.example',
    'external-id': 'org-1',
    'created-at': '2026-01-01T00:00:00.000Z',
    'default-execution-mode': 'agent',
    'allow-force-delete-workspaces': false,
    'assessments-enforced': true,
    'collaborator-auth-policy': 'password',
    'session-timeout': 60,
    'session-remember': null,
    'cost-estimation-enabled': false,
    'send-passing-statuses-for-untriggered-speculative-plans': false,
    'aggregated-commit-status-enabled': true,
    'speculative-plan-management-enabled': true,
    'user-tokens-enabled': true,
    'owners-team-saml-role-id': null,
    permissions: { 'can-update': true },
  },
  relationships: { 'default-agent-pool': { data: { type: 'agent-pools', id: 'apool-1' } } },
};
/** What an older release answers: members that it does not have are null. */
const state = {
  organization: 'acme',
  email: 'ops@acme.example',
  default_execution_mode: 'agent',
  default_agent_pool_id: 'apool-1',
  allow_force_delete_workspaces: false,
  assessments_enforced: true,
  collaborator_auth_policy: 'password',
  session_timeout: 60,
  session_remember: null,
  cost_estimation_enabled: false,
  send_passing_statuses_for_untriggered_speculative_plans: false,
  aggregated_commit_status_enabled: true,
  speculative_plan_management_enabled: true,
  user_tokens_enabled: true,
  owners_team_saml_role_id: null,
  max_ttl_enabled: null,
  stacks_enabled: null,
};
const configured = {
  default_execution_mode: 'agent',
  default_agent_pool_id: 'apool-1',
  assessments_enforced: true,
  session_timeout: 60,
  cost_estimation_enabled: false,
};
const path = '/organizations/acme';
const remote = {
  ...document,
  attributes: { ...document.attributes, 'default-execution-mode': 'remote', 'session-timeout': 30 },
  relationships: { 'default-agent-pool': { data: null } },
};

testResource(
  organizationSettings,
  {
    create: {
      create: configured,
      exchanges: [
        {
          request: `PATCH ${path}`,
          body: {
            data: {
              type: 'organizations',
              attributes: {
                'default-execution-mode': 'agent',
                'assessments-enforced': true,
                'session-timeout': 60,
                'cost-estimation-enabled': false,
              },
              relationships: { 'default-agent-pool': { data: { type: 'agent-pools', id: 'apool-1' } } },
            },
          },
          status: 200,
          answer: { data: document },
        },
      ],
      state,
    },
    update: {
      update: { from: state, to: { default_execution_mode: 'remote', session_timeout: 30 } },
      exchanges: [
        {
          request: `PATCH ${path}`,
          body: { data: { type: 'organizations', attributes: { 'default-execution-mode': 'remote', 'session-timeout': 30 } } },
          status: 200,
          answer: { data: remote },
        },
      ],
      state: { ...state, default_execution_mode: 'remote', default_agent_pool_id: null, session_timeout: 30 },
    },
    read: { read: state, exchanges: [{ request: `GET ${path}`, status: 200, answer: { data: document } }], state },
  },
  {
    'destroying it asks nothing of the service': { delete: state, exchanges: [] },
    'it is imported by the name of the organization': { find: 'acme', exchanges: [], state: { organization: 'acme' } },
    'a setting that the service refuses is named': {
      create: { session_timeout: 1 },
      exchanges: [
        {
          request: `PATCH ${path}`,
          body: { data: { type: 'organizations', attributes: { 'session-timeout': 1 } } },
          status: 422,
          answer: {
            errors: [{ status: '422', title: 'invalid', detail: 'too short', source: { pointer: '/data/attributes/session-timeout' } }],
          },
        },
      ],
      error: 'too short',
    },
  },
);
