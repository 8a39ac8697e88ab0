import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { SchemaAttribute } from '../../declarations/src/block-schema.ts';
import type { Values } from '../../declarations/src/declare/index.ts';
import { generateConfig } from '../../declarations/src/derive/generate-config.ts';
import { resources } from '../../declarations/src/resources/index.ts';
import type { Provider } from '../../src/protocol/provider-server.ts';
import { openService, type RunningService } from '../../service/src/start.ts';
import { ciSituations } from './history/ci-situations.ts';
import { applyConfiguration, plannedChanges, refreshHeld, RefusedConfiguration, serverOf } from './history/drive-resource.ts';
import { configure, type Dialect, startProvider, token, worldOf } from './history/providers.ts';
import { fixedCiSituations } from './history/fixed-ci-situations.ts';
import type { Situation } from './history/situation.ts';
import { workspaceSituations } from './history/workspace-situations.ts';

const test = suite('configurations that are generated from what was imported');
let service: RunningService;
const providers = new Map<Dialect, Provider>();

test.before(async () => {
  service = await openService({ store: 'memory', organization: 'acme', token, test: true, settings: { edition: 'self-hosted' } });
  for (const dialect of ['neutral', 'hosted'] as const) providers.set(dialect, await startProvider(service, dialect));
});
test.after(() => service.close());

type Schema = { readonly [name: string]: SchemaAttribute };

/** What engines before Terraform 1.14 write: all that is no read-only, deprecated, write-only or sensitive attribute. */
const writeAsEngine = (schema: Schema, state: Values): Values =>
  Object.fromEntries(
    Object.entries(schema).map(([name, { optional, required, deprecated, writeOnly, sensitive, nested }]) => {
      const value = state[name] ?? null;
      if ((!optional && !required) || deprecated || writeOnly || sensitive || value === null) return [name, null];
      return [name, nested?.nesting === 'single' ? writeAsEngine(nested.attributes, value as Values) : value];
    }),
  );

/** What is wrong with the configurations of an imported object; null where the object cannot be made. */
const importAgain = async (
  provider: Provider,
  situation: Situation,
  chosen: readonly Values[],
  tag: string,
): Promise<readonly string[] | null> => {
  const server = serverOf(provider, situation.type);
  const base = await situation.base(worldOf(service, provider), tag);
  const made = await applyConfiguration(server, null, configure(base, chosen)).catch((error: unknown) => {
    if (error instanceof RefusedConfiguration) return null;
    throw error;
  });
  if (made === null) return null;
  const identity = Object.fromEntries(Object.keys(server.identity!.attributes).map((name) => [name, made.state[name] ?? null]));
  const { imported, diagnostics } = await server.import({ id: '', identity }, { signal: new AbortController().signal });
  if (diagnostics.length > 0) return [diagnostics[0]!.summary];
  const held = await refreshHeld(server, { state: imported[0]!.state as Values, private: imported[0]!.private });
  const faults: string[] = [];
  for (const [writer, config] of [
    ['an engine', writeAsEngine(server.schema.attributes, held.state)],
    ['the provider', generateConfig(resources[situation.type]!, held.state)],
  ] as const) {
    const errors = (await server.validate(config, { writeOnlyAllowed: true })).filter(({ severity }) => severity === 'error');
    faults.push(...errors.map(({ summary, detail }) => `${writer}: ${summary}: ${detail}`));
    if (errors.length === 0) faults.push(...(await plannedChanges(server, held, config)).map((name) => `${writer}: ${name} is planned`));
  }
  return faults;
};

let count = 0;
for (const dialect of ['neutral', 'hosted'] as const)
  for (const situation of [...workspaceSituations, ...ciSituations, ...fixedCiSituations])
    test(`${situation.type}: imported by its identity, what is written is valid and plans nothing, in the ${dialect} dialect`, async () => {
      const faults: string[] = [];
      let imported = 0;
      for (const chosen of [[], ...Object.values(situation.choices).flatMap((group) => group.map((one) => [one]))]) {
        const found = await importAgain(providers.get(dialect)!, situation, chosen, `gen-${++count}`);
        if (found !== null) imported++;
        faults.push(...(found ?? []).map((fault) => `${JSON.stringify(chosen)}: ${fault}`));
      }
      assert.equal(faults.slice(0, 8), []);
      assert.ok(imported >= 2, `only ${imported} were imported`);
    });

test('every resource of the CI service is among these', () => {
  const covered = new Set([...ciSituations, ...fixedCiSituations].map(({ type }) => type));
  const missing = Object.values(resources).filter(({ name, service: owner }) => owner === 'ci' && !covered.has(name));
  assert.equal(
    missing.map(({ name }) => name),
    [],
  );
});
test('a permission of a fixed level is taken with the value of the level, and refused with another one', async () => {
  const access = serverOf(providers.get('neutral')!, 'team_workspace_access');
  const validate = (values: Values) => access.validate({ team_id: 'team-1', workspace_id: 'ws-1', ...values }, { writeOnlyAllowed: true });
  assert.equal(await validate({ access: 'read', runs: 'read' }), []);
  assert.equal(await validate({ access: 'read', runs: 'apply' }), [
    {
      severity: 'error',
      path: ['runs'],
      summary: '"runs" does not fit what else is set',
      detail:
        '`runs` is fixed unless `access` is "custom". Leave it unset, or write the value of the level: "read" for "read", "plan" for ' +
        '"plan" or "apply" for "write", "maintain" and "admin". Change `runs`, or change `access`.',
    },
  ]);
});
test('the configuration of an access of a fixed level has no permissions, and that of a custom one has them', () => {
  const state = { id: 'tws-1', team_id: 'team-1', workspace_id: 'ws-1', runs: 'plan', variables: 'read', run_tasks: false };
  const written = (access: string): Values =>
    Object.fromEntries(
      Object.entries(generateConfig(resources['team_workspace_access']!, { ...state, access })).filter(([, one]) => one !== null),
    );
  assert.equal(written('plan'), { team_id: 'team-1', workspace_id: 'ws-1', access: 'plan' });
  assert.equal(written('custom'), {
    team_id: 'team-1',
    workspace_id: 'ws-1',
    access: 'custom',
    runs: 'plan',
    variables: 'read',
    run_tasks: false,
  });
});

test.run();
