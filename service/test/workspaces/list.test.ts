import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService, listNames, summarizeErrors } from './support.ts';

const list = suite<WorkspaceTestService>('workspace list');
list.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService());
});
list.after.each(async ({ close }) => {
  await close();
});

const path = '/organizations/acme/workspaces';
const query = (parameters: { readonly [name: string]: string }) => `GET ${path}?${new URLSearchParams(parameters)}`;
const tags = (...all: string[]) => ({ tags: { data: all.map((name) => ({ type: 'tags', attributes: { name } })) } });
const bound = (pairs: { readonly [key: string]: string }) => ({
  'tag-bindings': { data: Object.entries(pairs).map(([key, value]) => ({ type: 'tag-bindings', attributes: { key, value } })) },
});

list('the list of a caller without workspaces is an empty page', async ({ request: ask }) => {
  const link = (number: number) => `http://slipway.test/api/v2/organizations/acme/workspaces?page%5Bnumber%5D=${number}&page%5Bsize%5D=20`;
  assert.equal((await ask(`GET ${path}`)).body, {
    data: [],
    links: { self: link(1), first: link(1), prev: null, next: null, last: link(1) },
    meta: { pagination: { 'current-page': 1, 'page-size': 20, 'prev-page': null, 'next-page': null, 'total-pages': 1, 'total-count': 0 } },
  });
});

list('pages hold twenty, at most a hundred, and are followed to the end', async ({ request: ask, createWorkspaceId: id }) => {
  const page = async (parameters: { readonly [name: string]: string }) => {
    const { body } = await ask(query(parameters));
    const of = body.meta.pagination;
    return [body.data.length, of['current-page'], of['page-size'], of['prev-page'], of['next-page'], of['total-pages'], of['total-count']];
  };
  const made: string[] = [];
  const upTo = async (count: number) => {
    while (made.length < count) made.push(await id(`w-${String(made.length).padStart(3, '0')}`));
  };
  await upTo(1);
  assert.equal(await page({}), [1, 1, 20, null, null, 1, 1]);
  await upTo(20);
  assert.equal(await page({}), [20, 1, 20, null, null, 1, 20]);
  await upTo(21);
  assert.equal(await page({}), [20, 1, 20, null, 2, 2, 21]);
  assert.equal(await page({ 'page[number]': '2' }), [1, 2, 20, 1, null, 2, 21]);
  await upTo(100);
  assert.equal(await page({ 'page[size]': '100' }), [100, 1, 100, null, null, 1, 100]);
  await upTo(101);
  assert.equal(await page({ 'page[size]': '100' }), [100, 1, 100, null, 2, 2, 101]);
  assert.equal(await page({ 'page[size]': '100', 'page[number]': '2' }), [1, 2, 100, 1, null, 2, 101]);
  assert.equal(await page({ 'page[size]': '1000' }), [100, 1, 100, null, 2, 2, 101], 'more than a hundred is a hundred');
  assert.equal(await page({ 'page[number]': '9' }), [0, 9, 20, 6, null, 6, 101]);
  const seen: string[] = [];
  for (let next: string | null = `http://slipway.test/api/v2${path}?page[size]=7`; next !== null;) {
    const { body }: any = await ask(`GET ${next.slice('http://slipway.test/api/v2'.length)}`);
    seen.push(...body.data.map((one: any) => one.id));
    next = body.links.next;
  }
  assert.equal(seen, made, 'each once, in a stable order');
  for (const [name, text] of [
    ['page[number]', '0'],
    ['page[size]', 'many'],
    ['page[number]', '-1'],
  ] as const)
    assert.equal(summarizeErrors(await ask(query({ [name]: text }))), [400, name]);
});

list('links keep what was asked', async ({ request: ask, createWorkspaceId: id }) => {
  for (const name of ['web-1', 'web-2', 'web-3', 'api']) await id(name);
  const { body } = await ask(query({ 'search[name]': 'web', 'page[size]': '2', sort: '-name' }));
  assert.equal(
    body.data.map((one: any) => one.attributes.name),
    ['web-3', 'web-2'],
  );
  assert.is(
    body.links.next,
    'http://slipway.test/api/v2/organizations/acme/workspaces?search%5Bname%5D=web&sort=-name&page%5Bnumber%5D=2&page%5Bsize%5D=2',
  );
  assert.equal(listNames(await ask(`GET ${body.links.next.slice('http://slipway.test/api/v2'.length)}`)), ['web-1']);
});

list('names are searched fuzzily and by wildcard', async ({ request: ask, createWorkspaceId: id }) => {
  for (const name of ['Web-prod', 'web_dev', 'api-web', 'db', 'we']) await id(name);
  const found = async (parameters: { readonly [name: string]: string }) => listNames(await ask(query(parameters)));
  assert.equal(await found({ 'search[name]': 'web' }), ['Web-prod', 'web_dev', 'api-web']);
  assert.equal(await found({ 'search[name]': 'WEB-P' }), ['Web-prod']);
  assert.equal(await found({ 'search[name]': 'none' }), []);
  assert.equal(await found({ 'search[wildcard-name]': 'web*' }), ['Web-prod', 'web_dev']);
  assert.equal(await found({ 'search[wildcard-name]': '*web' }), ['api-web']);
  assert.equal(await found({ 'search[wildcard-name]': '*web*' }), ['Web-prod', 'web_dev', 'api-web']);
  assert.equal(await found({ 'search[wildcard-name]': 'we' }), ['we'], 'without a star it is the name');
  assert.equal(await found({ 'search[wildcard-name]': 'web_*' }), ['web_dev'], 'nothing but the star is special');
  assert.equal(await found({ 'search[name]': 'web', 'search[wildcard-name]': '*prod' }), ['Web-prod'], 'everything asked must hold');
});

list('flat tags: all of these, none of those', async ({ request: ask, createWorkspaceId: id }) => {
  await id('a', {}, tags('blue', 'green'));
  await id('b', {}, tags('blue'));
  await id('c', {}, tags('green', 'red'));
  await id('d');
  const found = async (parameters: { readonly [name: string]: string }) => listNames(await ask(query(parameters)));
  assert.equal(await found({ 'search[tags]': 'blue' }), ['a', 'b']);
  assert.equal(await found({ 'search[tags]': 'blue,green' }), ['a']);
  assert.equal(await found({ 'search[tags]': ' blue , green ' }), ['a']);
  assert.equal(await found({ 'search[tags]': 'blue,none' }), []);
  assert.equal(await found({ 'search[exclude-tags]': 'blue' }), ['c', 'd']);
  assert.equal(await found({ 'search[exclude-tags]': 'blue,red' }), ['d']);
  assert.equal(await found({ 'search[exclude-tags]': 'none' }), ['a', 'b', 'c', 'd']);
  assert.equal(await found({ 'search[tags]': 'green', 'search[exclude-tags]': 'blue' }), ['c']);
});

list(
  'key-value tags count with what a project lends, unless the workspace has its own',
  async ({ request: ask, createWorkspaceId: id, project, patch }) => {
    const lab = await project('lab');
    await ask(`PATCH /projects/${lab}/tag-bindings`, { data: [{ type: 'tag-bindings', attributes: { key: 'env', value: 'dev' } }] });
    const inLab = { project: { data: { type: 'projects', id: lab } } };
    await id('own', {}, bound({ env: 'prod', team: 'pay' }));
    const lent = await id('lent', {}, inLab);
    await id('overrides', {}, { ...inLab, ...bound({ env: 'prod' }) });
    await id('none');
    const found = async (parameters: { readonly [name: string]: string }) => listNames(await ask(query(parameters)));
    assert.equal(await found({ 'filter[tagged][0][key]': 'env' }), ['own', 'lent', 'overrides']);
    assert.equal(await found({ 'filter[tagged][0][key]': 'env', 'filter[tagged][0][value]': 'prod' }), ['own', 'overrides']);
    assert.equal(await found({ 'filter[tagged][0][key]': 'env', 'filter[tagged][0][value]': 'dev' }), ['lent']);
    assert.equal(await found({ 'filter[tagged][0][key]': 'env', 'filter[tagged][1][key]': 'team', 'filter[tagged][1][value]': 'pay' }), [
      'own',
    ]);
    assert.equal(summarizeErrors(await ask(query({ 'filter[tagged][0][value]': 'prod' }))), [400, 'filter[tagged][0][key]']);
    await ask(`PATCH /projects/${lab}`, { data: { type: 'projects', relationships: bound({ env: 'test', cost: '7' }) } });
    assert.equal(await found({ 'filter[tagged][0][key]': 'env', 'filter[tagged][0][value]': 'dev' }), []);
    assert.equal(await found({ 'filter[tagged][0][key]': 'cost' }), ['lent', 'overrides']);
    await patch(lent, {}, { project: { data: null } });
    assert.equal(await found({ 'filter[tagged][0][key]': 'cost' }), ['overrides'], 'a move leaves them behind');
  },
);

list('by project, by the status of the current run', async ({ request: ask, createWorkspaceId: id, project, change }) => {
  const lab = await project('lab');
  const a = await id('a', {}, { project: { data: { type: 'projects', id: lab } } });
  const b = await id('b');
  await change(a, { currentRun: { id: 'run-1', status: 'planning', createdAt: '2026-05-01T10:00:00.000Z' } });
  await change(b, { currentRun: { id: 'run-2', status: 'applied', createdAt: '2026-05-01T09:00:00.000Z' } });
  const found = async (parameters: { readonly [name: string]: string }) => listNames(await ask(query(parameters)));
  assert.equal(await found({ 'filter[project][id]': lab }), ['a']);
  assert.equal(await found({ 'filter[project][id]': 'prj-none' }), []);
  assert.equal(await found({ 'filter[current-run][status]': 'applied' }), ['b']);
  assert.equal(await found({ 'filter[current-run][status]': 'errored' }), []);
  assert.equal(await found({ 'filter[current-run][status]': 'applied', 'filter[project][id]': lab }), []);
  const relationships = (await ask(`GET /workspaces/${a}`)).body.data.relationships;
  assert.equal(relationships['current-run'], { data: { id: 'run-1', type: 'runs' }, links: { related: '/api/v2/runs/run-1' } });
  assert.equal(relationships['latest-run'], relationships['current-run']);
});

list('sorted by name, by current run, by latest change, either way', async ({ request: ask, createWorkspaceId: id, change }) => {
  for (const [name, run, at] of [
    ['b', '09', '03'],
    ['c', '08', '01'],
    ['a', '10', '02'],
  ] as const)
    await change(await id(name), {
      currentRun: { id: `run-${name}`, status: 'applied', createdAt: `2026-05-01T${run}:00:00.000Z` },
      latestChangeAt: `2026-05-${at}T00:00:00.000Z`,
    });
  const found = async (sort: string) => listNames(await ask(query({ sort })));
  assert.equal(await found('name'), ['a', 'b', 'c']);
  assert.equal(await found('-name'), ['c', 'b', 'a']);
  assert.equal(await found('current-run.created-at'), ['c', 'b', 'a']);
  assert.equal(await found('-current-run.created-at'), ['a', 'b', 'c']);
  assert.equal(await found('latest-change-at'), ['c', 'a', 'b']);
  assert.equal(await found('-latest-change-at'), ['b', 'a', 'c']);
  assert.equal(listNames(await ask(`GET ${path}`)), ['b', 'c', 'a'], 'as they came');
  for (const sort of ['created-at', '--name', 'name,-name']) assert.equal(summarizeErrors(await ask(query({ sort }))), [400, 'sort'], sort);
});

list('a member sees what its teams may read', async ({ createWorkspaceId: id, member, grant, project, as }) => {
  const lab = await project('lab');
  const a = await id('a');
  await id('b', {}, { project: { data: { type: 'projects', id: lab } } });
  await id('c');
  const { token, team } = await member('mia');
  const seen = async () => {
    const answer = await as(token)(`GET ${path}`);
    return [listNames(answer), answer.body.meta.pagination['total-count']];
  };
  assert.equal(await seen(), [[], 0]);
  await grant('team-workspaces', team, a, { access: 'read' });
  assert.equal(await seen(), [['a'], 1]);
  await grant('team-projects', team, lab, { access: 'write' });
  assert.equal(await seen(), [['a', 'b'], 2]);
  const { token: all } = await member('max', ['read-workspaces']);
  assert.equal(listNames(await as(all)(`GET ${path}`)), ['a', 'b', 'c']);
  assert.equal(
    (await as(token)(`GET ${path}?search[name]=b`)).body.data.map((one: any) => one.attributes.permissions['can-lock']),
    [true],
  );
});

list.run();
