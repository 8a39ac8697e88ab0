import { requireRight } from '../roles/require-right.ts';
import { sha256Hex } from '../../access/callers.ts';
import { notFound } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { generateTokenSecret } from '../../workspaces/organizations/bootstrap.ts';
import { renderCiList } from '../pages/record-page.ts';
import {
  queryParameter,
  parseCiBody,
  uuidPathParameter,
  invalidRequest,
  optionalMember,
  requiredMember,
} from '../requests/read-request.ts';
import { ciOk, acknowledged } from '../responses.ts';
import { nameMember, organizationIdMember } from '../requests/text-members.ts';
import {
  resourceClassMember,
  requireResourceClassByName,
  requireResourceClassById,
  requireSameOrganization,
  resourceClassName,
  type ResolvedResourceClass,
} from './require-resource-class.ts';
import type { RunnerToken } from './runner-token-records.ts';

const renderRunnerToken = (resourceClass: ResolvedResourceClass, { id, body }: StoredRecord<RunnerToken>) => ({
  id,
  resource_class: resourceClassName(resourceClass),
  nickname: body.nickname,
  created_at: body.createdAt,
});

export const newRunnerTokenMembers = {
  resource_class: requiredMember(resourceClassMember),
  nickname: requiredMember(nameMember),
  org_id: optionalMember(organizationIdMember),
};

const tokenPath = '/api/v3/runner/token';

/** Tokens of self-hosted runners. The value is returned once and stored as a hash. */
export const routes = [
  route(
    `GET ${tokenPath}`,
    async (ctx) => {
      const name = queryParameter(ctx, 'resource-class');
      if (name === undefined)
        throw invalidRequest({ detail: `is required: expected ${resourceClassMember.description}`, parameter: 'resource-class' });
      const resourceClass = await requireResourceClassByName(ctx, name, { parameter: 'resource-class' });
      return renderCiList(
        (await ctx.tx.list<RunnerToken>({ kind: 'ci-runner-tokens', scope: resourceClass.resourceClass.id })).records.map((token) =>
          renderRunnerToken(resourceClass, token),
        ),
      );
    },
    { atRoot: true },
  ),
  route(
    `POST ${tokenPath}`,
    async (ctx) => {
      const {
        resource_class: name,
        nickname,
        org_id: organizationId,
      } = parseCiBody(ctx, newRunnerTokenMembers) as {
        readonly resource_class: string;
        readonly nickname: string;
        readonly org_id?: string;
      };
      const resourceClass = await requireResourceClassByName(ctx, name, { pointer: '/resource_class' });
      await requireRight(ctx, 'manage-runners', resourceClass);
      requireSameOrganization(resourceClass.organization, organizationId?.toLowerCase() || undefined, { pointer: '/org_id' });
      const token = generateTokenSecret();
      const record = await ctx.tx.insert<RunnerToken>({
        id: ctx.newId('uuid'),
        kind: 'ci-runner-tokens',
        scope: resourceClass.resourceClass.id,
        key: sha256Hex(token),
        name: nickname,
        body: { nickname, createdAt: ctx.clock.now().toISOString() },
      });
      return ciOk({ ...renderRunnerToken(resourceClass, record), token });
    },
    { atRoot: true },
  ),
  route(
    `DELETE ${tokenPath}/{token-id}`,
    async (ctx) => {
      const id = uuidPathParameter(ctx, 'token-id');
      const token = await ctx.tx.get<RunnerToken>('ci-runner-tokens', id);
      const what = `the token ${id}`;
      if (!token) throw notFound(what);
      await requireRight(ctx, 'manage-runners', await requireResourceClassById(ctx, token.scope, what));
      await ctx.tx.delete('ci-runner-tokens', id);
      return acknowledged('Token deleted.');
    },
    { atRoot: true },
  ),
];
