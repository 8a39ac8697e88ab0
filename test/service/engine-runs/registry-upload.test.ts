/** Whoever may only read a module cannot put code into it: the engine gets what the owner uploaded. */
// watchdog: 180 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../../engine/support/engine-fixture.ts';
import { skipWithReason } from '../../support/skip.ts';
import { type EngineRunsTest, startEngineRuns } from '../../../service/test/engine-runs/support.ts';

const suiteOf = suite<{ here: EngineRunsTest; member: string }>('the files of a module that waits for them');
const test = engine.found ? suiteOf : skipWithReason(suiteOf, engine.reason);
const local = 'https://slipway.invalid';
if (engine.found) {
  suiteOf.before(async (context) => {
    const here = await startEngineRuns({}, { dialect: 'hosted', settings: { publicUrl: local } });
    const document = (type: string, attributes: object) => ({ data: { type, attributes } });
    const team = (await here.request('POST /organizations/acme/teams', document('teams', { name: 'readers' }))).body.data.id;
    const token = await here.request(`POST /teams/${team}/authentication-token`, document('authentication-tokens', {}));
    Object.assign(context, { here, member: token.body.data.attributes.token });
  });
  suiteOf.after(async ({ here }) => {
    await here.close();
  });
}

const modulePath = '/organizations/acme/registry-modules/private/acme/hello/builtin';
const read = async ({ address }: EngineRunsTest, path: string, token: string): Promise<{ readonly text: string; readonly got: string }> => {
  const answer = await fetch(`${address}${path}`, { headers: { authorization: `Bearer ${token}` } });
  return { text: await answer.text(), got: answer.headers.get('x-terraform-get') ?? '' };
};
const put = async (here: EngineRunsTest, address: string, word: string): Promise<number> =>
  (
    await fetch(address.replace(local, here.address), {
      method: 'PUT',
      body: await here.pack({ 'main.tf': `output "word" { value = "${word}" }\n` }),
    })
  ).status;

test('a member without the right is told no address, and none that he can make takes an upload', async ({ here, member }) => {
  await here.request('POST /organizations/acme/registry-modules', {
    data: { type: 'registry-modules', attributes: { name: 'hello', provider: 'builtin', 'registry-name': 'private' } },
  });
  const publish = async (version: string): Promise<string> =>
    (await here.request(`POST ${modulePath}/versions`, { data: { type: 'registry-module-versions', attributes: { version } } })).body.data
      .links.upload;
  assert.is(await put(here, await publish('1.0.0'), 'first'), 200);
  const upload = await publish('1.1.0');
  for (const path of [`${modulePath}/versions`, `${modulePath}/version?module_version=1.1.0`]) {
    const { text } = await read(here, `/api/v2${path}`, member);
    assert.match(text, /"version":"1\.1\.0","status":"pending"/);
    assert.not.match(text, /upload|\/object\//);
  }
  // What he is told is where the files of the first version come from.
  const { got } = await read(here, '/api/registry/v1/modules/acme/hello/builtin/1.0.0/download', member);
  const download = got.replace('?archive=tar.gz', '');
  assert.match(download, /\/versions\/1\.0\.0\/object\//);
  for (const address of [download, download.replace('/1.0.0/', '/1.1.0/'), upload.replace(/[^/]+$/, 'guess')])
    assert.is(await put(here, address, 'stranger'), 404);
  // The owner is told again, and his upload is taken, once.
  const listed = JSON.stringify((await here.request(`GET ${modulePath}/versions`)).body);
  assert.ok(listed.includes(upload));
  assert.equal([await put(here, upload, 'owner'), await put(here, upload, 'stranger')], [200, 422]);
});

test('the engine gets the code of the owner', async ({ here }) => {
  const workspace = await here.createWorkspace('caller', { 'auto-apply': true });
  const source = 'module "hello" {\n  source  = "slipway.invalid/acme/hello/builtin"\n  version = "1.1.0"\n}\n';
  await here.upload(workspace, { 'main.tf': `${source}output "word" { value = module.hello.word }\n` });
  await here.until(await here.start(workspace), 'applied');
  const outputs = (await here.request(`GET /workspaces/${workspace}/current-state-version-outputs`)).body.data;
  assert.equal(
    outputs.map(({ attributes }: any) => attributes.value),
    ['owner'],
  );
});

suiteOf.run();
