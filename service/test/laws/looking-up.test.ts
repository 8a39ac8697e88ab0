/** Routes whose handlers wait for what is outside of the store, and run again: each says so (`looksUp`), and no other one can. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { apiDefinitions } from '../../src/service.ts';
import { requireLookUp } from '../../src/http/require-look-up.ts';
import { type RequestContext, route } from '../../src/http/route.ts';
import { createRequest, createTestPipeline } from '../pipeline/support.ts';
import { createApi } from '../../src/pipeline/create-api.ts';

const test = suite('routes that look up');

test('only the listed routes look up', () => {
  const named = apiDefinitions.flatMap(({ name, routes }) =>
    routes.filter(({ looksUp }) => looksUp === true).map(({ endpoint }) => `${name}: ${endpoint}`),
  );
  assert.equal(named.sort(), [
    'ci: POST /api/v1.1/project/{provider}/{organization}/{project}/build',
    'ci: POST /api/v1.1/project/{provider}/{organization}/{project}/tree/{branch}',
    'ci: POST /hooks/code-host/{organization}',
    'ci: POST /hooks/{id}',
    'ci: POST /organizations/{org_id}/code-host-events',
    'ci: POST /project/{project-slug}/pipeline',
    'ci: POST /project/{provider}/{organization}/{project}/pipeline/run',
    'ci: POST /projects/{project_id}/rollback',
    'workspaces: GET /organizations/{organization_name}/registry-modules/{registry_name}/{namespace}/{name}/{provider}/commits',
    'workspaces: GET /organizations/{organization_name}/vcs/repo',
    'workspaces: PATCH /organizations/{organization_name}/registry-modules/{registry_name}/{namespace}/{name}/{provider}',
    'workspaces: PATCH /organizations/{organization_name}/workspaces/{name}',
    'workspaces: PATCH /policy-sets/{policy_set_id}',
    'workspaces: PATCH /workspaces/{workspace_id}',
    'workspaces: POST /organizations/{organization_name}/policy-sets',
    'workspaces: POST /organizations/{organization_name}/registry-modules/vcs',
    'workspaces: POST /organizations/{organization_name}/workspaces',
    'workspaces: POST /registry-modules',
    'workspaces: POST /runs',
    'workspaces: POST /webhooks/vcs/{secret}',
  ]);
});

test('a handler behind a route that does not say so has no look-up', async () => {
  const seen: string[] = [];
  const handle = async (ctx: RequestContext) => {
    try {
      seen.push(typeof requireLookUp(ctx).lookUp);
    } catch (error) {
      seen.push((error as Error).message);
    }
    return { status: 204 };
  };
  const routes = [
    route('GET /silent', handle, { anonymous: true }),
    route('POST /silent', handle, { anonymous: true }),
    route('GET /looking', handle, { anonymous: true, looksUp: true }),
    route('POST /looking', handle, { anonymous: true, looksUp: true }),
  ];
  const { handle: answer } = createApi(await createTestPipeline(routes));
  for (const row of ['GET /api/silent', 'POST /api/silent', 'GET /api/looking', 'POST /api/looking'])
    assert.is((await answer(createRequest(row))).status, 204);
  const refusal = 'a route looks up without saying so: it needs `looksUp`';
  assert.equal(seen, [refusal, refusal, 'function', 'function']);
});

test.run();
