import { ciPolicySettings } from '../../../declarations/src/resources/ci/policy-settings.ts';
import { testResource } from '../support/resource-case.ts';

const owner = '00000000-0000-4000-8000-0000000000ac';
const state = { organization_id: owner, context: 'config', enabled: true };
const path = `/owner/${owner}/context/config/decision/settings`;

testResource(
  ciPolicySettings,
  {
    create: {
      create: { organization_id: owner, enabled: true },
      exchanges: [{ request: `PATCH ${path}`, body: { enabled: true }, status: 200, answer: { enabled: true } }],
      state,
    },
    update: {
      update: { from: state, to: { organization_id: owner, enabled: false } },
      exchanges: [{ request: `PATCH ${path}`, body: { enabled: false }, status: 200, answer: { enabled: false } }],
      state: { ...state, enabled: false },
    },
    read: {
      read: state,
      exchanges: [{ request: `GET ${path}`, status: 200, answer: { enabled: false } }],
      state: { ...state, enabled: false },
    },
  },
  {
    'the policy service says an error in a member of its own': {
      create: { organization_id: owner, enabled: true },
      exchanges: [{ request: `PATCH ${path}`, body: { enabled: true }, status: 400, answer: { error: 'unknown context' } }],
      error: 'unknown context',
    },
    'destroying it asks nothing of the service': { delete: state, exchanges: [] },
    'it is imported by owner and context': { find: `${owner}/config`, exchanges: [], state: { organization_id: owner, context: 'config' } },
  },
);
