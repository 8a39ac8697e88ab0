import { type Doc, toMany, toOne } from '../../json-api/document.ts';
import { mistyped } from '../../json-api/mistyped.ts';
import { listed } from '../../json-api/page.ts';
import { sent } from '../../json-api/read.ts';
import { created, ok } from '../../json-api/reply.ts';
import { badRequest, conflict, notFound, refuse, unprocessable } from '../../problem.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import type { Rec, Transaction } from '../../store/store.ts';
import { membershipIn, need } from '../permissions.ts';
import type { WorkspaceRight } from '../rights.ts';
import { workspaceHere } from './here.ts';
import { callerHolds, holderWords } from './lock.ts';
import { readState } from './state-content.ts';
import { currentIs, type StateVersion } from './state-versions.ts';
import type { Workspace } from './stored.ts';

/** State as far as locks, safe deletion and consumers need it: written under a lock, final once its content is there. */
interface StateContent { readonly text: string }

const render = (asking: Asking, { id, scope, body }: Rec<StateVersion>): Doc => {
  const address = (what: string): string | null => (body.secret === undefined ? null : `${asking.origin}/api/v2/state-versions/${id}/${what}/${body.secret}`);
  return {
    id, type: 'state-versions',
    attributes: {
      serial: body.serial, lineage: body.lineage, md5: body.md5, status: body.status, intermediate: body.intermediate, 'created-at': body.createdAt,
      'resource-count': body.resourceCount, 'resources-processed': body.status === 'finalized',
      'hosted-state-download-url': body.status === 'finalized' ? address('download') : null, 'hosted-state-upload-url': body.status === 'pending' ? address('upload') : null,
      // The engine sends the state a second time, as people read it.
      ...(asking.profile === 'hosted' ? { 'hosted-json-state-download-url': address('json-download'), 'hosted-json-state-upload-url': address('json-upload') } : {}),
    },
    relationships: { workspace: toOne('workspaces', scope), outputs: toMany('state-version-outputs', body.outputs.map((output) => output.id)) },
    links: { self: `/api/v2/state-versions/${id}` },
  };
};

export { render as renderStateVersion };

/** The version with its content; it is the workspace's current one now, unless it is intermediate. */
const finalize = async (asking: Asking<Transaction>, version: Rec<StateVersion>, bytes: Uint8Array, pointer: string): Promise<Rec<StateVersion>> => {
  const { tx } = asking;
  const { text, ...read } = readState(asking, bytes, version.body.md5, pointer);
  const next = await tx.update<StateVersion>(version, { body: { ...version.body, ...read, lineage: version.body.lineage ?? read.lineage, status: 'finalized' } });
  await tx.insert<StateContent>({ id: asking.newId('sc'), kind: 'state-contents', scope: version.scope, key: version.id, name: '', body: { text } });
  const workspace = await tx.get<Workspace>('workspaces', version.scope);
  if (workspace && !next.body.intermediate) await tx.update<Workspace>(workspace, { body: { ...workspace.body, ...currentIs(next) } });
  return next;
};

const create = async (asking: Asking<Transaction>): Promise<Reply> => {
  const workspace = await workspaceHere(asking, 'create-state-versions');
  const { attributes } = sent(asking, 'state-versions');
  refuse(mistyped(attributes, { serial: 'number!', md5: 'text?', lineage: 'text?', state: 'text?', intermediate: 'flag' }, true));
  const { lock, currentStateVersion } = workspace.body;
  if (!lock) throw conflict('the workspace is not locked: lock it before its state is written');
  if (!callerHolds(asking, lock.holder)) throw conflict(`the workspace is locked by ${holderWords(lock)}`);
  const serial = attributes['serial'] as number;
  if (!Number.isInteger(serial) || serial < 0) throw unprocessable('expected a whole number', '/data/attributes/serial');
  const current = currentStateVersion === null ? undefined : await asking.tx.get<StateVersion>('state-versions', currentStateVersion);
  if (current && serial <= current.body.serial) throw conflict(`the serial ${serial} is not above that of the current state version, ${current.body.serial}`);
  const id = asking.newId('sv');
  const text = (name: string): string | null => (attributes[name] as string | null | undefined) ?? null;
  const version = await asking.tx.insert<StateVersion>({ id, kind: 'state-versions', scope: workspace.id, key: id, name: '', body: {
    status: 'pending', intermediate: attributes['intermediate'] === true, serial, lineage: text('lineage'), md5: text('md5'), resourceCount: 0, outputs: [],
    createdAt: asking.clock.now().toISOString(), secret: asking.newId('x').slice(2) + asking.newId('x').slice(2),
  } });
  const state = text('state');
  return created(render(asking, state === null ? version : await finalize(asking, version, Buffer.from(state, 'base64'), '/data/attributes/state')));
};

const versionHere = async (asking: Asking, right: WorkspaceRight): Promise<Rec<StateVersion>> => {
  const id = asking.params['state_version_id']!;
  const version = await asking.tx.get<StateVersion>('state-versions', id);
  const workspace = version && await asking.tx.get<Workspace>('workspaces', version.scope);
  if (!version || !workspace) throw notFound(`the state version ${id}`);
  await need(asking, right, workspace);
  return version;
};
/** By its address alone: who was told the address may use it. */
export const addressed = async (asking: Asking): Promise<Rec<StateVersion>> => {
  const { state_version_id: id, secret } = asking.params;
  const version = await asking.tx.get<StateVersion>('state-versions', id!);
  if (!version || version.body.secret === undefined || version.body.secret !== secret) throw notFound('the state');
  return version;
};

const upload = async (asking: Asking<Transaction>): Promise<Reply> => {
  const version = await addressed(asking);
  if (version.body.status === 'finalized') throw conflict('the content of this state version is here already');
  if (!(asking.body instanceof Uint8Array)) throw unprocessable('expected the state file as the body of the request');
  await finalize(asking, version, asking.body, '');
  return { status: 200 };
};
const download = async (asking: Asking): Promise<Reply> => {
  const version = await addressed(asking);
  const content = await asking.tx.byKey<StateContent>('state-contents', version.scope, version.id);
  if (!content) throw notFound('the state');
  return { status: 200, headers: { 'content-type': 'application/json' }, body: new TextEncoder().encode(content.body.text) };
};

const current = async (asking: Asking): Promise<Reply> => {
  const { id, body: { currentStateVersion } } = await workspaceHere(asking, 'read-state-versions');
  const version = currentStateVersion === null ? undefined : await asking.tx.get<StateVersion>('state-versions', currentStateVersion);
  if (!version) throw notFound(`a current state version of ${id}`);
  return ok(render(asking, version));
};

const list = async (asking: Asking): Promise<Reply> => {
  const [organization, name] = ['filter[organization][name]', 'filter[workspace][name]'].map((parameter) => {
    const text = asking.query.get(parameter);
    if (!text) throw badRequest(`expected ${parameter}`, parameter);
    return text;
  }) as [string, string];
  const workspace = membershipIn(asking, organization) && await asking.tx.byKey<Workspace>('workspaces', organization, name);
  if (!workspace) throw notFound(`the workspace "${name}"`);
  await need(asking, 'read-state-versions', workspace);
  return listed<StateVersion>(asking, { kind: 'state-versions', scope: workspace.id }, async (versions) => versions.map((version) => render(asking, version)), { order: { by: 'seq', descending: true } });
};

/** Not in the specification's tables, in the hosted service's shapes. */
export const routes = [
  route('POST /workspaces/{workspace_id}/state-versions', create),
  route('GET /workspaces/{workspace_id}/current-state-version', current),
  route('GET /state-versions', list),
  route('GET /state-versions/{state_version_id}', async (asking) => ok(render(asking, await versionHere(asking, 'read-state-versions')))),
  route('PUT /state-versions/{state_version_id}/upload/{secret}', upload, { open: true, bytes: true }),
  route('GET /state-versions/{state_version_id}/download/{secret}', download, { open: true }),
];
