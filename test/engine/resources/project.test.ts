import { testLifecycle } from '../support/lifecycle.ts';

testLifecycle({
  resource: 'project',
  create: 'name = "payments"\ntags = { env = "prod" }',
  created: {
    name: 'payments',
    description: '',
    organization: 'acme',
    tags: { env: 'prod' },
    ignore_additional_tags: false,
    tags_own: 'all',
    auto_destroy_activity_duration: null,
  },
  update: {
    body: 'name = "billing"\ndescription = "money"\ntags = { env = "dev", team = "a" }\nauto_destroy_activity_duration = "14d"',
    attributes: { name: 'billing', description: 'money', tags: { env: 'dev', team: 'a' }, auto_destroy_activity_duration: '14d' },
  },
  imports: [({ id }) => id, () => 'acme/payments'],
  drift: {
    by: (fixture, { id }) =>
      fixture.api('PATCH', `/projects/${id}/tag-bindings`, { data: [{ type: 'tag-bindings', attributes: { key: 'rogue', value: 'x' } }] }),
    shows: ['update slipway_project.it'],
  },
  vanish: { by: (fixture, { id }) => fixture.api('DELETE', `/projects/${id}`) },
  gone: async (fixture, { id }) => (await fixture.api('GET', `/projects/${id}`)).status === 404,
});
