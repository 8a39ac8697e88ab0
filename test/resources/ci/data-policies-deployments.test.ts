import { testDataSources } from '../support/scripted-provider.ts';

const acme = '00000000-0000-4000-8000-0000000000ac',
  id = '88888888-8888-4888-8888-888888888888',
  at = '2026-01-01T00:00:00.000Z';
const owner = { organization_id: acme, context: 'config' };
const base = `GET /owner/${acme}/context/config`;
const unnumbered = {
  project_id: id,
  ssh_rerun: false,
  vcs: { branch: 'main', origin_repository_url: 'o', release_tag: '', target_repository_url: 't' },
};
const metadata = { build_number: 7, ...unnumbered };
const decision = {
  id,
  created_at: at,
  time_taken_ms: 3,
  metadata,
  policies: { images: 'abc' },
  decision: {
    status: 'HARD_FAIL',
    reason: 'because',
    enabled_rules: ['pinned'],
    hard_failures: [{ rule: 'pinned', reason: 'latest is not pinned' }],
    soft_failures: [],
  },
};
const shown = {
  created_at: at,
  time_taken_ms: 3,
  metadata: { ...unnumbered, pipeline_number: 7 },
  policies: { images: 'abc' },
  status: 'HARD_FAIL',
  reason: 'because',
  enabled_rules: ['pinned'],
  hard_failures: [{ rule: 'pinned', reason: 'latest is not pinned' }],
  soft_failures: [],
};
const policy = { content: 'package org', created_at: at, created_by: 'ada', name: 'images' };
const environment = {
  id,
  name: 'production',
  description: 'the shop',
  labels: [{ key: 'tier', value: '1' }],
  created_at: at,
  updated_at: at,
};
const component = { id, name: 'web', project_id: acme, labels: [], release_count: 3, created_at: at, updated_at: at };
const without = ({ id: _id, ...rest }: { readonly id: string }) => rest;
const version = {
  name: '1.2',
  environment_id: id,
  namespace: 'shop',
  is_live: true,
  pipeline_id: id,
  workflow_id: id,
  job_id: id,
  job_number: 12,
  last_deployed_at: at,
};

testDataSources('policies', {
  ci_policy_decisions: {
    config: { ...owner, status: 'HARD_FAIL', after: at, before: at, branch: 'main', project_id: id, pipeline_number: 7 },
    state: { decisions: [{ id, ...shown }] },
    exchanges: [0, 1].map((offset) => ({
      request:
        `${base}/decision?status=HARD_FAIL&after=2026-01-01T00%3A00%3A00.000Z&` +
        `before=2026-01-01T00%3A00%3A00.000Z&branch=main&project_id=${id}&build_number=7&offset=${offset}`,
      answer: offset === 0 ? [decision] : [],
    })),
  },
  'ci_policy_decisions from the third on': {
    config: { ...owner, offset: 2 },
    exchanges: [{ request: `${base}/decision?offset=2`, answer: [] }],
    state: { decisions: [] },
  },
  ci_policy_decision: {
    config: { ...owner, decision_id: id },
    exchanges: [{ request: `${base}/decision/${id}`, answer: decision }],
    state: shown,
  },
  ci_policy_settings: {
    config: owner,
    exchanges: [{ request: `${base}/decision/settings`, answer: { enabled: true } }],
    state: { enabled: true },
  },
  ci_policy_decision_bundle: {
    config: { ...owner, decision_id: id },
    exchanges: [{ request: `${base}/decision/${id}/policy-bundle`, answer: { images: [policy] } }],
    state: { policies: [policy] },
  },
  ci_policy_bundle: {
    config: owner,
    exchanges: [{ request: `${base}/policy-bundle`, answer: { images: [policy], names: [{ ...policy, name: 'names' }] } }],
    state: { policies: [policy, { ...policy, name: 'names' }] },
  },
  ci_policy: {
    config: { ...owner, name: 'images' },
    exchanges: [{ request: `${base}/policy-bundle/images`, answer: policy }],
    state: { content: 'package org', created_at: at, created_by: 'ada' },
  },
  ci_policy_evaluation: {
    config: { ...owner, input: 'version: 2.1', metadata: { project_id: id, pipeline_number: 7, ssh_rerun: null, vcs: { branch: 'main' } } },
    exchanges: [
      {
        request: `POST /owner/${acme}/context/config/decision`,
        body: { input: 'version: 2.1', metadata: { project_id: id, build_number: 7, vcs: { branch: 'main' } } },
        answer: decision.decision,
      },
    ],
    state: decision.decision,
  },
  'ci_policy with an error as the policy service says it': {
    config: { ...owner, name: 'a b' },
    exchanges: [{ request: `${base}/policy-bundle/a%20b`, status: 400, answer: { error: 'not a name' } }],
    faults: [
      'Could not read the CI policy: The CI service answered 400: not a name: Request: GET ' +
        `http://service.test/api/v2/owner/${acme}/context/config/policy-bundle/a%20b`,
    ],
  },
});

testDataSources('deployments', {
  ci_environments: {
    config: { organization_id: acme },
    state: { environments: [environment] },
    exchanges: [
      { request: `GET /deploy/environments?page-size=50&org-id=${acme}`, answer: { items: [environment], next_page_token: 'n' } },
      { request: `GET /deploy/environments?page-size=50&org-id=${acme}&page-token=n`, answer: { items: [], next_page_token: '' } },
    ],
  },
  ci_environment: {
    config: { id },
    exchanges: [{ request: `GET /deploy/environments/${id}`, answer: environment }],
    state: without(environment),
  },
  ci_components: {
    config: { organization_id: acme, project_id: id },
    exchanges: [
      {
        request: `GET /deploy/components?page-size=50&org-id=${acme}&project-id=${id}`,
        answer: { items: [component], next_page_token: null },
      },
    ],
    state: { components: [component] },
  },
  ci_component: { config: { id }, exchanges: [{ request: `GET /deploy/components/${id}`, answer: component }], state: without(component) },
  ci_component_versions: {
    config: { component_id: id, environment_id: id },
    exchanges: [
      { request: `GET /deploy/components/${id}/versions?environment-id=${id}`, answer: { items: [version], next_page_token: null } },
    ],
    state: { versions: [version] },
  },
});
