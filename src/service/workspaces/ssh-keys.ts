import type { Doc } from '../json-api/document.ts';
import { mistyped } from '../json-api/mistyped.ts';
import { listed } from '../json-api/page.ts';
import { sent } from '../json-api/read.ts';
import { created, noContent, ok } from '../json-api/reply.ts';
import { refuse } from '../problem.ts';
import { type Asking, route } from '../route.ts';
import type { Rec } from '../store/store.ts';
import { needIn, organizationHere, ofMember } from './permissions.ts';
import type { SshKey } from './stored.ts';
import { forgetSshKey } from './workspaces/ssh-key.ts';

/** The key itself never leaves. */
const render = ({ id, body }: Rec<SshKey>): Doc =>
  ({ id, type: 'ssh-keys', attributes: { name: body.name }, links: { self: `/api/v2/ssh-keys/${id}` } });

const keyHere = async (asking: Asking, managing: boolean): Promise<Rec<SshKey>> => {
  const id = asking.params['ssh_key_id']!;
  return ofMember(asking, await asking.tx.get<SshKey>('ssh-keys', id), `the SSH key ${id}`, managing && 'manage-vcs-settings');
};

export const routes = [
  route('GET /organizations/{organization_name}/ssh-keys', async (asking) => {
    const { body } = await organizationHere(asking);
    return listed<SshKey>(asking, { kind: 'ssh-keys', scope: body.name }, async (records) => records.map(render));
  }),
  route('POST /organizations/{organization_name}/ssh-keys', async (asking) => {
    const { body: { name: organization } } = await organizationHere(asking);
    needIn(asking, organization, 'manage-vcs-settings');
    const { attributes } = sent(asking, 'ssh-keys');
    refuse(mistyped(attributes, { name: 'text!', value: 'text!' }, true));
    const [id, name] = [asking.newId('sshkey'), attributes['name'] as string];
    return created(render(await asking.tx.insert<SshKey>({ id, kind: 'ssh-keys', scope: organization, key: id, name, body: { name, value: attributes['value'] as string, organization } })));
  }),
  route('GET /ssh-keys/{ssh_key_id}', async (asking) => ok(render(await keyHere(asking, false)))),
  route('PATCH /ssh-keys/{ssh_key_id}', async (asking) => {
    const key = await keyHere(asking, true);
    const { attributes } = sent(asking, 'ssh-keys');
    refuse(mistyped(attributes, { name: 'text!', value: 'text!' }, false));
    const body = { ...key.body, ...attributes as Partial<SshKey>, organization: key.scope };
    return ok(render(await asking.tx.update<SshKey>(key, { body: { name: body.name, value: body.value, organization: key.scope }, name: body.name })));
  }),
  route('DELETE /ssh-keys/{ssh_key_id}', async (asking) => {
    const key = await keyHere(asking, true);
    await forgetSshKey(asking.tx, key);
    await asking.tx.delete('ssh-keys', key.id);
    return noContent;
  }),
];
