import type { ResourceObject } from '../../json-api/resource-object.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import { listResources } from '../../json-api/page.ts';
import { parseDocument } from '../../json-api/parse-document.ts';
import { createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import { throwIfInvalid } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { requireOrganizationRight, requireOrganization, requireMemberRecord } from '../../access/permissions.ts';
import type { StoredSshKey } from './stored.ts';
import { clearSshKey } from '../workspaces/ssh-key.ts';

/** The key itself never leaves. */
const renderSshKey = ({ id, body }: StoredRecord<StoredSshKey>): ResourceObject => ({
  id,
  type: 'ssh-keys',
  attributes: { name: body.name },
  links: { self: `/api/v2/ssh-keys/${id}` },
});

const requireSshKey = async (ctx: RequestContext, managing: boolean): Promise<StoredRecord<StoredSshKey>> => {
  const id = ctx.params['ssh_key_id']!;
  return requireMemberRecord(ctx, await ctx.tx.get<StoredSshKey>('ssh-keys', id), `the SSH key ${id}`, managing && 'manage-vcs-settings');
};

export const routes = [
  route('GET /organizations/{organization_name}/ssh-keys', async (ctx) => {
    const { body } = await requireOrganization(ctx);
    return listResources<StoredSshKey>(ctx, { kind: 'ssh-keys', scope: body.name }, async (records) => records.map(renderSshKey));
  }),
  route('POST /organizations/{organization_name}/ssh-keys', async (ctx) => {
    const {
      body: { name: organization },
    } = await requireOrganization(ctx);
    requireOrganizationRight(ctx, organization, 'manage-vcs-settings');
    const { attributes } = parseDocument(ctx, 'ssh-keys');
    throwIfInvalid(validateTypes(attributes, { name: 'name!', value: 'text!' }, true));
    const [id, name] = [ctx.newId('sshkey'), attributes['name'] as string];
    return createdDocument(
      renderSshKey(
        await ctx.tx.insert<StoredSshKey>({
          id,
          kind: 'ssh-keys',
          scope: organization,
          key: id,
          name,
          body: { name, value: attributes['value'] as string, organization },
        }),
      ),
    );
  }),
  route('GET /ssh-keys/{ssh_key_id}', async (ctx) => okDocument(renderSshKey(await requireSshKey(ctx, false)))),
  route('PATCH /ssh-keys/{ssh_key_id}', async (ctx) => {
    const key = await requireSshKey(ctx, true);
    const { attributes } = parseDocument(ctx, 'ssh-keys');
    throwIfInvalid(validateTypes(attributes, { name: 'name!', value: 'text!' }, false));
    const body = { ...key.body, ...(attributes as Partial<StoredSshKey>), organization: key.scope };
    return okDocument(
      renderSshKey(
        await ctx.tx.update<StoredSshKey>(key, {
          body: { name: body.name, value: body.value, organization: key.scope },
          name: body.name,
        }),
      ),
    );
  }),
  route('DELETE /ssh-keys/{ssh_key_id}', async (ctx) => {
    const key = await requireSshKey(ctx, true);
    await clearSshKey(ctx.tx, key);
    await ctx.tx.delete('ssh-keys', key.id);
    return noContent;
  }),
];
