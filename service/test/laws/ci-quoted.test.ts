import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startCiService, type CiTestService } from '../ci/support.ts';

// Requests and answers that tests beside put together from parts: here once as they are on the wire, ids aside.
const quoted = suite<{ here: CiTestService; asked(row: string, body?: object): Promise<readonly [number, string]> }>(
  'requests of the CI service, to the letter',
);
quoted.before.each(async (context) => {
  context.here = await startCiService();
  context.asked = async (row, body) => {
    const { status, body: answer } = await context.here.ci(row, body);
    return [status, JSON.stringify(answer).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')];
  };
});
quoted.after.each(async (context) => {
  await context.here.close();
});

quoted('decision settings', async ({ here: { org }, asked }) => {
  assert.equal(await asked(`GET /owner/${org}/context/config/decision/settings`), [200, '{"enabled":false}']);
  assert.equal(await asked(`PATCH /owner/${org}/context/config/decision/settings`, { enabled: true }), [200, '{"enabled":true}']);
  assert.equal(await asked(`GET /owner/${org}/context/config/decision/settings`), [200, '{"enabled":true}']);
});

quoted('a bundle, a policy of it, and what would change', async ({ here: { org }, asked }) => {
  const policies = { 'a.rego': 'package org\npolicy_name["a"]\n' };
  const document =
    '{"content":"package org\\npolicy_name[\\"a\\"]\\n","created_at":"2026-05-01T12:00:00.000Z","created_by":"<id>","name":"a"}';
  assert.equal(await asked(`POST /owner/${org}/context/config/policy-bundle?dry=true`, { policies }), [
    200,
    '{"created":["a"],"deleted":[],"modified":[]}',
  ]);
  assert.equal(await asked(`POST /owner/${org}/context/config/policy-bundle`, { policies }), [
    201,
    '{"created":["a"],"deleted":[],"modified":[]}',
  ]);
  assert.equal(await asked(`GET /owner/${org}/context/config/policy-bundle`), [200, `{"a":[${document}]}`]);
  assert.equal(await asked(`GET /owner/${org}/context/config/policy-bundle/a`), [200, document]);
});

quoted('a decision, its log and its bundle', async ({ here: { org, ci }, asked }) => {
  const decision = '{"enabled_rules":[],"hard_failures":[],"soft_failures":[],"reason":"there are no policies","status":"PASS"}';
  const log =
    `{"id":"<id>","created_at":"2026-05-01T12:00:00.000Z","decision":${decision},"metadata":{"build_number":7},"policies":` +
    '{},"time_taken_ms":0}';
  assert.equal(await asked(`POST /owner/${org}/context/config/decision`, { input: 'version: 2.1', metadata: { build_number: 7 } }), [
    200,
    decision,
  ]);
  assert.equal(await asked(`GET /owner/${org}/context/config/decision?status=PASS&build_number=7`), [200, `[${log}]`]);
  const [{ id }] = (await ci(`GET /owner/${org}/context/config/decision`)).body;
  assert.equal(await asked(`GET /owner/${org}/context/config/decision/${id}`), [200, log]);
  assert.equal(await asked(`GET /owner/${org}/context/config/decision/${id}/policy-bundle`), [200, '{}']);
});

quoted('a trigger', async ({ here: { project, definition, ci }, asked }) => {
  const { id: web } = await project('web', 'gh/acme');
  const build = await definition(web);
  const source = '"event_source":{"provider":"codehost_app","repo":{"full_name":"acme/1","external_id":"1"}}';
  const refs = '"checkout_ref":null,"config_ref":null';
  const times = '"event_name":null,"created_at":"2026-05-01T12:00:00.000Z"';
  const document = `{"id":"<id>",${times},${source},"event_preset":"only-tags",${refs},"disabled":false}`;
  const made = await ci(`POST /projects/${web}/pipeline-definitions/${build}/triggers`, {
    event_source: { provider: 'codehost_app', repo: { external_id: '1' } },
    event_preset: 'only-tags',
  });
  assert.is(made.status, 200);
  const { id } = made.body;
  assert.equal(await asked(`GET /projects/${web}/triggers/${id}`), [200, document]);
  assert.equal(await asked(`GET /projects/${web}/pipeline-definitions/${build}/triggers`), [200, `{"items":[${document}]}`]);
  assert.equal(await asked(`PATCH /projects/${web}/triggers/${id}`, { disabled: true, event_name: 'tag' }), [
    200,
    `{"id":"<id>","event_name":"tag","created_at":"2026-05-01T12:00:00.000Z",${source},"event_preset":"only-tags",${refs},"disabled":true}`,
  ]);
  assert.equal(await asked(`DELETE /projects/${web}/triggers/${id}`), [200, '{"message":"Trigger deleted."}']);
});

quoted('a usage export', async ({ here: { org, clock }, asked }) => {
  clock.freeze(new Date('2026-05-10T00:00:00.000Z'));
  assert.equal(await asked(`POST /organizations/${org}/usage_export_job`, { start: '2026-04-01T00:00:00Z', end: '2026-05-01T00:00:00Z' }), [
    201,
    '{"usage_export_job_id":"<id>","state":"created","start":"2026-04-01T00:00:00.000Z","end":"2026-05-01T00:00:00.000Z",' +
      '"download_urls":null}',
  ]);
});

quoted.run();
