/**
 * A value that a page documents has one meaning: written through the provider in one dialect and read in the other it is the same, against
 * a service that answers in the dialect of the request. What one dialect refuses is listed, and the page says it.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { AttributeKind, Attributes, Values } from '../../declarations/src/declare/index.ts';
import { resources } from '../../declarations/src/resources/index.ts';
import type { Provider } from '../../src/protocol/provider-server.ts';
import { openService, type RunningService } from '../../service/src/start.ts';
import { ciSituations } from './history/ci-situations.ts';
import { applyConfiguration, isSame, refreshHeld, RefusedConfiguration, serverOf } from './history/drive-resource.ts';
import { fixedCiSituations } from './history/fixed-ci-situations.ts';
import { configure, type Dialect, startProvider, token, worldOf } from './history/providers.ts';
import type { Situation } from './history/situation.ts';
import { workspaceSituations } from './history/workspace-situations.ts';

const test = suite('documented values');
const dialects = ['neutral', 'hosted'] as const;
/** The self-hosted edition has retention policies and no assessments; everything else is in both. */
const editions = ['hosted', 'self-hosted'] as const;
type Edition = (typeof editions)[number];
const services = new Map<Edition, RunningService>();
const providers = new Map<`${Edition} ${Dialect}`, Provider>();
const editionOf = (type: string): Edition => (type === 'data_retention_policy' ? 'self-hosted' : 'hosted');
const serviceOf = (type: string): RunningService => services.get(editionOf(type))!;
const providerOf = (type: string, dialect: Dialect): Provider => providers.get(`${editionOf(type)} ${dialect}`)!;
test.before(async () => {
  for (const edition of editions) {
    const service = await openService({ store: 'memory', organization: 'acme', token, test: true, settings: { edition } });
    services.set(edition, service);
    for (const dialect of dialects) providers.set(`${edition} ${dialect}`, await startProvider(service, dialect));
  }
});
test.after(async () => {
  for (const service of services.values()) await service.close();
});

/** `read in neutral`: the service does not show it to a client of that dialect. */
type Place = Dialect | 'read in neutral' | 'read in hosted';
interface Documented {
  /** `access="read"`, `events=["workflow-completed","job-completed"]`. */
  readonly label: string;
  readonly config: Values;
}

/** Words that a kind names, each as a value of the kind; those of the elements of a list together. */
const wordsOf = ({ type, item, collection, json }: AttributeKind): readonly unknown[] => {
  const words = item && collection !== 'map' ? wordsOf(item) : [];
  if (words.length > 0) return [words];
  if (type === 'bool') return [true, false];
  return 'enum' in json ? (json as { readonly enum: readonly unknown[] }).enum : [];
};
/** The words of attributes, each as a configuration; those of the members of an object together, the first of each, then the second, … */
const documented = (attributes: Attributes): readonly Documented[] =>
  Object.entries(attributes).flatMap(([name, { mode, kind, local, formerNameOf }]) => {
    if (mode === 'computed' || local || formerNameOf !== undefined) return [];
    return (kind.members ? wordsOfMembers(kind.members) : wordsOf(kind)).map((word) => ({
      label: `${name}=${JSON.stringify(word)}`,
      config: { [name]: word },
    }));
  });
const wordsOfMembers = (members: Attributes): readonly Values[] => {
  const words = Object.entries(members).flatMap(([name, { kind }]) => (wordsOf(kind).length > 0 ? [[name, wordsOf(kind)] as const] : []));
  const most = Math.max(0, ...words.map(([, all]) => all.length));
  return Array.from({ length: most }, (_, at) => Object.fromEntries(words.map(([name, all]) => [name, all[at % all.length]])));
};

const custom = { access: 'custom' };
const webhook = {
  event_source_repo_external_id: null,
  event_source_webhook_sender: 'shop',
  event_name: 'sold',
  checkout_ref: 'main',
  config_ref: 'main',
};
/** What a value needs beside it, as its page says, by the beginning of its label. */
const companions: { readonly [resource: string]: { readonly [label: string]: Values } } = {
  workspace: {
    'execution_mode="agent"': { agent_pool_id: '$pool' },
    'assessments_enabled=true': { execution_mode: 'remote' },
    'setting_overwrites={"execution_mode":false': { execution_mode: 'agent', agent_pool_id: '$pool' },
    vcs_repo: { vcs_repo: { identifier: 'acme/web', codehost_app_installation_id: 'ghain-1' } },
  },
  team_workspace_access: {
    runs: custom,
    variables: custom,
    state_versions: custom,
    sentinel_mocks: custom,
    workspace_locking: custom,
    run_tasks: custom,
    policy_overrides: custom,
  },
  team_project_access: { project_access: custom, workspace_access: custom },
  notification_configuration: { 'destination_type="email"': { url: null, email_addresses: [] } },
  ci_schedule: { timetable: { timetable: { per_hour: 1, hours_of_day: [2] } } },
  ci_trigger: { 'event_source_provider="webhook"': webhook, 'event_source_provider="github_oauth"': { event_preset: 'all-pushes' } },
  ci_context: { 'owner_type="account"': { organization: '0190a5c4-7b1e-7cc3-9d3e-1f0e6f0c2a11' } },
  ci_context_restriction: {
    'restriction_type="project"': { restriction_value: '$project' },
    'restriction_type="expression"': { restriction_value: 'pipeline.git.branch == "main"' },
    'restriction_type="group"': { restriction_value: '0190a5c4-7b1e-7cc3-9d3e-1f0e6f0c2a11' },
  },
};
const merge = (a: Values, b: Values): Values => ({
  ...a,
  ...Object.fromEntries(
    Object.entries(b).map(([name, value]) => [name, isObject(a[name]) && isObject(value) ? merge(a[name], value) : value]),
  ),
});
const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);
const beside = (type: string, label: string): Values =>
  Object.entries(companions[type] ?? {})
    .filter(([begin]) => label.startsWith(begin))
    .reduce<Values>((all, [, one]) => merge(all, one), {});

/** Where a value is refused, and the sentence of the page that says so. */
const refused: { readonly [resource: string]: { readonly [label: string]: { readonly in: readonly Place[]; readonly page: string } } } = {
  data_retention_policy: { 'dont_delete=false': { in: ['neutral', 'hosted'], page: '`false` would be no policy, and is refused.' } },
  ci_pipeline_definition: {
    'config_source_provider="codehost_dc"': { in: ['neutral', 'hosted'], page: 'Only definitions of `codehost_app` can be made.' },
    'checkout_source_provider="codehost_dc"': { in: ['neutral', 'hosted'], page: 'Only definitions of `codehost_app` can be made.' },
  },
  ci_trigger: {
    'event_source_provider="codehost_dc"': {
      in: ['neutral', 'hosted'],
      page: 'Those of `codehost_dc` can be imported and changed, not made',
    },
    'event_source_provider="github_server"': {
      in: ['neutral', 'read in neutral'],
      page: "`github_server` and `github_oauth` are the hosted service's.",
    },
    'event_source_provider="github_oauth"': {
      in: ['neutral', 'read in neutral'],
      page: "`github_server` and `github_oauth` are the hosted service's.",
    },
    'event_preset="only-branch-delete"': {
      in: ['hosted'],
      page: 'The hosted service documents `only-branch-delete` and was seen to refuse it.',
    },
  },
  ci_context_restriction: {
    'restriction_type="group"': { in: ['neutral', 'hosted'], page: 'at the hosted service, the ID of a group' },
  },
  ci_context: { 'owner_type="account"': { in: ['neutral', 'hosted'], page: 'in the self-hosted edition, an account' } },
  ci_project_settings: {
    'oss=true': { in: ['neutral', 'hosted'], page: 'only where its repository is. The hosted service rejects changes of it.' },
    'oss=false': { in: ['hosted'], page: 'The hosted service rejects changes of it.' },
  },
};

let count = 0;
const other: { readonly [D in Dialect]: Dialect } = { neutral: 'hosted', hosted: 'neutral' };
/** Words that differ between the dialects by themselves: the first segment of a slug names the code host. */
const spelled: { readonly [resource: string]: readonly string[] } = { ci_organization: ['slug'] };

/** How a value that is written in one dialect differs when it is read in the other; where it is refused. */
const compare = async (situation: Situation, { label, config }: Documented, dialect: Dialect): Promise<readonly string[] | Place> => {
  const { type } = situation;
  const orRefused = async <T>(work: Promise<T>): Promise<T | null> =>
    work.catch((error: unknown) => {
      if (error instanceof RefusedConfiguration) return null;
      throw error;
    });
  const [writer, reader] = [providerOf(type, dialect), providerOf(type, other[dialect])];
  const base = await situation.base(worldOf(serviceOf(type), writer), `doc-${++count}`);
  const wanted = configure(base, [merge(beside(type, label), config)]);
  const made = await orRefused(applyConfiguration(serverOf(writer, type), null, wanted));
  if (made === null) return dialect;
  const read = await orRefused(refreshHeld(serverOf(reader, type), made));
  if (read === null) return `read in ${other[dialect]}`;
  return Object.keys(made.state)
    .filter((name) => !spelled[type]?.includes(name) && !isSame(made.state[name], read.state[name]))
    .map((name) => `${label} in ${dialect}: ${name} is ${JSON.stringify(made.state[name])}, read as ${JSON.stringify(read.state[name])}`);
};

const situations = [...workspaceSituations, ...ciSituations, ...fixedCiSituations];
for (const situation of situations)
  test(`${situation.type}: a documented value is the same in both dialects`, async () => {
    const { attributes, notes = [] } = resources[situation.type]!;
    const faults: string[] = [];
    const refusals: { [label: string]: Place[] } = {};
    for (const one of documented(attributes))
      for (const dialect of dialects) {
        const found = await compare(situation, one, dialect);
        if (typeof found === 'string') (refusals[one.label] ??= []).push(found);
        else faults.push(...found);
      }
    assert.equal(faults, []);
    const expected = refused[situation.type] ?? {};
    assert.equal(refusals, Object.fromEntries(Object.entries(expected).map(([label, { in: places }]) => [label, places])));
    const page = [...Object.values(attributes).map(({ doc }) => doc), ...notes].join('\n');
    for (const [label, { page: sentence }] of Object.entries(expected)) assert.ok(page.includes(sentence), label);
  });

/** Resources that have documented values and no situation. */
const withoutSituation: { readonly [type: string]: string } = {
  no_code_workspace: 'its module is uploaded first; its values are those of a workspace',
  organization_settings: 'one object for all tests',
};
test('each resource with documented values is among these', () => {
  const covered = new Set(situations.map(({ type }) => type));
  assert.equal(
    Object.values(resources)
      .filter(({ name, attributes }) => documented(attributes).length > 0 && !covered.has(name))
      .map(({ name }) => name)
      .sort(),
    Object.keys(withoutSituation),
  );
});

test.run();
