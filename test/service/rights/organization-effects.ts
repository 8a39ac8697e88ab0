import { newId } from '../../../service/src/store/new-id.ts';
import { createSigningKey } from '../../../service/test/registry/openpgp.ts';
import type { Effects } from './effects.ts';
import { document, one } from '../../../service/test/documents.ts';

const inAcme = '/organizations/acme';
const client = {
  'service-provider': 'codehost',
  'http-url': 'https://code.example/',
  'api-url': 'https://api.code.example',
};

const registry: Effects = {
  'publish a module': ({ ask }) =>
    ask(
      `POST ${inAcme}/registry-modules`,
      document('registry-modules', { name: newId('mod'), provider: 'aws', 'registry-name': 'private' }),
    ),
  'publish a provider': ({ ask }) =>
    ask(
      `POST ${inAcme}/registry-providers`,
      document('registry-providers', { name: newId('prov').toLowerCase(), namespace: 'acme', 'registry-name': 'private' }),
    ),
  'add a GPG key': ({ ask }) =>
    ask(
      'POST //api/registry/private/v2/gpg-keys',
      document('gpg-keys', { namespace: 'acme', 'ascii-armor': createSigningKey({ bits: 1024 }).asciiArmor }),
    ),
  'see the modules of the registry': ({ ask }) => ask(`GET ${inAcme}/registry-modules`),
  'offer a module without code': async ({ ask, world }) => {
    const module = one('registry-module', await world.createModule(newId('mod')));
    return ask(`POST ${inAcme}/no-code-modules`, document('no-code-modules', { enabled: true }, { 'registry-module': module }));
  },
};

export const organizationEffects: Effects = {
  ...registry,
  'create a project': ({ ask }) => ask(`POST ${inAcme}/projects`, document('projects', { name: newId('prj') })),
  'move a workspace to another project': async ({ ask, workspace, world }) =>
    ask(`POST /projects/${await world.project(newId('prj'))}/relationships/workspaces`, { data: [{ type: 'workspaces', id: workspace }] }),
  'write a variable set of the organization': ({ ask }) => ask(`POST ${inAcme}/varsets`, document('varsets', { name: newId('varset') })),
  'create a policy': ({ ask }) =>
    ask(
      `POST ${inAcme}/policies`,
      document('policies', { name: newId('pol'), kind: 'opa', query: 'data.a.deny', 'enforcement-level': 'advisory' }),
    ),
  'create a policy set': ({ ask }) => ask(`POST ${inAcme}/policy-sets`, document('policy-sets', { name: newId('polset'), kind: 'opa' })),
  'create a run task': ({ ask }) =>
    ask(`POST ${inAcme}/tasks`, document('tasks', { name: newId('task'), url: 'http://127.0.0.1:9/', category: 'task' })),
  'connect a code host': ({ ask }) => ask(`POST ${inAcme}/oauth-clients`, document('oauth-clients', { ...client, name: newId('oc') })),
  'create an SSH key': ({ ask }) => ask(`POST ${inAcme}/ssh-keys`, document('ssh-keys', { name: newId('sshkey'), value: 'key' })),
  'list the SSH keys': ({ ask }) => ask(`GET ${inAcme}/ssh-keys`),
  'create an agent pool': ({ ask }) => ask(`POST ${inAcme}/agent-pools`, document('agent-pools', { name: newId('apool') })),
  'ask workspaces for a change': ({ ask, workspace }) => {
    const attributes = { action_type: 'change_requests', action_inputs: { subject: 'pin', message: 'Pin it.' }, target_ids: [workspace] };
    return ask(`POST ${inAcme}/explorer/bulk-actions`, document('bulk_actions', attributes));
  },
  'reserve a tag key': ({ ask }) =>
    ask(`POST ${inAcme}/reserved-tag-keys`, document('reserved-tag-keys', { key: newId('rtk').toLowerCase() })),
  'change the settings of the organization': ({ ask }) => ask(`PATCH ${inAcme}`, document('organizations', { email: 'ops@acme.example' })),
  'make the token of the organization': ({ ask }) => ask(`POST ${inAcme}/authentication-token`),
  'make the token for the audit trail': ({ ask }) => ask(`POST ${inAcme}/authentication-token?token=audit-trails`),
  'read the audit trail': ({ ask }) => ask('GET /organization/audit-trail'),
  'change the account': ({ ask, actor }) => ask('PATCH /account/update', document('users', { username: actor.holder.name })),
  'create an organization': ({ ask }) =>
    ask('POST /organizations', document('organizations', { name: newId('org'), email: 'a@b.example' })),
};
