import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService, listNames, summarizeErrors } from './support.ts';

const consumers = suite<WorkspaceTestService & { web: string; path: string; one: string; two: string }>('remote state consumers');
consumers.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService());
  context.web = await context.createWorkspaceId('web');
  context.one = await context.createWorkspaceId('one');
  context.two = await context.createWorkspaceId('two');
  context.path = `/workspaces/${context.web}/relationships/remote-state-consumers`;
});
consumers.after.each(async ({ close }) => {
  await close();
});

const ids = (...all: string[]) => ({ data: all.map((id) => ({ type: 'workspaces', id })) });

consumers('added, replaced and removed; what is there, or is not, is ignored', async ({ request: ask, path, one, two }) => {
  assert.equal(listNames(await ask(`GET ${path}`)), []);
  const added = await ask(`POST ${path}`, ids(one));
  assert.equal([added.status, added.body], [204, undefined]);
  assert.is((await ask(`POST ${path}`, ids(one, two))).status, 204, 'one present is no mistake, the rest is added');
  assert.equal(listNames(await ask(`GET ${path}`)), ['one', 'two']);
  assert.is((await ask(`PATCH ${path}`, ids(two))).status, 204);
  assert.equal(listNames(await ask(`GET ${path}`)), ['two']);
  assert.is((await ask(`DELETE ${path}`, ids(one, two))).status, 204, 'one absent is no mistake');
  assert.is((await ask(`PATCH ${path}`, ids(one, one))).status, 204);
  assert.equal(listNames(await ask(`GET ${path}`)), ['one']);
  assert.is((await ask(`PATCH ${path}`, ids())).status, 204);
  assert.equal(listNames(await ask(`GET ${path}`)), []);
});

consumers(
  'the workspace itself and unknown ones are refused, and a bad request changes nothing',
  async ({ request: ask, path, web, one }) => {
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      const self = await ask(`${method} ${path}`, ids(one, web));
      assert.equal(
        self.body,
        {
          errors: [
            {
              status: '422',
              title: 'invalid attribute',
              detail: 'a workspace cannot be its own consumer',
              source: { pointer: '/data/1/id' },
            },
          ],
        },
        method,
      );
      const unknown = await ask(`${method} ${path}`, ids('ws-none'));
      assert.equal(
        unknown.body,
        {
          errors: [
            {
              status: '422',
              title: 'invalid attribute',
              detail: 'ws-none is no workspace of the organization "acme" that this token may see',
              source: { pointer: '/data/0/id' },
            },
          ],
        },
        method,
      );
      assert.equal(summarizeErrors(await ask(`${method} ${path}`, { data: [{ type: 'projects', id: one }] })), [422, '/data/0/type']);
      assert.equal(summarizeErrors(await ask(`${method} ${path}`, { data: [{ type: 'workspaces' }] })), [422, '/data/0/id']);
      assert.equal(summarizeErrors(await ask(`${method} ${path}`, { data: 'all' })), [422, '/data']);
    }
    assert.equal(listNames(await ask(`GET ${path}`)), []);
  },
);

consumers(
  'are told and brought by who includes them; otherwise a link says where they are',
  async ({ request: ask, path, web, one, two, patch }) => {
    await ask(`POST ${path}`, ids(one, two));
    const links = { related: `/api/v2/workspaces/${web}/relationships/remote-state-consumers` };
    const relationshipOf = (document: any) => document.relationships['remote-state-consumers'];
    assert.equal(relationshipOf((await ask(`GET /workspaces/${web}`)).body.data), { links });
    for (const name of ['remote-state-consumers', 'remote_state_consumers']) {
      const { body } = await ask(`GET /workspaces/${web}?include=${name}`);
      assert.equal(relationshipOf(body.data), { ...ids(one, two), links });
      assert.equal(listNames({ body: { data: body.included } } as never), ['one', 'two']);
    }
    const { body: list } = await ask('GET /organizations/acme/workspaces?include=remote-state-consumers');
    assert.equal(
      list.data.map((document: any) => relationshipOf(document).data),
      [ids(one, two).data, [], []],
    );
    await patch(web, { 'global-remote-state': true });
    const all = (await ask(`GET /workspaces/${web}?include=remote-state-consumers`)).body;
    assert.equal([relationshipOf(all.data), all.included], [{ links }, []]);
  },
);

consumers('while everybody may read there is nothing to choose', async ({ request: ask, path, web, one, patch }) => {
  await ask(`POST ${path}`, ids(one));
  await patch(web, { 'global-remote-state': true });
  assert.equal(listNames(await ask(`GET ${path}`)), ['one', 'two'], 'every other one');
  for (const method of ['POST', 'PATCH', 'DELETE'])
    assert.equal(summarizeErrors(await ask(`${method} ${path}`, ids(one))), [422, '/data'], method);
  await patch(web, { 'global-remote-state': false });
  assert.equal(listNames(await ask(`GET ${path}`)), ['one']);
});

consumers(
  'every other one, page by page, wherever the workspace itself stands',
  async ({ request: ask, createWorkspaceId: id, patch, web, one, two }) => {
    const expected: string[] = ['web', 'one', 'two'];
    for (let index = 3; index < 22; index++) {
      await id(`w${index}`);
      expected.push(`w${index}`);
    }
    const last = (await ask('GET /organizations/acme/workspaces/w21')).body.data.id;
    for (const [workspace, name] of [
      [web, 'web'],
      [two, 'two'],
      [last, 'w21'],
      [one, 'one'],
    ] as const) {
      await patch(workspace, { 'global-remote-state': true });
      for (const size of [20, 21, 100, 5, 1]) {
        const seen: string[] = [];
        let next: string | null = `/workspaces/${workspace}/relationships/remote-state-consumers?page[size]=${size}`;
        while (next !== null) {
          const answer: any = await ask(`GET ${next}`);
          assert.is(answer.body.meta.pagination['total-count'], 21);
          seen.push(...listNames(answer));
          next = answer.body.links.next?.slice('http://slipway.test/api/v2'.length) ?? null;
        }
        assert.equal(
          seen,
          expected.filter((one_) => one_ !== name),
          `${name} ${size}`,
        );
      }
      assert.equal(
        (await ask(`GET /workspaces/${workspace}/relationships/remote-state-consumers?page[number]=9`)).body.meta.pagination['total-count'],
        21,
      );
    }
  },
);

consumers(
  'a member sees and chooses among what it may read; only who manages all replaces',
  async ({ request: ask, path, web, one, two, member, grant, patch }) => {
    const { token, team } = await member('ada');
    const as = (row: string, body?: unknown) => ask(row, body, { token });
    await grant('team-workspaces', team, web, { access: 'admin' });
    await grant('team-workspaces', team, one, { access: 'read' });
    await ask(`POST ${path}`, ids(two));
    assert.equal(listNames(await as(`GET ${path}`)), []);
    assert.equal(summarizeErrors(await as(`POST ${path}`, ids(two))), [422, '/data/0/id']);
    assert.is((await as(`POST ${path}`, ids(one))).status, 204);
    assert.is((await as(`PATCH ${path}`, ids(one))).status, 404);
    assert.equal(listNames(await ask(`GET ${path}`)), ['one', 'two'], 'what it cannot see stays');
    assert.equal(listNames(await as(`GET ${path}`)), ['one']);
    assert.is((await as(`DELETE ${path}`, ids(one))).status, 204);
    await patch(web, { 'global-remote-state': true });
    assert.equal(listNames(await as(`GET ${path}`)), ['one']);
    const { token: manager } = await member('mo', ['manage-workspaces']);
    await patch(web, { 'global-remote-state': false });
    assert.is((await ask(`PATCH ${path}`, ids(one), { token: manager })).status, 204);
    const { token: reader } = await member('rita', ['read-workspaces']);
    assert.is((await ask(`POST ${path}`, ids(one), { token: reader })).status, 404);
  },
);

consumers('a deleted workspace consumes nothing', async ({ request: ask, path, one }) => {
  await ask(`POST ${path}`, ids(one));
  await ask(`DELETE /workspaces/${one}`);
  assert.equal(listNames(await ask(`GET ${path}`)), []);
});

consumers.run();
