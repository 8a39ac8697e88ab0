import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTestService, type TestService } from './support.ts';

const varset = suite<{ bench: TestService }>('varset');
varset.before.each(async (context) => {
  context.bench = await createTestService();
});
varset.after.each(async (context) => {
  await context.bench.close();
});

varset('create answers 200 with the whole document', async ({ bench: { request: ask } }) => {
  const made = await ask('POST /organizations/acme/varsets', {
    data: {
      type: 'varsets',
      attributes: { name: 'base', description: 'for all', global: false, priority: true },
      relationships: { vars: { data: [{ type: 'vars', attributes: { key: 'REGION', value: 'north', category: 'env' } }] } },
    },
  });
  assert.is(made.status, 200);
  const {
    id,
    relationships: {
      vars: {
        data: [{ id: variable }],
      },
    },
  } = made.body.data;
  assert.match(id, /^varset-[A-Za-z0-9]{16}$/);
  assert.match(variable, /^var-[A-Za-z0-9]{16}$/);
  assert.equal(made.body, {
    data: {
      id,
      type: 'varsets',
      attributes: {
        name: 'base',
        description: 'for all',
        global: false,
        priority: true,
        'updated-at': '2026-05-01T12:00:00.000Z',
        'var-count': 1,
        'workspace-count': 0,
        'project-count': 0,
        permissions: { 'can-update': true },
      },
      relationships: {
        organization: { data: { id: 'acme', type: 'organizations' } },
        vars: { data: [{ id: variable, type: 'vars' }] },
        workspaces: { data: [] },
        projects: { data: [] },
        parent: { data: { id: 'acme', type: 'organizations' } },
      },
      links: { self: `/api/v2/varsets/${id}` },
    },
  });
  const shown = await ask(`GET /varsets/${id}?include=vars`);
  assert.equal(shown.body.included, [
    {
      id: variable,
      type: 'vars',
      attributes: {
        key: 'REGION',
        value: 'north',
        description: null,
        category: 'env',
        hcl: false,
        sensitive: false,
        'created-at': '2026-05-01T12:00:00.000Z',
        'version-id': shown.body.included[0].attributes['version-id'],
      },
      relationships: { varset: { data: { id, type: 'varsets' }, links: { related: `/api/v2/varsets/${id}` } } },
      links: { self: `/api/v2/varsets/${id}/relationships/vars/${variable}` },
    },
  ]);
});

varset.run();
