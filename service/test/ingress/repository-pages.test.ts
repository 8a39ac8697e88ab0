import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findCommitPage } from '../../src/workspaces/oauth-clients/repository-pages.ts';
import { createIngressTest, type IngressTest } from './support.ts';
import { document } from '../documents.ts';

const test = suite<IngressTest>('pages of repositories');
test.before.each(async (context) => {
  Object.assign(context, await createIngressTest());
});
test.after.each(async ({ close }) => {
  await close();
});

test('each code host shows a commit at its own path; others are not known', () => {
  const page = 'https://code.example.com/acme/web';
  assert.equal(
    ['github', 'github_enterprise', 'gitlab_hosted', 'bitbucket_data_center', 'ado_server'].map((one) => findCommitPage(one, page, '1a2b')),
    [`${page}/commit/1a2b`, `${page}/commit/1a2b`, `${page}/-/commit/1a2b`, `${page}/commits/1a2b`, null],
  );
  assert.is(findCommitPage('github', null, '1a2b'), null);
});

test('a version of a policy set leads to the page of its code host', async ({ repository, request }) => {
  const revision = repository.commit('Close the harbor', { 'policies.hcl': '' });
  const host = {
    'service-provider': 'gitlab_hosted',
    'http-url': 'https://gitlab.com/',
    'api-url': 'https://gitlab.com/api/v4',
    'oauth-token-string': 'a-token-of-gitlab',
  };
  const client = await request('POST /organizations/acme/oauth-clients', document('oauth-clients', host));
  const connection = client.body.data.relationships['oauth-tokens'].data[0].id;
  const repo = { identifier: 'acme/web', branch: '', 'oauth-token-id': connection };
  const set = await request(
    'POST /organizations/acme/policy-sets',
    document('policy-sets', { name: 'rules', kind: 'opa', 'vcs-repo': repo }),
  );
  const version = await request(`GET /policy-set-versions/${set.body.data.relationships['newest-version'].data.id}`);
  const page = version.body.data.attributes['ingress-attributes']['commit-url'];
  const provider = set.body.data.attributes['vcs-repo']['service-provider'];
  assert.equal([provider, page], ['gitlab_hosted', `https://gitlab.com/acme/web/-/commit/${revision}`]);
});

test.run();
