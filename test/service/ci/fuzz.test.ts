// watchdog: 240 s
import * as fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { routes } from '../../../src/service/ci/index.ts';
import { here, type Here } from './support.ts';

const fuzz = suite<{ here: Here; ids: readonly string[] }>('CI endpoints, whatever is sent');
fuzz.before.each(async (context) => {
  const { project, context: make, definition, org, ci } = context.here = await here();
  const web = await project('web', 'gh/acme');
  const [keys, build] = [await make('keys'), await definition(web.id)];
  const { id: trigger } = (await ci(`POST /projects/${web.id}/pipeline-definitions/${build}/triggers`, { event_source: { provider: 'codehost_app', repo: { external_id: '1' } } })).body;
  context.ids = [org, web.id, keys, build, trigger];
});
fuzz.after.each(async (context) => { await context.here.close(); });

const odd = fc.constantFrom('', '.', '..', '%00', '%2F', '%ZZ', '%ed%a0%80', 'x'.repeat(5000), '\u{1f511}', "'; drop table records; --", '__proto__', 'constructor', '*', '-1', '9'.repeat(30), 'null');
const leaf = fc.oneof(fc.constantFrom<unknown>(null, true, '', 'main', 'codehost_app', 'webhook', 'github_app', 'project', 'expression', 'deploy-key', 'all-pushes', -1, 1e308, '\0', '\ud800', 'x'.repeat(40_000)), fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const names = ['name', 'owner', 'id', 'slug', 'type', 'value', 'restriction_type', 'restriction_value', 'project_id', 'advanced', 'oss', 'set_vcs_status', 'pr_only_branch_overrides', 'config_source', 'checkout_source',
  'event_source', 'provider', 'repo', 'external_id', 'file_path', 'webhook', 'sender', 'event_preset', 'checkout_ref', 'config_ref', 'event_name', 'disabled', 'description', '__proto__', 'toString'];
const { body: anyBody } = fc.letrec((tie) => ({
  body: fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf, fc.array(tie('body'), { maxLength: 3 }), fc.dictionary(fc.constantFrom(...names), tie('body'), { maxKeys: 6 })),
}));
const queries = fc.dictionary(fc.constantFrom('page-token', 'page-size', 'owner-id', 'owner-slug', 'owner-type', 'org-id', 'project-id', 'environment-id', 'component-name', 'digest', 'circle-token'), fc.oneof(odd, fc.string(), fc.constantFrom('1', '20', 'md5', 'gh/acme', 'account')), { maxKeys: 4 });

fuzz('no 500, always JSON, and a sentence with every refusal', async ({ here: { ci }, ids }) => {
  const segment = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids, 'gh', 'native', 'acme', 'web', 'KEY') }, { weight: 1, arbitrary: odd }, { weight: 1, arbitrary: fc.string() });
  const asked = fc.record({
    row: fc.constantFrom(...routes.map(({ row }) => row)), segments: fc.array(segment, { minLength: 6, maxLength: 6 }), query: queries, body: fc.option(anyBody, { nil: undefined }),
    raw: fc.option(fc.constantFrom('{', '[1,', '\ufeff{}', '"\\ud800"', '{"a":1}{"b":2}', ' '), { freq: 20, nil: undefined }), hosted: fc.boolean(),
  });
  const counts = new Map<number, number>();
  await fc.assert(fc.asyncProperty(asked, async ({ row, segments, query, body, raw, hosted }) => {
    const [method, path] = row.replace('{project-slug}', '{a}/{b}/{c}').split(' ') as [string, string];
    let place = 0;
    const target = path.replaceAll(/\{[^}]+\}/g, () => { const one = segments[place++]!; return one.startsWith('%') ? one : encodeURIComponent(one.replaceAll(/\p{Surrogate}/gu, '?')); });
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const answer = await ci(`${method} ${target}?${new URLSearchParams(query)}`, method === 'GET' || method === 'DELETE' ? undefined : sent, hosted ? { headers: { 'user-agent': 'circleci-cli' } } : {});
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
    assert.ok(answer.status < 500, `${answer.status} ${method} ${target}`);
    if (answer.headers.get('content-type') === 'application/vnd.api+json') return; // dots in a path lead elsewhere
    assert.is(answer.headers.get('content-type'), 'application/json');
    const told = answer.body.message ?? answer.body.error;
    if (answer.status >= 400) assert.ok(typeof told === 'string' && told.length > 0 && told.length < 20_000, JSON.stringify(answer.body).slice(0, 200));
  }), { numRuns: 1500 });
  for (const status of [200, 400, 404]) assert.ok((counts.get(status) ?? 0) > 10, JSON.stringify([...counts]));
});

fuzz.run();
