import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Provider } from 'slipway/protocol/provider-server';
import { makeProvider } from 'slipway/provider/provider';
import { openService, type RunningService } from '../../src/start.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
// watchdog: 180 s

/** What the plan says of a trigger or a definition is what the service says: each combination is planned, and sent. */
const Matrix = suite('the matrix of triggers and definitions');
const token = 'user-token-0123456789';
const organization = '0190a5c4-7b1e-7cc3-9d3e-1f0e6f0c2a11';
const dialects = ['neutral', 'hosted'] as const;
const sources = ['codehost_app', 'codehost_dc', 'github_oauth', 'github_server'] as const;

/** A definition of each provider, with one repository for both, and one of another repository that is checked out. */
const definitions = [
  ...sources.map((provider) => ({ name: provider, provider, checkout: '1' })),
  { name: 'two', provider: 'codehost_app', checkout: '2' },
];
const seed = {
  organizations: [
    {
      name: 'acme',
      owners: ['owner'],
      ci: {
        id: organization,
        slug: 'gh/acme',
        projects: [
          {
            name: 'web',
            pipeline_definitions: definitions.map(({ name, provider, checkout }) => ({
              name,
              config_source: { provider, external_id: '1', file_path: 'ci.yml' },
              checkout_source: { provider, external_id: checkout },
            })),
          },
        ],
      },
    },
  ],
  users: [{ name: 'owner', token }],
};

let service: RunningService;
let project = '';
let definitionIds: { readonly [name: string]: string } = {};
const ci = async (method: string, path: string, body?: unknown, agent = 'test') => {
  const answer = await fetch(`${service.address}/api/v2${path}`, {
    method,
    headers: { 'Ci-Token': token, 'Content-Type': 'application/json', 'User-Agent': agent },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as any };
};
const startProvider = async (dialect: (typeof dialects)[number]): Promise<Provider> => {
  const environment = {
    SLIPWAY_CI_ADDRESS: service.address,
    SLIPWAY_CI_TOKEN: token,
    SLIPWAY_CI_ORGANIZATION: organization,
    SLIPWAY_CI_DIALECT: dialect,
  };
  const provider = makeProvider({ version: '0.1.0', environment, log: () => {} });
  await provider.configure({}, { version: '1.11.4' });
  return provider;
};
const { signal } = new AbortController();

/** The attribute of the first error of a configuration: of its validation, or of its plan; undefined: none. */
const planError = async (provider: Provider, type: string, values: { readonly [name: string]: unknown }): Promise<string | undefined> => {
  const server = provider.resources[type]!;
  const config = Object.fromEntries(Object.keys(server.schema.attributes).map((name) => [name, values[name] ?? null]));
  const invalid = await server.validate(config, { writeOnlyAllowed: true });
  if (invalid.length > 0) return invalid[0]!.summary;
  const plan = await server.plan({ prior: null, proposed: config, config, private: undefined }, { signal });
  return plan.diagnostics.find(({ severity }) => severity === 'error')?.summary;
};

Matrix.before(async () => {
  const folder = temporaryFolder({});
  writeFileSync(join(folder, 'seed.json'), JSON.stringify(seed));
  service = await openService({ store: 'memory', organization: 'acme', token, test: true, seed: join(folder, 'seed.json') });
  project = (await ci('GET', '/project/gh/acme/web')).body.id;
  const { items } = (await ci('GET', `/projects/${project}/pipeline-definitions`)).body;
  definitionIds = Object.fromEntries(items.map(({ id, name }: any) => [name, id]));
});
Matrix.after(() => service.close());

const hostedNames: { readonly [name: string]: string } = { codehost_app: 'github_app', codehost_dc: 'bitbucket_dc' };
const wireName = (name: string, dialect: string): string => (dialect === 'hosted' ? (hostedNames[name] ?? name) : name);
const agentOf = (dialect: string): string => (dialect === 'hosted' ? 'circleci-cli/1' : 'test');

const presets = [null, 'all-pushes', 'only-branch-delete', 'non-draft-pr-opened'];
const refs = [{}, { checkout_ref: 'main' }, { config_ref: 'main' }, { checkout_ref: 'main', config_ref: 'main' }];

for (const dialect of dialects)
  Matrix(`triggers in the ${dialect} dialect: definition × provider × preset × refs`, async () => {
    const provider = await startProvider(dialect);
    const disagreements: string[] = [];
    let accepted = 0;
    for (const { name } of definitions)
      for (const event of [...sources, 'webhook'])
        for (const event_preset of presets)
          for (const ref of refs) {
            const webhook = event === 'webhook';
            const common = { ...(event_preset ? { event_preset } : {}), ...ref, ...(webhook ? { event_name: 'order' } : {}) };
            const error = await planError(provider, 'slipway_ci_trigger', {
              project_id: project,
              pipeline_definition_id: definitionIds[name],
              event_source_provider: event,
              ...(webhook ? { event_source_webhook_sender: 'shop' } : { event_source_repo_external_id: '1' }),
              ...common,
            });
            const path = `/projects/${project}/pipeline-definitions/${definitionIds[name]}/triggers`;
            const source = webhook ? { webhook: { sender: 'shop' } } : { repo: { external_id: '1' } };
            const body = { event_source: { provider: wireName(event, dialect), ...source }, ...common };
            const { status, body: answer } = await ci('POST', path, body, agentOf(dialect));
            if (status < 300) accepted++;
            if (status < 300 !== (error === undefined))
              disagreements.push(
                `${name} ${event} ${event_preset} ${Object.keys(ref).join('+')}: ${status} ${answer.message ?? ''}; plan: ${error}`,
              );
          }
    assert.equal(disagreements, []);
    assert.ok(accepted > 0);
  });

const paths = [
  'ci.yml',
  '.ci/config.yml',
  '../ci.yml',
  'a/../../ci.yml',
  'a/..',
  '..',
  '/etc/ci.yml',
  'a\\b.yml',
  'a/..b/c.yml',
  'a\nb',
  'é'.repeat(1024),
  '𝒳'.repeat(1024),
  '𝒳'.repeat(1025),
];
for (const dialect of dialects)
  Matrix(`definitions in the ${dialect} dialect: provider × provider × path`, async () => {
    const provider = await startProvider(dialect);
    const disagreements: string[] = [];
    let count = 0;
    for (const config of sources)
      for (const checkout of sources)
        for (const file of config === 'codehost_app' && checkout === 'codehost_app' ? paths : ['ci.yml']) {
          const name = `made-${++count}`;
          const error = await planError(provider, 'slipway_ci_pipeline_definition', {
            project_id: project,
            name,
            config_source_provider: config,
            config_source_repo_external_id: '1',
            config_source_file_path: file,
            checkout_source_provider: checkout,
            checkout_source_repo_external_id: '1',
          });
          const source = (of: string) => ({ provider: wireName(of, dialect), repo: { external_id: '1' } });
          const body = { name, config_source: { ...source(config), file_path: file }, checkout_source: source(checkout) };
          const { status, body: answer } = await ci('POST', `/projects/${project}/pipeline-definitions`, body, agentOf(dialect));
          // The hosted service has a provider that this one does not offer.
          const isHostedOnly =
            dialect === 'hosted' &&
            /^(codehost_app github_server|github_server (codehost_app|github_server))$/.test(`${config} ${checkout}`);
          if (status < 300 !== (isHostedOnly || error === undefined))
            disagreements.push(
              `${config} ${checkout} ${JSON.stringify(file.slice(0, 20))}: ${status} ${answer.message ?? ''}; plan: ${error}`,
            );
        }
    assert.equal(disagreements, []);
  });
Matrix.run();
