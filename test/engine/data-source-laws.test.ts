import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Attribute, Attributes } from '../../declarations/src/declare/index.ts';
import { makeProvider } from '../../src/provider/provider.ts';
import { dataSources } from '../../declarations/src/resources/index.ts';
import { skipWithReason } from '../support/skip.ts';
import { engine, type EngineFixture, oneLine, startFixture, token } from './support/engine-fixture.ts';
import { everyResource } from './support/every-resource.ts';
// watchdog: 300 s

const Laws = suite('laws of data sources');
const real = engine.found ? Laws : skipWithReason(Laws, engine.reason);
let fixture: EngineFixture;
let owner = '';
let configuration = '';

Laws.before(async () => {
  if (!engine.found) return;
  fixture = await startFixture({ settings: { edition: 'self-hosted', runStatusMilliseconds: 5 } });
  const answer = await fetch(`${fixture.address}/api/v2/me/collaborations`, { headers: { 'Ci-Token': token } });
  owner = ((await answer.json()) as readonly { readonly id: string }[])[0]!.id;
  const provider = `provider "slipway" {\n  ci = { address = "${fixture.address}", organization = "${owner}" }\n}`;
  configuration = `${provider}\n${await everyResource(fixture, owner)}`;
});
Laws.after(() => fixture?.close());

Laws('what a look-up is looked up by is optional and computed: a response contains it', () => {
  const provider = makeProvider({ version: '0.1.0', environment: {}, log: () => {} });
  const queried = ({ at }: Attribute): boolean => typeof at === 'object' && at.place === 'query';
  const silent = Object.values(dataSources)
    .filter(({ items, requests }) => items === undefined && requests.every((endpoint) => endpoint.startsWith('GET ')))
    .flatMap(({ name, attributes }) =>
      Object.entries(attributes)
        .filter(([, attribute]) => attribute.mode === 'optional' && !queried(attribute))
        .filter(([key]) => !provider.dataSources[`slipway_${name}`]!.schema.attributes[key]!.computed)
        .map(([key]) => `${name}.${key}`),
    );
  assert.equal(silent, []);
});

/** A look-up by name of an object that the same apply creates. */
const deferred = `
data "slipway_workspace" "it" { name = slipway_workspace.web.name == "" ? "" : "\${slipway_workspace.web.id == "" ? "" : "web"}" }
data "slipway_project" "it" { name = slipway_project.shop.id == "" ? "" : "shop" }
data "slipway_variable_set" "it" { name = slipway_variable_set.shared.id == "" ? "" : "shared" }
data "slipway_ci_context" "it" { name = slipway_ci_context.deploy.id == "" ? "" : "deploy" }
output "ids" {
  value = [data.slipway_workspace.it.id, data.slipway_project.it.id, data.slipway_variable_set.it.id, data.slipway_ci_context.it.id]
}
output "names" {
  value = [data.slipway_workspace.it.name, data.slipway_project.it.name, data.slipway_variable_set.it.name, data.slipway_ci_context.it.name]
}
data "slipway_workspace" "by_id" { id = slipway_workspace.web.id }
output "by_id" { value = data.slipway_workspace.by_id.name }
`;
real('a look-up that is deferred to the apply has its ID and its name in the outputs', async () => {
  await fixture.apply(`${configuration}\n${deferred}`);
  const shown = JSON.parse(await fixture.run(['output', '-json'])) as { [name: string]: { value: any } };
  assert.equal(
    shown['ids']!.value,
    ['slipway_workspace.web', 'slipway_project.shop', 'slipway_variable_set.shared', 'slipway_ci_context.deploy'].map(
      (address) => fixture.state(address)['id'],
    ),
  );
  assert.equal(shown['names']!.value, ['web', 'shop', 'shared', 'deploy']);
  assert.is(shown['by_id']!.value, 'web');
});

real('policies are asked about a configuration, and a check warns of what they decide', async () => {
  const check = (input: string) => `
check "allowed" {
  data "slipway_ci_policy_evaluation" "it" {
    organization_id = "${owner}"
    context         = "config"
    input           = "${input}"
    metadata        = { vcs = { branch = "main" } }
    depends_on      = [slipway_ci_policy_bundle.acme]
  }
  assert {
    condition     = data.slipway_ci_policy_evaluation.it.status == "PASS"
    error_message = join(", ", data.slipway_ci_policy_evaluation.it.soft_failures[*].reason)
  }
}`;
  const printed = await fixture.apply(`${configuration}\n${check('never: true')}`);
  assert.match(oneLine(printed), 'Check block assertion failed');
  assert.match(oneLine(printed), 'data.slipway_ci_policy_evaluation.it.status is "SOFT_FAIL"');
  assert.not.match(await fixture.apply(`${configuration}\n${check('version: 2.1')}`), 'Check block assertion failed');
});

/** The paths of all values in a plain document. */
const pathsIn = (value: object, prefix = ''): readonly string[] =>
  Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? pathsIn(inner, `${prefix}${key}.`) : [`${prefix}${key}`],
  );

/** The members of a document, as declarations name them. */
const membersOf = (document: any, ci: boolean): readonly string[] =>
  ci
    ? pathsIn(document)
    : [
        ...Object.keys(document.attributes ?? {}),
        ...Object.entries(document.relationships ?? {}).flatMap(([key, value]: [string, any]) =>
          'data' in value ? [`relationship ${key}`] : [],
        ),
        ...Object.keys(document.links ?? {}).map((key) => `link ${key}`),
      ];

/** Where the attributes of a declaration stand in documents. */
const declaredMembers = (attributes: Attributes, ci: boolean): ReadonlySet<string> =>
  new Set(
    Object.entries(attributes).flatMap(([name, { at, kind }]): string[] => {
      if (at === undefined || typeof at === 'string') {
        const path = at ?? (ci ? name : name.replaceAll('_', '-'));
        const inner = Object.keys(kind.members ?? {}).map((member) => `${path}.${member}`);
        return [path, path.split('.')[0]!, path.replaceAll('_', '-'), ...inner];
      }
      if (at.place === 'toOne') return [`relationship ${at.relationship}`];
      if (at.place === 'toMany') return [`relationship ${at.relationship}`, ...(at.read ? [at.read] : [])];
      return at.place === 'link' ? [`link ${at.name}`] : [];
    }),
  );

/** What no data source shows, and why. */
const unshown: { readonly [member: string]: string } = {
  'link self': 'the address of the document that was read',
  'project-remote-state': 'kept for clients of the hosted service, without effect here',
  'effective-state-version-retention-desc': 'a sentence of the hosted service about its retention policy',
  'effective-run-data-retention-desc': 'a sentence of the hosted service about its retention policy',
  'hyok-enabled': 'encryption with keys of the customer, which this service does not have',
  'hcp-id': 'an ID in the accounts of the hosted service',
  'is-unified': 'says of the accounts of the hosted service',
  'stacks-default-execution-mode': 'the service has no stacks',
  'relationship stacks-default-agent-pool': 'the service has no stacks',
  'team-count': 'the teams of a project are listed by their access',
  'default-agent-pool-id': 'kept for clients of the hosted service; projects of the specification have no pool',
  'setting-overwrites': 'kept for clients of the hosted service; projects of the specification overwrite nothing',
  'relationship tag-bindings': 'shown with their keys and values as tags',
  'relationship effective-tag-bindings': 'shown with their keys and values as effective_tags or by a data source of their own',
  'relationship inherited-from': 'the attribute says whether a tag comes from the project',
  'relationship latest-run': 'deprecated: the same as current-run',
  'relationship readme': 'the service has none',
  'relationship organization': 'shown by list data sources as the filter',
  'relationship agent-pool': 'the attribute agent-pool-id has the same ID',
  'data_retention_policy relationship workspace': 'the attribute that it is looked up by',
  'variable_set_variables relationship varset': 'the attribute that it is looked up by',
  'ci_context_variables context_id': 'the attribute that it is looked up by',
  'ci_context_restrictions context_id': 'the attribute that it is looked up by',
  'workspace_tag_bindings link target': 'the address of the workspace that it is looked up by',
  'team scim-linked': 'a directory manages no team of the embedded service',
  'team scim-group-name': 'a directory manages no team of the embedded service',
  'team scim-updated-at': 'a directory manages no team of the embedded service',
  'team scim-sync-paused': 'a directory manages no team of the embedded service',
  'team hcp-resource-name': 'a name for the cloud of the vendor',
  'team relationship authentication-token': 'its tokens are resources and ephemeral resources of their own',
  'team relationship authentication-tokens': 'its tokens are resources and ephemeral resources of their own',
  'no_code_module relationship variable-options': 'shown with their content as variable_options',
  'ci_usage_export usage_export_job_id': 'the attribute that it is looked up by',
};

real('a data source shows what the responses contain', async () => {
  const of = (address: string, name = 'id') => fixture.state(address)[name] as string;
  const [ws, project, set] = [of('slipway_workspace.web'), of('slipway_project.shop'), of('slipway_variable_set.shared')];
  const [context, ciProject, slug] = [of('slipway_ci_context.deploy'), of('slipway_ci_project.web'), of('slipway_ci_project.web', 'slug')];
  const definition = of('slipway_ci_pipeline_definition.build');
  const paths: { readonly [source: string]: string } = {
    workspace: `/workspaces/${ws}`,
    workspaces: '/organizations/acme/workspaces',
    project: `/projects/${project}`,
    projects: '/organizations/acme/projects',
    team: `/teams/${of('slipway_team.web')}`,
    variable_set: `/varsets/${set}`,
    variable_sets: '/organizations/acme/varsets',
    variable_set_variables: `/varsets/${set}/relationships/vars`,
    no_code_module: `/no-code-modules/${of('slipway_no_code_module.vpc')}`,
    data_retention_policy: `/workspaces/${ws}/relationships/data-retention-policy`,
    workspace_tags: `/workspaces/${of('slipway_workspace.reader')}/relationships/tags`,
    workspace_tag_bindings: `/workspaces/${of('slipway_workspace.reader')}/tag-bindings`,
    effective_tag_bindings: `/workspaces/${ws}/effective-tag-bindings`,
    ci_context: `/context/${context}`,
    ci_contexts: `/context?owner-id=${owner}`,
    ci_context_variables: `/context/${context}/environment-variable`,
    ci_context_restrictions: `/context/${context}/restrictions`,
    ci_project: `/project/${slug}`,
    ci_project_variable: `/project/${slug}/envvar/LEVEL`,
    ci_project_variables: `/project/${slug}/envvar`,
    ci_checkout_keys: `/project/gh/acme/api/checkout-key`,
    ci_project_settings: `/project/${slug}/settings`,
    ci_pipeline_definition: `/projects/${ciProject}/pipeline-definitions/${definition}`,
    ci_pipeline_definitions: `/projects/${ciProject}/pipeline-definitions`,
    ci_trigger: `/projects/${ciProject}/triggers/${of('slipway_ci_trigger.pushes')}`,
    ci_triggers: `/projects/${ciProject}/pipeline-definitions/${definition}/triggers`,
    ci_usage_export: `/organizations/${owner}/usage_export_job/${of('slipway_ci_usage_export.month')}`,
    ci_policy_settings: `/owner/${owner}/context/config/decision/settings`,
  };
  const missing: string[] = [];
  for (const [name, path] of Object.entries(paths)) {
    const { attributes, items, service } = dataSources[name]!;
    const ci = service === 'ci';
    const answer = await fetch(`${fixture.address}/api/v2${path}`, {
      headers: ci ? { 'Ci-Token': token } : { Authorization: `Bearer ${token}` },
    });
    assert.is(answer.status, 200, path);
    const body = (await answer.json()) as any;
    const document = items ? (ci ? body.items : body.data)[0] : ci ? body : body.data;
    const declared = declaredMembers(items?.attributes ?? attributes, ci);
    for (const member of membersOf(document, ci))
      if (!declared.has(member) && !(member in unshown) && !(`${name} ${member}` in unshown)) missing.push(`${name} ${member}`);
  }
  assert.equal(missing, []);
});
Laws.run();
