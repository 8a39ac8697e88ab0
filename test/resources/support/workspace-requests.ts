import { tag } from './workspace.ts';

export const byName = 'GET /organizations/acme/workspaces/network';
export const read = 'GET /workspaces/ws-1';
export const created = {
  request: 'POST /organizations/acme/workspaces',
  body: {
    data: {
      type: 'workspaces',
      attributes: {
        name: 'network',
        description: 'the network',
        'execution-mode': 'agent',
        'agent-pool-id': 'apool-1',
        'setting-overwrites': { 'execution-mode': false, 'agent-pool': false },
        'allow-destroy-plan': false,
        'assessments-enabled': true,
        'auto-apply': true,
        'auto-apply-run-trigger': true,
        'auto-destroy-at': '2026-02-01T00:00:00Z',
        'auto-destroy-activity-duration': '14d',
        'file-triggers-enabled': false,
        'global-remote-state': true,
        'queue-all-runs': true,
        'source-name': 'the platform team',
        'source-url': 'https://platform.example',
        'speculative-enabled': false,
        'engine-version': '~> 1.9.0',
        'trigger-patterns': ['modules/**/*'],
        'trigger-prefixes': ['shared'],
        'working-directory': 'infra',
        'vcs-repo': {
          identifier: 'acme/network',
          'oauth-token-id': 'ot-1',
          branch: 'main',
          'ingress-submodules': true,
          'tags-regex': 'v\\d+',
        },
      },
      relationships: {
        project: { data: { type: 'projects', id: 'prj-1' } },
        'tag-bindings': { data: [tag('env', 'prod'), tag('team', '')] },
      },
    },
  },
};
