import { configuration } from './bodies-ci.ts';

/** What there is when the fuzz begins: something of everything, with secrets that no answer may repeat. */
export const secrets = [
  'owner-secret-token',
  'stranger-secret-token',
  'acme-secret-token',
  'hidden-value-1',
  'hidden-value-2',
  'hidden-value-3',
] as const;
export const seed = {
  settings: { run_status_milliseconds: 1, ci_status_milliseconds: 1, tier: 'plus', edition: 'self-hosted' },
  users: [
    { name: 'olivia', token: secrets[0] },
    { name: 'stranger', token: secrets[1] },
  ],
  organizations: [
    {
      name: 'acme',
      owners: ['olivia'],
      token: secrets[2],
      projects: [{ name: 'shop' }],
      teams: [{ name: 'ops', access: ['manage-workspaces'] }],
      agent_pools: [{ name: 'pool' }],
      ssh_keys: [{ name: 'key', value: secrets[3] }],
      registry_modules: [
        {
          name: 'bucket',
          provider: 'storage',
          versions: [
            { version: '1.0.0', variables: [{ name: 'region', type: 'string' }] },
            { version: '1.1.0', variables: [] },
          ],
        },
      ],
      workspaces: [
        {
          name: 'one',
          variables: [{ key: 'a', value: secrets[4], sensitive: true }],
          tags: { k: 'v' },
          tag_names: ['t'],
          state: { outputs: { x: 1 } },
        },
        { name: 'two', locked: 'work' },
      ],
      variable_sets: [{ name: 'shared', variables: [{ key: 'a', value: 'b' }], workspaces: ['one'] }],
      ci: {
        slug: 'gh/acme',
        repositories: [{ external_id: '1', full_name: 'acme/web' }],
        contexts: [
          {
            name: 'keys',
            variables: { A: secrets[5] },
            restrictions: [{ restriction_type: 'expression', restriction_value: 'pipeline.git.branch == "main"' }],
          },
        ],
        projects: [
          {
            name: 'web',
            configuration,
            variables: { B: secrets[5] },
            checkout_keys: [{ type: 'deploy-key' }],
            pipeline_definitions: [
              {
                name: 'build',
                config_source: { external_id: '1', file_path: '.ci/config.yml' },
                checkout_source: { external_id: '1' },
                triggers: [
                  { event_name: 'push', external_id: '1', event_preset: 'all-pushes' },
                  { event_name: 'hook', provider: 'webhook', sender: 's', checkout_ref: 'main', config_ref: 'main' },
                ],
              },
            ],
          },
          { name: 'setup', configuration: configuration.replace('setup: false', 'setup: true') },
        ],
        environments: [{ name: 'production' }],
        components: [
          {
            name: 'shop',
            project: 'web',
            versions: [
              { name: 'v1', environment: 'production' },
              { name: 'v2', environment: 'production', is_live: true },
            ],
          },
        ],
      },
    },
    { name: 'globex', owners: ['stranger'] },
  ],
};
/** Requests whose answers tell the ids of what the seed planted. */
export const tour = {
  workspaces: [
    '/organizations/acme/workspaces',
    '/organizations/acme/varsets',
    '/organizations/acme/projects',
    '/organizations/acme/teams',
    '/organizations/acme/agent-pools',
    '/organizations/acme/ssh-keys',
    '/organizations/acme/registry-modules',
    '/organizations/acme/oauth-clients',
    '/organizations/acme/tags',
    '/account/details',
  ],
  ci: ['/me', '/context?owner-slug=gh/acme', '/project/gh/acme/web/envvar', '/project/gh/acme/web/checkout-key'],
} as const;
