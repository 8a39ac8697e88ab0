/**
 * An address that works without a token is a right: only callers who could have created it see it, it permits one operation on one object,
 * it expires, and it ends with its object (decisions 144 and 145).
 */
// watchdog: 240 s
import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { apiDefinitions } from '../../src/service.ts';
import { startPipelineTest, type PipelineTest } from '../ci/pipelines/support.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createCallers, tokens } from './anonymous-addresses/callers.ts';
import { type FoundAddress, findAddresses } from './anonymous-addresses/find-addresses.ts';
import * as plant from './anonymous-addresses/plant-addresses.ts';
import { anonymousRoutes } from './anonymous-addresses/routes.ts';
import { plantCi } from './foreign-ids/plant-ci.ts';
import { plantWorkspaces } from './foreign-ids/plant-workspaces.ts';
import { fillSlots, slottedRequests, type SlotValues } from './foreign-ids/request-slots.ts';

interface World {
  readonly bench: PipelineTest;
  /** What stands in requests: everything once, then what has addresses beside it. */
  readonly values: readonly SlotValues[];
  /** Addresses by caller, each once. */
  readonly found: ReadonlyMap<string, readonly FoundAddress[]>;
  /** In the answers to the requests that make them. */
  readonly created: readonly FoundAddress[];
}
const law = suite<World>('addresses that need no token');

const plantWorld = async (bench: PipelineTest) => {
  const ask = plant.askAsOwner(bench);
  const all: SlotValues = {
    ...(await plantWorkspaces(bench, 'acme', 'owner-token')),
    ...(await plantCi(bench, 'acme', 'owner-token')),
  };
  const usage = await plant.plantUsageExport(bench, all);
  const [states, module, run] = [await plant.plantStates(ask), await plant.plantModule(ask), await plant.plantRun(ask)];
  const [provider, follower] = [await plant.plantProvider(ask, all), await plant.plantFollower(ask, all)];
  const configuration = await plant.plantConfiguration(ask, all['workspace_id']!);
  const values = [all, ...[states.values, module.values, run, provider, follower, usage].map((more) => ({ ...all, ...more }))];
  await createCallers(
    bench,
    [all, states.values, run, follower].map((one) => one['workspace_id']!),
  );
  return { values, created: findAddresses(JSON.stringify([states.told, module.told, configuration])) };
};

const reads = slottedRequests.filter(({ line, anonymous }) => line.startsWith('GET ') && !anonymous);

/** Names that an answer could be asked to include. */
const listRelationships = (body: any): string =>
  [...new Set([body?.data].flat().flatMap((one: any) => Object.keys(one?.relationships ?? {})))].join(',').replaceAll('-', '_');

/** All addresses that a caller finds in anything that can be read, with what can be included. */
const readAll = async ({ bench, values }: Pick<World, 'bench' | 'values'>, token: string | null): Promise<readonly FoundAddress[]> => {
  const found = new Map<string, FoundAddress>();
  const keep = (response: { readonly body: unknown; readonly headers: Headers }): void => {
    const headers = ['location', 'x-terraform-get'].map((name) => response.headers.get(name) ?? '');
    for (const one of findAddresses(`${JSON.stringify(response.body) ?? ''} ${headers.join(' ')}`)) found.set(one.row + one.path, one);
  };
  const asked = new Set<string>();
  for (const request of reads)
    for (const some of values) {
      const { line } = fillSlots(request, some);
      if (asked.has(line)) continue;
      asked.add(line);
      if (request.service === 'ci') {
        keep(await bench.ci(line, undefined, { token }));
        continue;
      }
      const headers = { accept: 'application/vnd.api+json', 'user-agent': 'go-tfe' };
      const answer = await bench.request(line, undefined, { token, headers });
      keep(answer);
      const include = listRelationships(answer.body);
      if (answer.status !== 200 || include === '') continue;
      const included = (names: string) =>
        bench.request(`${line}${line.includes('?') ? '&' : '?'}include=${names}`, undefined, { token, headers });
      const all = await included(include);
      keep(all);
      // Where one of the names cannot be included, each of the others can.
      if (all.status !== 200) for (const one of include.split(',')) keep(await included(one));
    }
  return [...found.values()];
};

const use = async ({ bench }: Pick<World, 'bench'>, { row, path }: Pick<FoundAddress, 'row' | 'path'>): Promise<number> => {
  const method = row.split(' ')[0]!;
  return (await bench.request(`${method} /${path}`, method === 'GET' ? undefined : Buffer.from('x'), { token: null })).status;
};
/** What signs the addresses of a thing, as the store has it. */
const findStoredSecret = ({ store }: PipelineTest, { params }: FoundAddress): Promise<readonly string[]> =>
  store.read(async (view) => {
    const id = params['state_version_id'] ?? params['configuration_version_id'] ?? params['policy_set_version_id'] ?? params['owner'];
    const run = (params['plan_id'] ?? params['apply_id'])?.replace(/^\w+/, 'run');
    const kinds = ['state-versions', 'configuration-versions', 'policy-set-versions', 'registry-provider-versions'];
    const found: unknown[] = [];
    found.push((await view.get<any>('engine-commands', params['query_id'] ?? params['test_run_id'] ?? ''))?.body.secret);
    for (const kind of [...kinds, 'registry-provider-platforms', 'runs'])
      found.push((await view.get<any>(kind, (kind === 'runs' ? run : id) ?? ''))?.body.secret);
    const module = await view.get<any>('registry-modules', params['id'] ?? '');
    found.push(module?.body.versions.find(({ version }: any) => version === params['version'])?.secret);
    return found.filter((one): one is string => typeof one === 'string');
  });
const every = ({ found, created }: World): readonly FoundAddress[] => [
  ...new Map([...created, ...[...found.values()].flat()].map((one) => [one.row + one.path, one])).values(),
];

law.before(async (context) => {
  const bench = await startPipelineTest({
    settings: { tier: 'plus', runs: 'scripted', repositoriesFolder: temporaryFolder() },
  });
  const planted = { bench, ...(await plantWorld(bench)) };
  const found = new Map<string, readonly FoundAddress[]>();
  for (const [caller, token] of Object.entries(tokens)) found.set(caller, await readAll(planted, token));
  Object.assign(context, { ...planted, found });
});
law.after(({ bench }) => bench.close());

const addressed = Object.entries(anonymousRoutes).filter(([, { proof }]) => proof === 'address');

law('each route that asks for no token is in the table', () => {
  const routes = apiDefinitions.flatMap((definition) => definition.routes.filter(({ anonymous }) => anonymous));
  assert.equal(routes.map(({ endpoint }) => endpoint).sort(), Object.keys(anonymousRoutes).sort());
});

law('the page says of each how long it is good, and whether it is taken once', () => {
  const page = readFileSync(new URL('../../../docs/workspace-service.md', import.meta.url), 'utf8');
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  for (const [row, { good }] of addressed) {
    const [, , , , told, once] = rows.find((cells) => cells[1] === `\`${row}\``) ?? [];
    assert.ok(told?.startsWith(good!.replace(/: decision 145$/, '')), `${row}: ${told}`);
    assert.is(once, row.startsWith('PUT ') ? 'yes' : 'no', row);
  }
});

law('each is told to anyone who may do what it gives, and to nobody else', ({ found, created }) => {
  const holders = (row: string): readonly string[] =>
    Object.keys(tokens).filter((caller) => found.get(caller)!.some((one) => one.row === row));
  assert.equal(
    addressed.map(([row]) => `${row}: ${holders(row).join(', ')}`),
    addressed.map(([row, { told }]) => `${row}: ${told!.join(', ')}`),
  );
  assert.equal([...new Set(created.map(({ row }) => row))].sort(), [
    'PUT /configuration-versions/{configuration_version_id}/upload/{secret}',
    'PUT /registry-modules/{id}/versions/{version}/object/{secret}',
    'PUT /state-versions/{state_version_id}/json-upload/{secret}',
    'PUT /state-versions/{state_version_id}/upload/{secret}',
  ]);
});

law('each that reads gives what it is for, to anyone who has it', async (world) => {
  const answers: string[] = [];
  for (const one of every(world)) if (one.row.startsWith('GET ')) answers.push(`${await use(world, one)} ${one.row}`);
  assert.equal([...new Set(answers)].sort(), [
    '200 GET /applies/{apply_id}/errored-state/{secret}',
    '200 GET /applies/{apply_id}/logs/{secret}',
    '200 GET /plans/{plan_id}/json-output/{secret}',
    '200 GET /plans/{plan_id}/json-schema/{secret}',
    '200 GET /plans/{plan_id}/logs/{secret}',
    '200 GET /queries/{query_id}/logs/{secret}',
    '200 GET /registry-modules/{id}/versions/{version}/object/{secret}',
    '200 GET /registry-provider-files/{owner}/{file}/{secret}',
    '200 GET /state-versions/{state_version_id}/download/{secret}',
    '200 GET /state-versions/{state_version_id}/json-download/{secret}',
    '200 GET /test-runs/{test_run_id}/logs/{secret}',
    '200 GET /usage-export/{usage_export_job_id}/{file}',
    // A state that was stored through the API in one request has no form for people.
    '404 GET /state-versions/{state_version_id}/json-download/{secret}',
  ]);
});

/** The addresses that somebody could make of one: with its proof at each other operation and file of the same thing. */
const derive = ({ row, params }: FoundAddress): readonly Pick<FoundAddress, 'row' | 'path'>[] =>
  addressed.flatMap(([other]) => {
    const names = [...other.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    if (params['secret'] === undefined || !names.includes('secret') || names.some((name) => params[name] === undefined)) return [];
    const files = names.includes('file') ? ['package', 'shasums', 'shasums-sig'] : [''];
    return files.flatMap((file) => {
      if (other === row && (file === '' || file === params['file'])) return [];
      const path = other.split(' ')[1]!.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'file' ? file : params[name]!));
      return [{ row: other, path: `/api/v2${path}` }];
    });
  });

law('an address gives one operation on one thing: its proof opens no other', async (world) => {
  const opened: string[] = [];
  let tried = 0;
  for (const one of every(world))
    for (const other of derive(one)) {
      tried += 1;
      const status = await use(world, other);
      if (status !== 404) opened.push(`${status} ${other.row} with the proof of ${one.row}`);
    }
  assert.ok(tried > 30, `only ${tried} were tried`);
  assert.equal([...new Set(opened)], []);
});

law('what is stored with a thing is no proof, and neither is a signature with a later end', async (world) => {
  const { bench } = world;
  const opened: string[] = [];
  for (const one of every(world)) {
    const { secret } = one.params;
    if (!secret?.includes('.')) continue;
    const later = `${(Date.parse('2030-01-01') / 1).toString(36)}.${secret.split('.')[1]}`;
    const stored = await findStoredSecret(bench, one);
    assert.ok(stored.length > 0, one.row);
    for (const forged of [later, ...stored, `${secret}0`, secret.slice(0, -1)])
      if ((await use(world, { ...one, path: one.path.replace(secret, forged) })) !== 404) opened.push(`${one.row} with ${forged}`);
  }
  assert.equal(opened, []);
});

const lives = { 'a minute': 60_000, 'an hour': 3_600_000, 'a day': 86_400_000, '36 hours: decision 145': 129_600_000 } as const;

law('each ends in time by the clock of the service, but those that a decision names', async (world) => {
  const { bench } = world;
  const start = bench.clock.now().getTime();
  const open: string[] = [];
  for (const [words, milliseconds] of Object.entries(lives)) {
    bench.clock.freeze(new Date(start + milliseconds + 1000));
    for (const one of every(world))
      if (anonymousRoutes[one.row]!.good === words && ![403, 404].includes(await use(world, one))) open.push(one.row);
  }
  bench.clock.freeze(new Date(start + 400 * 86_400_000));
  const always = addressed.filter(([, { good }]) => good === 'always: decision 145').map(([row]) => row);
  for (const one of every(world)) {
    const status = await use(world, one);
    if (always.includes(one.row) ? status === 404 : ![403, 404].includes(status)) open.push(`${status} ${one.row} after 400 days`);
  }
  bench.clock.freeze(new Date(start));
  assert.equal([...new Set(open)], []);
});

law('each dies with what it is about', async (world) => {
  const { bench } = world;
  const fresh = [...every(world), ...(await readAll(world, 'owner-token'))].filter(({ row }) => !row.includes('/usage-export/'));
  assert.is((await bench.request('DELETE /organizations/acme')).status, 204);
  const alive: string[] = [];
  for (const one of fresh) if ((await use(world, one)) !== 404) alive.push(one.row);
  assert.equal([...new Set(alive)], []);
});

law.run();
