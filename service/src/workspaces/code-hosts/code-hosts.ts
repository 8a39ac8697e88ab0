import { booleanValue, integerValue, stringValue } from '../../http/body-schemas.ts';
import { requireOrganization } from '../../access/permissions.ts';
import { type QueryParameter, textParameter } from '../../http/operation-description.ts';
import { badRequest, notFound } from '../../http/problem.ts';
import { findRepository } from '../../code-hosts/find-repository.ts';
import { type RequestContext, type Route, type RouteResponse, route, type LookupContext } from '../../http/route.ts';
import { type DocumentShape, describeResponseDocument, describeResponseList, listParameters } from '../../json-api/describe-document.ts';
import { parsePage, renderResourcePage } from '../../json-api/page.ts';
import { okDocument, okDocuments } from '../../json-api/responses.ts';
import { findOauthConnection } from '../workspaces/vcs-repo.ts';

/** An installation of a code host's app. This service does not contact code hosts, so it has none. */
const installation: DocumentShape = {
  type: 'github-app-installations',
  attributes: {
    name: stringValue,
    'installation-id': integerValue,
    'icon-url': stringValue,
    'installation-type': stringValue,
    'installation-url': stringValue,
  },
};
const repository: DocumentShape = {
  type: 'github-app-repos',
  attributes: { name: stringValue, identifier: stringValue, 'installation-id': stringValue, private: booleanValue },
};
const userToken: DocumentShape = {
  type: 'github-app-oauth-tokens',
  attributes: { 'created-at': stringValue, 'github-username': stringValue },
  relationships: { user: { to: 'users' } },
};
const repositoryCheck: DocumentShape = {
  type: 'vcs-repo-check',
  attributes: { exists: booleanValue, identifier: stringValue },
  required: ['exists', 'identifier'],
};

type Query = { readonly [name: string]: QueryParameter };
type Check = (ctx: RequestContext) => Promise<unknown>;

const emptyList = (endpoint: string, summary: string, shape: DocumentShape, check: Check, query: Query = {}): Route =>
  route(
    endpoint,
    async (ctx) => {
      await check(ctx);
      return renderResourcePage(ctx, parsePage(ctx), 0, []);
    },
    { description: { summary, query: { ...listParameters, ...query }, responses: { 200: describeResponseList(shape) } } },
  );

const unknownInstallation: Route['handle'] = async (ctx) => {
  throw notFound(`the installation ${ctx.params['github_app_installation_id']}`);
};
const anyone: Check = async () => undefined;
const requireSelf: Check = async (ctx) => {
  const id = ctx.params['user_id'];
  if (ctx.caller.kind !== 'user' || ctx.caller.id !== id) throw notFound(`the user ${id}`);
};

/** A token that the query names has to be one of the organization. Throws 404. */
const requireConnection = async (ctx: RequestContext): Promise<void> => {
  const { key } = await requireOrganization(ctx);
  const token = ctx.query.get('oauth_token_id');
  if (token && !(await findOauthConnection(ctx, key, token))) throw notFound(`the OAuth token ${token.slice(0, 60)}`);
};
const checkRepository = async (ctx: LookupContext): Promise<RouteResponse> => {
  await requireConnection(ctx);
  const identifier = ctx.query.get('identifier');
  if (!identifier) throw badRequest('expected the repository', 'identifier');
  const { repositoriesFolder: folder } = ctx.settings;
  const exists =
    folder !== '' && ctx.lookUp(`repository ${identifier}`, async () => (await findRepository(folder, identifier)) !== undefined);
  return okDocument({ id: identifier, type: 'vcs-repo-check', attributes: { exists, identifier } });
};

const filters: Query = {
  'filter[name]': textParameter('The name of the account.'),
  'filter[installation_id]': textParameter('The ID at the code host.'),
};
const connection: Query = {
  oauth_token_id: textParameter('The ID of the OAuth token.'),
  identifier: textParameter('The repository, such as `acme/web`.'),
};
const [organization, one] = ['/organizations/{organization_name}', '{github_app_installation_id}'];
const none = 'none, since this service asks no code host';

export const routes: readonly Route[] = [
  emptyList('GET /github-app-installations', `Lists installations of the app: ${none}.`, installation, anyone, filters),
  emptyList('GET /github-app/installations', `Lists your installations of the app: ${none}.`, installation, anyone, filters),
  emptyList(`GET ${organization}/github-app-installations`, `Lists installations of the app: ${none}.`, installation, requireOrganization),
  route(`GET /github-app/installation/${one}`, unknownInstallation, {
    description: { summary: 'An installation of the app.', responses: { 200: describeResponseDocument(installation) } },
  }),
  ...[`GET /github-app-installations/${one}/repos`, `GET ${organization}/github-app-installations/${one}/repos`].map((endpoint) =>
    route(endpoint, unknownInstallation, {
      description: { summary: 'Lists repositories.', query: listParameters, responses: { 200: describeResponseList(repository) } },
    }),
  ),
  route(`POST ${organization}/github-app-installations/${one}/link-account`, unknownInstallation, {
    description: { summary: 'Links an installation to an organization.', responses: { 204: null } },
  }),
  emptyList('GET /users/{user_id}/github-app-oauth-tokens', `Lists your tokens of the app: ${none}.`, userToken, requireSelf),
  route(
    `GET ${organization}/vcs/tree`,
    async (ctx) => {
      await requireConnection(ctx);
      return okDocuments([]);
    },
    {
      description: {
        summary: `Lists the folders of a repository: ${none}.`,
        query: {
          ...connection,
          branch: textParameter('The branch.'),
          githubAppInstallationId: textParameter('The installation of the app.'),
        },
        responses: { 200: describeResponseList({ type: 'vcs-tree', attributes: {} }) },
      },
    },
  ),
  route(`GET ${organization}/vcs/repo`, checkRepository, {
    looksUp: true,
    description: {
      summary: 'Whether a repository is in the folder of repositories of this service: it asks no code host.',
      query: connection,
      responses: { 200: describeResponseDocument(repositoryCheck) },
    },
  }),
];
