// watchdog: 600 s
import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { callers } from '../../generate/ci-rights/callers.ts';
import { documentedRules } from '../../generate/ci-rights/documented.ts';
import { triedRights } from '../../generate/ci-rights/rows.ts';
import { ciApi } from '../../service/src/ci/api-definition.ts';
import { routes } from '../../service/src/ci/index.ts';
import { createRouter } from '../../service/src/http/router.ts';
import { expandEndpoints } from '../../service/src/pipeline/endpoints.ts';
import { fillRequest } from './ci-rights/things.ts';
import { startRightsWorld, tokens } from './ci-rights/world.ts';

const Cells = suite('who may do what in the CI service');

for (const [caller] of callers)
  Cells(`${caller}: each request of the table is done, or refused with 403`, async () => {
    const here = await startRightsWorld();
    const wrong: string[] = [];
    for (const { callers: allowed, requests } of triedRights)
      for (const request of requests) {
        const [row, body] = await fillRequest(here, request);
        const { status, body: answer } = await here.ci(row, body, { token: tokens[caller] });
        const isAsSaid = allowed.includes(caller) ? status >= 200 && status < 300 : status === 403;
        if (!isAsSaid) wrong.push(`${request[0]}: ${status} ${allowed.includes(caller) ? JSON.stringify(answer) : ''}`);
      }
    assert.equal(wrong, []);
    await here.close();
  });

/** Routes that are not in the table, with the reason. */
const otherRoutes: { readonly [endpoint: string]: string } = {
  'GET /usage-export/{usage_export_job_id}/{file}': 'without a token: the secret of the address is asked: laws/anonymous-addresses.test.ts',
  'POST /pipeline/continue': 'without a token: the key of a setup job is asked: ci-openers.test.ts',
  'POST /hooks/{id}': 'without a token: the secret of the address is asked: ci-ways.test.ts',
  'POST /hooks/code-host/{organization}': 'without a token: the signature is asked: ci-ways.test.ts',
  'POST /graphql-unstable': 'deletes contexts, claims namespaces, publishes and imports orbs: the tests below',
};
/** The route that a request of the table reaches, as the service finds it. */
const findRoute = createRouter(
  expandEndpoints(ciApi).map(({ methods, path, route }) => ({ endpoint: `${methods} ${path}`, value: route })),
);
const endpointOf = (row: string): string => {
  const [method, address] = row.split('?')[0]!.split(' ') as [string, string];
  const path = address.startsWith('//') ? address.slice(1) : `/api/v2${address}`;
  const found = findRoute(method, path.replaceAll(/[<>]/g, 'x'));
  if (!found || !('value' in found)) throw new Error(`no route answers ${row}`);
  return found.value.endpoint;
};

Cells('each route is in the table, or says why not', () => {
  const asked = new Set(triedRights.flatMap(({ requests }) => requests.map(([row]) => endpointOf(row))));
  const absent = routes.map(({ endpoint }) => endpoint).filter((endpoint) => !asked.has(endpoint));
  assert.equal(absent.sort(), Object.keys(otherRoutes).sort());
});

Cells('each rule that the vendor documents beyond them has a test, or says why not', () => {
  const root = `${import.meta.dirname}/../..`;
  const wrong = documentedRules.filter(({ test, whyNot }) => {
    if (!test) return whyNot === undefined;
    const [file, name] = test;
    return whyNot !== undefined || !readFileSync(`${root}/${file}.test.ts`, 'utf8').includes(`'${name}'`);
  });
  assert.equal(wrong, []);
});

Cells('GraphQL deletes contexts and claims namespaces by the same rights', async () => {
  const here = await startRightsWorld();
  const ask = async (caller: (typeof callers)[number][0], query: string): Promise<boolean> => {
    const { body } = await here.ci('POST //graphql-unstable', { query }, { token: tokens[caller] });
    return body.errors === undefined && (body.data.createNamespace?.errors ?? []).length === 0;
  };
  const may: Record<string, readonly boolean[]> = {};
  for (const [caller] of callers) {
    const [, [, deletion]] = [0, await fillRequest(here, ['', { open: '<context>', group: '<foreign-context>' }])] as const;
    const contexts = deletion as { readonly open: string; readonly group: string };
    const remove = (id: string) => ask(caller, `mutation { deleteContext(input: { contextId: "${id}" }) { clientMutationId } }`);
    const claim = `mutation { createNamespace(name: "acme", organizationId: "${here.org}") { namespace { id } errors { message } } }`;
    may[caller] = [await remove(contexts.open), await remove(contexts.group), await ask(caller, claim)];
  }
  assert.equal(may, {
    owner: [true, true, true],
    contributor: [true, false, false],
    viewer: [false, false, false],
    'project-admin': [false, false, false],
    'project-contributor': [false, false, false],
    'project-viewer': [false, false, false],
    'organization-token': [true, false, false],
    'team-token': [false, false, false],
  });
  await here.close();
});

Cells('GraphQL creates and releases orbs for admins, and publishes development versions for contributors', async () => {
  const here = await startRightsWorld();
  const text = 'version: 2.1\\ncommands: { say: { steps: [run: echo hi] } }\\n';
  const refusals = async (caller: (typeof callers)[number][0], mutation: string): Promise<number> => {
    const { body } = await here.ci('POST //graphql-unstable', { query: `mutation { ${mutation} }` }, { token: tokens[caller] });
    return (Object.values(body.data)[0] as { readonly errors: readonly unknown[] }).errors.length;
  };
  const create = (name: string) =>
    `createOrb(name: "${name}", registryNamespaceId: "${here.org}", isPrivate: true) { orb { id } errors { message } }`;
  const publish = (version: string) =>
    `publishOrb(namespaceName: "acme", orbName: "tool", version: "${version}", orbYaml: "${text}") { errors { message } }`;
  const promote = (version: string) =>
    `promoteOrb(namespaceName: "acme", orbName: "tool", devVersion: "dev:x", semanticVersion: "${version}") { errors { message } }`;
  assert.equal([await refusals('owner', create('tool')), await refusals('owner', publish('dev:x'))], [0, 0]);
  const may: Record<string, readonly boolean[]> = {};
  for (const [at, [caller]] of callers.entries()) {
    const mutations = [create(`tool-${at}`), publish(`1.0.${at}`), promote(`1.1.${at}`), publish(`dev:${at}`)];
    const answers: boolean[] = [];
    for (const mutation of mutations) answers.push((await refusals(caller, mutation)) === 0);
    may[caller] = answers;
  }
  assert.equal(may, {
    owner: [true, true, true, true],
    contributor: [false, false, false, true],
    viewer: [false, false, false, false],
    'project-admin': [false, false, false, false],
    'project-contributor': [false, false, false, false],
    'project-viewer': [false, false, false, false],
    'organization-token': [false, false, false, true],
    'team-token': [false, false, false, false],
  });
  await here.close();
});

Cells('GraphQL imports namespaces, orbs and versions for admins alone', async () => {
  const here = await startRightsWorld();
  const [, [, named]] = [0, await fillRequest(here, ['', { orb: '<orb>' }])] as const;
  const { orb } = named as { readonly orb: string };
  const isDone = async (caller: (typeof callers)[number][0], mutation: string): Promise<boolean> => {
    const { body } = await here.ci('POST //graphql-unstable', { query: `mutation { ${mutation} }` }, { token: tokens[caller] });
    return (Object.values(body.data)[0] as { readonly errors: readonly unknown[] }).errors.length === 0;
  };
  const may: Record<string, readonly boolean[]> = {};
  for (const [at, [caller]] of callers.entries())
    may[caller] = [
      await isDone(caller, 'importNamespace(name: "acme") { errors { message } }'),
      await isDone(caller, `importOrb(name: "i${at}", registryNamespaceId: "${here.org}") { errors { message } }`),
      await isDone(caller, `importOrbVersion(orbId: "${orb}", version: "2.0.${at}", orbYaml: "version: 2.1") { errors { message } }`),
    ];
  assert.equal(may, {
    owner: [true, true, true],
    contributor: [false, false, false],
    viewer: [false, false, false],
    'project-admin': [false, false, false],
    'project-contributor': [false, false, false],
    'project-viewer': [false, false, false],
    'organization-token': [false, false, false],
    'team-token': [false, false, false],
  });
  await here.close();
});

Cells.run();
