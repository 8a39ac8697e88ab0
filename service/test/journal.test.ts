import { createHash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTargetMasker, createTextMasker, maskUserInfo } from '../src/journal/masking.ts';
import { createTestService } from './support.ts';
import { createWorkspaceTestService, type WorkspaceTestService } from './workspaces/support.ts';

const journal = suite<WorkspaceTestService>('what the journal does not tell');
journal.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService());
});
journal.after.each(async ({ close }) => {
  await close();
});

journal('the secret in the addresses of a state, whatever the method and the outcome', async ({ request: ask, createWorkspaceId: id }) => {
  const web = await id('web');
  await ask(`POST /workspaces/${web}/actions/lock`);
  const content = '{"version":4,"resources":[]}';
  const made = await ask(`POST /workspaces/${web}/state-versions`, {
    data: { type: 'state-versions', attributes: { serial: 1, md5: createHash('md5').update(content).digest('hex') } },
  });
  const version = made.body.data.id;
  const upload = made.body.data.attributes['hosted-state-upload-url'].slice('http://slipway.test'.length);
  const secret = upload.split('/').at(-1);
  assert.is((await ask(`PUT /${upload}`, content, { token: null })).status, 200);
  const shown = await ask(`GET /state-versions/${version}`);
  const download = shown.body.data.attributes['hosted-state-download-url'].slice('http://slipway.test'.length);
  assert.is((await ask(`GET /${download}`, undefined, { token: null })).status, 200);
  await ask(`GET /${download}?x=1`, undefined, { token: null });
  await ask(`POST /${upload}`, undefined, { token: null });
  await ask('POST //_local/faults', { fault: '500' });
  await ask(`GET /${download}/`, undefined, { token: null });
  const { entries } = (await ask('GET //_local/requests')).body;
  assert.not(JSON.stringify(entries).includes(secret));
  const at = `/api/v2/state-versions/${version}`;
  assert.equal(
    entries.filter(({ path }: any) => path.includes('load/')).map(({ method, path, status }: any) => [method, path, status]),
    [
      ['PUT', `${at}/upload/***`, 200],
      ['GET', `${at}/download/***`, 200],
      ['GET', `${at}/download/***?x=1`, 400],
      ['POST', `${at}/upload/***`, 405],
      ['GET', `${at}/download/***/`, 500],
    ],
  );
});

journal('law: user information of an address is masked, wherever it stands and however it is written', () => {
  const maskers = { maskUserInfo, text: createTextMasker(['/a/{secret}']), target: createTargetMasker(['/a/{secret}']) };
  const schemes = ['https', 'http', 'git+ssh', 'postgres', 'redis', 'ftp'];
  const userInfos = ['canary', 'canary:', ':canary', 'user:canary', 'user:can@canary', 'user:canary%2F%40', 'user:canary$&+,;='];
  const rests = ['host', 'host:80/path?x=y#z', '[::1]/x', 'user:other@host'];
  for (const scheme of schemes)
    for (const info of userInfos)
      for (const rest of rests) {
        const address = `${scheme}://${info}@${rest}`;
        for (const [name, mask] of Object.entries(maskers)) {
          assert.not.match(mask(address), 'canary', `${name}: ${address}`);
          assert.not.match(mask(`see ${address} and ${address}.`), 'canary', `${name}: ${address} in a text`);
          assert.not.match(mask(`/x?to=${encodeURIComponent(address)}&y=1`), 'canary', `${name}: ${address} encoded`);
        }
      }
  assert.is(maskUserInfo('mail a@b.example about https://host/a@b?c=d@e#f@g'), 'mail a@b.example about https://host/a@b?c=d@e#f@g');
  const long = 'https://'.repeat(20_000);
  const start = Date.now();
  assert.is(maskUserInfo(long), long);
  assert.is(maskUserInfo(`x${'://a'.repeat(50_000)}`).length, 200_001);
  assert.is(maskUserInfo('%3A%2F%2Fa'.repeat(50_000)).length, 500_000);
  assert.ok(Date.now() - start < 2000, 'in linear time');
});

journal('a failure of ours is logged without it, too', async () => {
  const told: string[] = [];
  const { service, store, close } = await createTestService({
    report: (words: string) => {
      told.push(words);
    },
  });
  try {
    store.read = () => Promise.reject(new Error('broken'));
    await service.fetch(new Request('http://slipway.test/api/v2/state-versions/sv-1/download/very-secret'));
    assert.is(told.length, 1);
    assert.match(told[0]!, /^GET \/api\/v2\/state-versions\/sv-1\/download\/\*\*\* \(req-[A-Za-z0-9]+\)$/);
  } finally {
    await close();
  }
});

journal('a path that only looks alike is left as it is', () => {
  const masked = createTargetMasker(['/api/v2/things/{id}/upload/{secret}', '/api/v2/things']);
  assert.is(masked('/api/v2/things/1/upload/abc'), '/api/v2/things/1/upload/***');
  assert.is(masked('/api/v2/things/1/upload/abc/more'), '/api/v2/things/1/upload/abc/more');
  assert.is(masked('/api/v2/things/1/download/abc'), '/api/v2/things/1/download/abc');
  assert.is(masked('/api/v2/things?api_token=abc&q=x'), '/api/v2/things?api_token=***&q=x');
});

journal.run();
