import { enumValue, nullable, objectValue, stringValue, uuidValue } from '../../http/body-schemas.ts';
import { textParameter } from '../../http/operation-description.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { codeHostNames, parseCodeHost } from '../slugs/code-hosts.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { findVisibleOrganizationBySlug, renderOrganizationSlug, requireOrganizationById } from '../organizations/require-organization.ts';
import { uuidPathParameter } from '../requests/read-request.ts';
import { answerEntities, answerEntity, apiV3Path, type Entity } from './envelope.ts';
import { readEntityPage } from './entity-page.ts';
import { filterParameter } from './parameters.ts';
import { entitiesBody, entityBody, pageCursorParameter, pageLimitParameter } from './schemas.ts';

const render = (ctx: RequestContext, organization: StoredRecord<CiOrganization>) => {
  const { host, hostName, name: ownName } = organization.body;
  const [slug, name, { longCode }] = [
    renderOrganizationSlug(organization, ctx.dialect),
    host === 'native' ? ownName : hostName,
    codeHostNames(host, ctx.dialect),
  ];
  const attributes = { name, slug, vcs_type: longCode, vcs: host === 'native' ? null : { provider: longCode } };
  return { id: organization.id, type: 'org', attributes, name, slug } satisfies Entity & { readonly name: string; readonly slug: string };
};

/** The organization that a slug names, or none. */
const findBySlug = async (ctx: RequestContext, slug: string): Promise<readonly StoredRecord<CiOrganization>[]> => {
  const [provider, name, ...more] = slug.split('/');
  const host = parseCodeHost(provider!);
  const found = host === undefined || !name || more.length > 0 ? undefined : await findVisibleOrganizationBySlug(ctx, host, name);
  return found ? [found] : [];
};

/** Organizations on a page, at most. */
const maxOrganizations = 50;

const listOwn = async (ctx: RequestContext): Promise<RouteResponse> => {
  const filter = { kind: 'ci-organizations', scope: '', keys: ctx.caller.memberships.map(({ organization }) => organization) };
  const page = await readEntityPage<CiOrganization>(ctx, filter, { list: `organizations of ${ctx.caller.id}`, most: maxOrganizations });
  return answerEntities(
    page.records.map((one) => render(ctx, one)),
    page.next,
  );
};

const organizationSchema = objectValue({
  id: uuidValue,
  type: enumValue('org'),
  attributes: objectValue({
    name: stringValue,
    slug: stringValue,
    vcs_type: stringValue,
    vcs: nullable(objectValue({ provider: stringValue })),
  }),
  name: stringValue,
  slug: stringValue,
});

export const routes = [
  /** With `filter[slug]` the one organization of this slug, or none. */
  route(
    `GET ${apiV3Path}/orgs`,
    async (ctx) => {
      const slug = filterParameter(ctx, 'slug');
      if (slug === undefined) return listOwn(ctx);
      return answerEntities((await findBySlug(ctx, slug)).map((one) => render(ctx, one)));
    },
    {
      atRoot: true,
      description: {
        summary: 'Lists the organizations of the caller.',
        query: {
          'filter[slug]': textParameter('Only the organization of this slug, such as `gh/acme`.'),
          'page[limit]': pageLimitParameter(50),
          'page[cursor]': pageCursorParameter,
        },
        responses: { 200: entitiesBody(organizationSchema) },
      },
    },
  ),
  route(
    `GET ${apiV3Path}/orgs/{org_id}`,
    async (ctx) => answerEntity(render(ctx, await requireOrganizationById(ctx, uuidPathParameter(ctx, 'org_id')))),
    { atRoot: true, description: { summary: 'Shows an organization.', responses: { 200: entityBody(organizationSchema) } } },
  ),
];
