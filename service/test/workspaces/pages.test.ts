import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { escapeHtml } from '../../src/http/escape-html.ts';
import { advanceRuns } from '../../src/workspaces/runs/advance-runs.ts';
import { defaultSettings } from '../../src/http/settings.ts';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';
import { serviceListeners } from '../../src/service.ts';
import { document, one } from '../documents.ts';

const pages = suite<WorkspaceTestService>('pages that documents link to');
pages.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService());
});
pages.after.each(async ({ close }) => {
  await close();
});

const rowsOf = (page: string): readonly (readonly string[])[] =>
  [...page.matchAll(/<tr><th scope="row">(.*?)<\/th><td>(.*?)<\/td><\/tr>/g)].map(([, name, value]) => [name!, value!]);

pages('self-html shows the workspace', async ({ request: ask, createWorkspace: make, project }) => {
  const payments = await project('payments');
  const made = await make('web', { description: 'our shop' }, { project: { data: { type: 'projects', id: payments } } });
  const {
    id,
    links: { 'self-html': link },
  } = made.body.data;
  const page = await ask(`GET /${link}`);
  assert.is(page.status, 200);
  assert.is(page.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.is(page.headers.get('content-security-policy'), "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
  assert.is(page.headers.get('cache-control'), 'no-store');
  assert.match(page.body, '<h1>Workspace web</h1>');
  assert.equal(rowsOf(page.body), [
    ['ID', id],
    ['Organization', 'acme'],
    ['Project', payments],
    ['Description', 'our shop'],
    ['Execution mode', 'remote'],
    ['Engine', '1.11.4'],
    ['Locked', 'no'],
    ['Resources', '0'],
    ['Last change', '2026-05-01T12:00:00.000Z'],
    ['Current run', 'none'],
  ]);
  assert.match(page.body, '<p>The same as JSON: <code>GET /api/v2/organizations/acme/workspaces/web</code></p>');
});

pages('what people wrote is text on the page, whatever it looks like', async ({ request: ask, createWorkspaceId: id }) => {
  const web = await id('web', { description: '</td><script>alert("a & b")</script>' });
  await ask(`POST /workspaces/${web}/actions/lock`, { reason: '<b>' });
  const page = await ask('GET //app/acme/workspaces/web');
  assert.not.match(page.body, '<script>');
  assert.equal(rowsOf(page.body)[3], ['Description', '&lt;/td&gt;&lt;script&gt;alert(&quot;a &amp; b&quot;)&lt;/script&gt;']);
  assert.match(rowsOf(page.body)[6]![1]!, /^by the user user-[A-Za-z0-9]{16}: &lt;b&gt;$/);
  assert.is(escapeHtml(`'`), '&#39;');
});

pages('a run is shown with its course, and from its workspace', async ({ request: ask, createWorkspaceId: id, store, clock }) => {
  const web = await id('web');
  const run = await ask('POST /runs', document('runs', { message: 'nightly' }, { workspace: one('workspaces', web) }));
  const link = `/app/acme/workspaces/web/runs/${run.body.data.id}`;
  assert.equal(rowsOf((await ask('GET //app/acme/workspaces/web')).body)[9], [
    'Current run',
    `<a href="${link}">${run.body.data.id}, pending</a>`,
  ]);
  clock.advance(300);
  await advanceRuns(store, { clock, settings: defaultSettings, listeners: serviceListeners });
  const page = await ask(`GET /${link}`);
  assert.equal(rowsOf(page.body).slice(0, 4), [
    ['Workspace', '<a href="/app/acme/workspaces/web">web</a>'],
    ['Message', 'nightly'],
    ['Destroys', 'no'],
    ['Status', 'planned'],
  ]);
  assert.equal(
    rowsOf(page.body)
      .slice(4)
      .map(([name]) => name),
    ['pending since', 'fetching since', 'planning since', 'planned since'],
  );
  assert.match(page.body, `It waits to be confirmed: POST /api/v2/runs/${run.body.data.id}/actions/apply.`);
  assert.match(page.body, 'No engine runs in this service');
});

pages('where an engine runs, the page of a run does not say that none does', async () => {
  const { request: ask, createWorkspaceId: id, close } = await createWorkspaceTestService({ settings: { runsJobs: true } });
  const run = await ask('POST /runs', {
    data: { type: 'runs', relationships: { workspace: { data: { type: 'workspaces', id: await id('web') } } } },
  });
  const page = await ask(`GET //app/acme/workspaces/web/runs/${run.body.data.id}`);
  assert.is(page.status, 200);
  assert.not(page.body.includes('No engine runs'));
  await close();
});

pages('a run of another workspace is not found below this one', async ({ request: ask, createWorkspaceId: id }) => {
  const [web] = [await id('web'), await id('other')];
  const run = await ask('POST /runs', { data: { type: 'runs', relationships: { workspace: { data: { type: 'workspaces', id: web } } } } });
  assert.is((await ask(`GET //app/acme/workspaces/other/runs/${run.body.data.id}`)).status, 404);
  assert.is((await ask('GET //app/acme/workspaces/web/runs/run-0000000000000000')).status, 404);
});

pages('they need the right that the document needs', async ({ createWorkspaceId: id, member, grant, as }) => {
  const web = await id('web');
  const { token, team } = await member('mary');
  assert.is((await as(token)('GET //app/acme/workspaces/web')).status, 404);
  assert.is((await as(token)(`GET /workspaces/${web}`)).status, 404);
  await grant('team-workspaces', team, web, { access: 'read' });
  assert.is((await as(token)(`GET /workspaces/${web}`)).status, 200);
  assert.is((await as(token)('GET //app/acme/workspaces/web')).status, 200);
});

pages('without a token a browser is asked for one, and it may come as a password', async ({ request: ask, createWorkspaceId: id, as }) => {
  await id('web');
  const basic = (text: string) => ({ token: null, headers: { authorization: `Basic ${Buffer.from(text).toString('base64')}` } });
  const refused = await as(null)('GET //app/acme/workspaces/web');
  assert.equal(
    [refused.status, refused.headers.get('www-authenticate')],
    [401, 'Basic realm="the password is an API token, the name is any", charset="UTF-8"'],
  );
  assert.is((await ask('GET //app/acme/workspaces/web', undefined, basic('anybody:owner-token'))).status, 200);
  assert.is((await ask('GET //app/acme/workspaces/web', undefined, basic('anybody:other-token'))).status, 401);
  assert.is((await ask('GET //app/acme/workspaces/web', undefined, basic('anybody'))).status, 401);
  const api = await ask('GET /organizations/acme/workspaces/web', undefined, basic('anybody:owner-token'));
  assert.equal([api.status, api.headers.get('www-authenticate')], [401, null], 'the API takes no passwords');
});

pages.run();
