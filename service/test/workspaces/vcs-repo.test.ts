import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService, summarizeErrors } from './support.ts';

const vcs = suite<WorkspaceTestService & { token: string }>('workspace vcs-repo');
vcs.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService());
  const client = (
    await context.request('POST /organizations/acme/oauth-clients', {
      data: {
        type: 'oauth-clients',
        attributes: {
          name: 'our code',
          'service-provider': 'codehost',
          'http-url': 'https://code.example/',
          'api-url': 'https://api.code.example',
        },
      },
    })
  ).body.data;
  context.token = client.relationships['oauth-tokens'].data[0].id;
});
vcs.after.each(async ({ close }) => {
  await close();
});

const at = (name: string) => `/data/attributes/vcs-repo/${name}`;

vcs('a repository is connected, and answers say what was found', async ({ createWorkspace: make, token, request: ask }) => {
  const made = await make('web', { 'vcs-repo': { identifier: 'acme/web', 'oauth-token-id': token } });
  assert.is(made.status, 201);
  const { attributes } = made.body.data;
  assert.match(attributes['vcs-repo']['webhook-url'], /^http:\/\/slipway\.test\/webhooks\/vcs\/ws-[A-Za-z0-9]{16}-[A-Za-z0-9]{16}$/);
  assert.equal(attributes['vcs-repo'], {
    identifier: 'acme/web',
    branch: '',
    'ingress-submodules': false,
    'oauth-token-id': token,
    'tags-regex': null,
    'display-identifier': 'acme/web',
    'repository-http-url': 'https://code.example/acme/web',
    'service-provider': 'codehost',
    'webhook-url': attributes['vcs-repo']['webhook-url'],
  });
  assert.equal([attributes['vcs-repo-identifier'], attributes['oauth-client-name']], ['acme/web', 'our code']);
  assert.equal((await ask('GET /organizations/acme/workspaces')).body.data[0].attributes['vcs-repo'], attributes['vcs-repo']);
});

vcs('adding one needs a connection and an identifier', async ({ createWorkspace: make, patch, createWorkspaceId: id, token }) => {
  assert.equal(summarizeErrors(await make('a', { 'vcs-repo': { identifier: 'acme/web' } })), [422, at('oauth-token-id')]);
  assert.equal(summarizeErrors(await make('a', { 'vcs-repo': { 'oauth-token-id': token } })), [422, at('identifier')]);
  assert.equal(summarizeErrors(await make('a', { 'vcs-repo': { identifier: 'acme/web', 'oauth-token-id': 'ot-none' } })), [
    422,
    at('oauth-token-id'),
  ]);
  const web = await id('web');
  assert.equal(summarizeErrors(await patch(web, { 'vcs-repo': { identifier: 'acme/web' } })), [422, at('oauth-token-id')]);
  assert.equal(summarizeErrors(await patch(web, { 'vcs-repo': { 'oauth-token-id': token } })), [422, at('identifier')]);
  for (const identifier of ['web', 'a/b/c', '/web', 'a b/c', 7])
    assert.equal(
      summarizeErrors(await make('a', { 'vcs-repo': { identifier, 'oauth-token-id': token } })),
      [422, at('identifier')],
      String(identifier),
    );
  assert.is((await make('b', { 'vcs-repo': { identifier: 'acme/shop/_git/web', 'oauth-token-id': token } })).status, 201);
});

vcs('members that are not sent stay, null removes the repository', async ({ patch, createWorkspaceId: id, token }) => {
  const web = await id('web', {
    'vcs-repo': { identifier: 'acme/web', 'oauth-token-id': token, branch: 'main', 'ingress-submodules': true, 'tags-regex': '^v\\d+' },
  });
  const next = (await patch(web, { 'vcs-repo': { branch: 'next' } })).body.data.attributes['vcs-repo'];
  assert.equal(
    [next.branch, next.identifier, next['oauth-token-id'], next['ingress-submodules'], next['tags-regex']],
    ['next', 'acme/web', token, true, '^v\\d+'],
  );
  const cleared = (await patch(web, { 'vcs-repo': { branch: null, 'tags-regex': null, 'ingress-submodules': null } })).body.data.attributes[
    'vcs-repo'
  ];
  assert.equal([cleared.branch, cleared['ingress-submodules'], cleared['tags-regex']], ['', false, null]);
  assert.is((await patch(web, { description: 'x' })).body.data.attributes['vcs-repo'].identifier, 'acme/web');
  const gone = (await patch(web, { 'vcs-repo': null })).body.data.attributes;
  assert.equal([gone['vcs-repo'], gone['vcs-repo-identifier'], gone['oauth-client-name']], [null, null, null]);
});

vcs(
  "an app installation takes a token's place, on update only, and never beside it",
  async ({ createWorkspace: make, patch, createWorkspaceId: id, token, request: ask }) => {
    const app = 'codehost-app-installation-id';
    assert.equal(summarizeErrors(await make('a', { 'vcs-repo': { identifier: 'acme/web', [app]: 'cha-1' } })), [422, at(app)]);
    const web = await id('web', { 'vcs-repo': { identifier: 'acme/web', 'oauth-token-id': token } });
    const changed = (await patch(web, { 'vcs-repo': { [app]: 'cha-1' } })).body.data.attributes['vcs-repo'];
    assert.equal([changed[app], changed['oauth-token-id'], changed['service-provider']], ['cha-1', undefined, 'codehost_app']);
    assert.equal(summarizeErrors(await patch(web, { 'vcs-repo': { [app]: 'cha-1', 'oauth-token-id': token } })), [422, at(app)]);
    assert.is((await patch(web, { 'vcs-repo': { 'oauth-token-id': token } })).body.data.attributes['vcs-repo'][app], undefined);
    assert.is(
      (await patch(await id('bare'), { 'vcs-repo': { identifier: 'acme/web', [app]: 'cha-1' } })).status,
      200,
      'it may also be added so',
    );
    const hosted = await ask('POST /organizations/acme/workspaces', {
      data: {
        type: 'workspaces',
        attributes: { name: 'hosted', 'vcs-repo': { identifier: 'acme/web', 'github-app-installation-id': 'ghain-1' } },
      },
    });
    assert.equal([hosted.status, hosted.body.data.attributes['vcs-repo']['github-app-installation-id']], [201, 'ghain-1']);
  },
);

vcs('a tags-regex compiles where matching takes linear time', async ({ createWorkspace: make, token }) => {
  const repo = (regex: unknown) => ({ 'vcs-repo': { identifier: 'acme/web', 'oauth-token-id': token, 'tags-regex': regex } });
  for (const regex of ['(', 'a**', '(?=a)', '(a)\\1', 'x'.repeat(257), 7])
    assert.equal(summarizeErrors(await make('a', repo(regex))), [422, at('tags-regex')], String(regex));
  for (const [index, regex] of ['^v\\d+\\.\\d+$', '(a+)+$', ''].entries()) assert.is((await make(`ok${index}`, repo(regex))).status, 201);
});

vcs(
  "who may not change the workspace is not told the webhook's address",
  async ({ createWorkspaceId: id, token, member, grant, request: ask }) => {
    const web = await id('web', { 'vcs-repo': { identifier: 'acme/web', 'oauth-token-id': token } });
    const { token: reader, team } = await member('rita');
    await grant('team-workspaces', team, web, { access: 'read' });
    assert.is((await ask(`GET /workspaces/${web}`, undefined, { token: reader })).body.data.attributes['vcs-repo']['webhook-url'], null);
  },
);

vcs.run();
