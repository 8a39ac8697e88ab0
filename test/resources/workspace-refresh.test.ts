import { workspace } from '../../declarations/src/resources/workspaces/workspace.ts';
import { testResourceCases } from './support/resource-case.ts';
import { workspaceWith, document, plain, plainState, state, workspaceWithout } from './support/workspace.ts';

const create = 'POST /organizations/acme/workspaces';
const patch = (sent: object, answer: object, relationships?: object) => ({
  request: 'PATCH /workspaces/ws-2',
  body: { data: { id: 'ws-2', type: 'workspaces', attributes: sent, ...(relationships ? { relationships } : {}) } },
  status: 200 as const,
  answer,
});

testResourceCases(workspace, 'answers and refreshes', {
  'another spelling of the same moment sends nothing': {
    update: {
      from: { ...plainState, auto_destroy_at: '2026-02-01T00:00:00Z' },
      to: { name: 'plain', auto_destroy_at: '2026-02-01T01:00:00.000+01:00' },
    },
    exchanges: [],
    state: { auto_destroy_at: '2026-02-01T00:00:00Z' },
  },
  'an edition without assessments is asked no second time for them': {
    create: { name: 'plain' },
    exchanges: [
      {
        request: create,
        body: { data: { type: 'workspaces', attributes: { name: 'plain' } } },
        status: 201,
        answer: (() => {
          const { 'assessments-enabled': _, ...rest } = plain().data.attributes;
          return { data: { ...plain().data, attributes: rest } };
        })(),
      },
    ],
    state: { assessments_enabled: null, name: 'plain' },
  },
  'an answer that leaves out what the specification promises is completed by a read': {
    create: { name: 'plain' },
    exchanges: [
      {
        request: create,
        body: { data: { type: 'workspaces', attributes: { name: 'plain' } } },
        status: 201,
        answer: { data: { id: 'ws-2', type: 'workspaces', attributes: { name: 'plain' } } },
      },
      { request: 'GET /workspaces/ws-2', status: 200, answer: plain() },
    ],
    state: plainState,
  },
  'an answer that contradicts the plan is told with the true state': {
    create: { name: 'plain', auto_apply: true, engine_version: '1.9.8' },
    exchanges: [
      {
        request: create,
        body: { data: { type: 'workspaces', attributes: { name: 'plain', 'auto-apply': true, 'engine-version': '1.9.8' } } },
        status: 201,
        answer: plain({ 'auto-apply': false, 'speculative-enabled': false, 'engine-version': '1.9.8' }),
      },
    ],
    broken: [
      { name: 'auto_apply', planned: true, actual: false },
      { name: 'speculative_enabled', planned: true, actual: false },
    ],
    state: { auto_apply: false, speculative_enabled: false, engine_version: '1.9.8' },
  },
  'an update whose answer contradicts the plan is told, too': {
    update: { from: plainState, to: { name: 'plain', working_directory: 'infra' } },
    exchanges: [patch({ 'working-directory': 'infra' }, plain({ 'working-directory': '/infra' }))],
    broken: [{ name: 'working_directory', planned: 'infra', actual: '/infra' }],
    state: { working_directory: '/infra' },
  },
  'an update whose answer was lost is said again: twice is once': {
    update: { from: plainState, to: { name: 'plain', description: 'new' } },
    exchanges: [{ ...patch({ description: 'new' }, {}), status: 'lost' }, patch({ description: 'new' }, plain({ description: 'new' }))],
    state: { description: 'new' },
  },
  'what the service changed by itself is refreshed': {
    read: state,
    exchanges: [
      {
        request: 'GET /workspaces/ws-1',
        status: 200,
        answer: workspaceWith({ locked: true, 'resource-count': 5, description: 'theirs' }, { 'ssh-key': { data: null } }),
      },
    ],
    state: { locked: true, resource_count: 5, description: 'theirs', ssh_key_id: null, auto_destroy_at: '2026-02-01T00:00:00Z' },
  },
  'what a document does not speak of stays as it was': {
    read: state,
    exchanges: [{ request: 'GET /workspaces/ws-1', status: 200, answer: workspaceWithout('trigger-patterns', 'vcs-repo') }],
    state: { trigger_patterns: ['modules/**/*'], vcs_repo: state.vcs_repo },
  },
  'after an import everything is there': {
    read: { id: 'ws-1', organization: 'acme', name: 'network' },
    imported: true,
    exchanges: [
      { request: 'GET /workspaces/ws-1', status: 200, answer: { data: document } },
      { request: 'GET /workspaces/ws-1/tag-bindings?page%5Bnumber%5D=1&page%5Bsize%5D=100', status: 200, answer: { data: [] } },
    ],
    state: { ...state, auto_destroy_at: '2026-02-01T00:00:00.000Z', tags: {}, tag_names: ['core'] },
  },
});
