import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, listNames } from './support.ts';

const test = suite('pages of notification configurations');

test('those of a workspace, a project and a team are counted, page by page', async () => {
  const { request, createWorkspaceId, project, member, close } = await createWorkspaceTestService();
  const places = [
    `/workspaces/${await createWorkspaceId('web')}`,
    `/projects/${await project('quay')}`,
    `/teams/${(await member('mia')).team}`,
  ];
  for (const place of places) {
    const path = `${place}/notification-configurations`;
    for (const name of ['one', 'two', 'three']) {
      const attributes = { name, 'destination-type': 'email', triggers: [] };
      assert.is((await request(`POST ${path}`, { data: { type: 'notification-configurations', attributes } })).status, 201);
    }
    const whole = await request(`GET ${path}`);
    assert.equal(listNames(whole), ['one', 'two', 'three']);
    assert.equal(whole.body.meta.pagination, {
      'current-page': 1,
      'page-size': 20,
      'prev-page': null,
      'next-page': null,
      'total-pages': 1,
      'total-count': 3,
    });
    const second = await request(`GET ${path}?page[size]=2&page[number]=2`);
    assert.equal(listNames(second), ['three']);
    assert.equal(second.body.meta.pagination, {
      'current-page': 2,
      'page-size': 2,
      'prev-page': 1,
      'next-page': null,
      'total-pages': 2,
      'total-count': 3,
    });
  }
  await close();
});

test.run();
