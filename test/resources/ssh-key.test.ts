import { sshKeyResource } from '../../declarations/src/resources/workspaces/ssh-key.ts';
import { listPage } from './support/page.ts';
import { testResource } from './support/resource-case.ts';

const document = { id: 'sshkey-1', type: 'ssh-keys', attributes: { name: 'git' }, relationships: {} };
const state = { id: 'sshkey-1', organization: 'acme', name: 'git', value: '-----BEGIN' };
const shown = { request: 'GET /ssh-keys/sshkey-1', status: 200, answer: { data: document } } as const;

testResource(sshKeyResource, {
  create: {
    create: { name: 'git', value: '-----BEGIN' },
    exchanges: [
      {
        request: 'POST /organizations/acme/ssh-keys',
        body: { data: { type: 'ssh-keys', attributes: { name: 'git', value: '-----BEGIN' } } },
        status: 201,
        answer: { data: document },
      },
    ],
    state,
  },
  list: {
    read: state,
    times: 3,
    exchanges: [
      shown,
      shown,
      {
        request: 'GET /organizations/acme/ssh-keys?page%5Bnumber%5D=1&page%5Bsize%5D=100',
        status: 200,
        answer: listPage([{ ...document, id: 'other-1' }, document]),
      },
    ],
    state,
  },
  read: { read: state, exchanges: [shown], state },
  update: {
    update: { from: state, to: { name: 'modules', value: '-----NEW' } },
    exchanges: [
      {
        request: 'PATCH /ssh-keys/sshkey-1',
        body: { data: { id: 'sshkey-1', type: 'ssh-keys', attributes: { name: 'modules', value: '-----NEW' } } },
        status: 200,
        answer: { data: { id: 'sshkey-1', type: 'ssh-keys', attributes: { name: 'modules' }, relationships: {} } },
      },
    ],
    state: {
      ...state,
      name: 'modules',
      value: '-----NEW',
    },
  },
  delete: { delete: state, exchanges: [{ request: 'DELETE /ssh-keys/sshkey-1', status: 204 }] },
});
