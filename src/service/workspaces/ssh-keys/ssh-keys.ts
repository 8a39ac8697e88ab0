import type { ResourceObject } from '../../json-api/resource-object.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import { listResources } from '../../json-api/page.ts';
import { parseDocument } from '../../json-api/parse-document.ts';
import { createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import { throwIfInvalid } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { requireOrganizationRight, requireOrganization, requireMemberRecord } from '../../access/permissions.ts';
import type { StoredSshKey } from '../stored.ts';
import { clearSshKey } from '../workspaces/ssh-key.ts';

/** The key itself never leaves. */
const renderSshKey = ({ id, body }: StoredRecord<StoredSshKey>): ResourceObject => ({
  id,
  type: 'ssh-keys',
  attributes: { name: body.name },
  links: { self: `/api/v2/ssh-keys/${id}` },
});

const requireSshKey = async (asking: RequestContext, managing: boolean): Promise<StoredRecord<StoredSshKey>> => {
  const id = asking.params['ssh_key_id']!;
  return requireMemberRecord(
    asking,
    await asking.tx.get<StoredSshKey>('ssh-keys', id),
    `the SSH key ${id}`,
    managing && 'manage-vcs-settings',
  );
};

export const routes = [
  route('GET /organizations/{organization_name}/ssh-keys', async (asking) => {
    const { body } = await requireOrganization(asking);
    return listResources<StoredSshKey>(asking, { kind: 'ssh-keys', scope: body.name }, async (records) => records.map(renderSshKey));
  }),
  route('POST /organizations/{organization_name}/ssh-keys', async (asking) => {
    const {
      body: { name: organization },
    } = await requireOrganization(asking);
    requireOrganizationRight(asking, organization, 'manage-vcs-settings');
    const { attributes } = parseDocument(asking, 'ssh-keys');
    throwIfInvalid(validateTypes(attributes, { name: 'text!', value: 'text!' }, true));
    const [id, name] = [asking.newId('sshkey'), attributes['name'] as string];
    return createdDocument(
      renderSshKey(
        await asking.tx.insert<StoredSshKey>({
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
  route('GET /ssh-keys/{ssh_key_id}', async (asking) => okDocument(renderSshKey(await requireSshKey(asking, false)))),
  route('PATCH /ssh-keys/{ssh_key_id}', async (asking) => {
    const key = await requireSshKey(asking, true);
    const { attributes } = parseDocument(asking, 'ssh-keys');
    throwIfInvalid(validateTypes(attributes, { name: 'text!', value: 'text!' }, false));
    const body = { ...key.body, ...(attributes as Partial<StoredSshKey>), organization: key.scope };
    return okDocument(
      renderSshKey(
        await asking.tx.update<StoredSshKey>(key, {
          body: { name: body.name, value: body.value, organization: key.scope },
          name: body.name,
        }),
      ),
    );
  }),
  route('DELETE /ssh-keys/{ssh_key_id}', async (asking) => {
    const key = await requireSshKey(asking, true);
    await clearSshKey(asking.tx, key);
    await asking.tx.delete('ssh-keys', key.id);
    return noContent;
  }),
];
