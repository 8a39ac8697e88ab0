import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startCiService, startTime, statusAndMessage, type CiTestService } from '../support.ts';

const claims = suite<{ here: CiTestService; project: string }>('custom claims of identity tokens');
claims.before.each(async (context) => {
  context.here = await startCiService();
  context.project = (await context.here.project('web')).id;
});
claims.after.each(async ({ here }) => {
  await here.close();
});

claims('of an organization and of a project: kept, returned, deleted by name', async ({ here: { ci, org, clock }, project }) => {
  const empty = { audience: null, audience_updated_at: null, org_id: org, project_id: null, ttl: null, ttl_updated_at: null };
  for (const [path, document] of [
    [`/org/${org}/oidc-custom-claims`, empty],
    [`/org/${org}/project/${project}/oidc-custom-claims`, { ...empty, project_id: project }],
  ] as const) {
    clock.freeze(new Date(startTime));
    assert.equal((await ci(`GET ${path}`)).body, document);
    const changed = await ci(`PATCH ${path}`, { audience: ['one', 'two'], ttl: '1h30m' });
    const whole = { ...document, audience: ['one', 'two'], audience_updated_at: startTime, ttl: '1h30m', ttl_updated_at: startTime };
    assert.equal([changed.status, changed.body], [200, whole]);
    clock.advance(1000);
    const later = { ...whole, ttl: '2d', ttl_updated_at: '2026-05-01T12:00:01.000Z' };
    assert.equal((await ci(`PATCH ${path}`, { ttl: '2d' })).body, later);
    assert.equal((await ci(`GET ${path}`)).body, later);
    assert.equal((await ci(`DELETE ${path}?claims=audience`)).body, { ...later, audience: null, audience_updated_at: null });
    assert.equal((await ci(`DELETE ${path}?claims=audience,ttl`)).body, document);
    assert.equal(statusAndMessage(await ci(`DELETE ${path}`)), [
      400,
      'claims: expected audience, ttl or both, separated by a comma; got ""',
    ]);
    assert.equal(statusAndMessage(await ci(`PATCH ${path}`, { ttl: 'soon' })), [
      400,
      'ttl: expected a duration such as 1h or 1h30m, in ms, s, m, h, d or w, got "soon"',
    ]);
    assert.is((await ci(`PATCH ${path}`, { ttl: '1h' }, { token: 'mia-token' })).status, 403, 'owners only');
    assert.is((await ci(`GET ${path}`, undefined, { token: 'mia-token' })).status, 200);
    assert.is((await ci(`GET ${path}`, undefined, { token: 'stranger-token' })).status, 404);
  }
});

claims('end with their project; errors of the hosted service have the member error', async ({ here, project }) => {
  const { ci, org } = here;
  await ci(`PATCH /org/${org}/project/${project}/oidc-custom-claims`, { ttl: '1h' });
  const hosted = { token: null, headers: { 'circle-token': 'owner-token' } };
  assert.is((await ci(`DELETE /project/${project}`, undefined, hosted)).status, 200);
  assert.equal(await here.store.read((view) => view.count({ kind: 'ci-oidc-claims' })), 0);
  assert.equal(Object.keys((await ci(`PATCH /org/${org}/oidc-custom-claims`, { ttl: 1 }, hosted)).body), ['error']);
});

claims('what cannot be seen is 404, and 403 for clients of the hosted service, whose document has no 404', async ({ here, project }) => {
  const { ci, org } = here;
  const unknown = '00000000-1111-4222-8333-000000000001';
  const hidden = 'was not found, or this token has no access to it';
  const rows: readonly (readonly [path: string, token: string, message: string])[] = [
    [`/org/${unknown}/oidc-custom-claims`, 'owner-token', `the organization ${unknown} ${hidden}`],
    [`/org/${org}/oidc-custom-claims`, 'stranger-token', `the organization ${org} ${hidden}`],
    [`/org/${org}/project/${unknown}/oidc-custom-claims`, 'owner-token', `the project ${unknown} ${hidden}`],
    [`/org/${org}/project/${project}/oidc-custom-claims`, 'stranger-token', `the organization ${org} ${hidden}`],
  ];
  for (const [path, token, message] of rows)
    for (const [row, body] of [[`GET ${path}`], [`PATCH ${path}`, { ttl: '1h' }], [`DELETE ${path}?claims=ttl`]] as const) {
      const neutral = await ci(row, body, { token });
      assert.equal([neutral.status, neutral.body], [404, { message }], row);
      const hosted = await ci(row, body, { token: null, headers: { 'circle-token': token } });
      assert.equal([hosted.status, hosted.body], [403, { error: message }], row);
    }
});
claims.run();
