import type { Doc } from '../../json-api/document.ts';
import { all } from '../../json-api/reply.ts';
import { notFound } from '../../problem.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import { workspaceHere } from './here.ts';
import type { StateVersion } from './state-versions.ts';
import type { Output } from './stored.ts';

/** The type of a value as the engine writes types: what the state said more exactly is not kept. */
const typeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return ['tuple', value.map(typeOf)];
  if (value === null) return 'dynamic';
  if (typeof value !== 'object') return typeof value === 'boolean' ? 'bool' : typeof value;
  return ['object', Object.fromEntries(Object.entries(value).map(([name, member]) => [name, typeOf(member)]))];
};

const render = ({ id, name, type, sensitive, value }: Output): Doc => ({
  id, type: 'state-version-outputs', attributes: { name, sensitive, type, 'detailed-type': typeOf(value), value: sensitive ? null : value },
});

const current = async (asking: Asking): Promise<Reply> => {
  const { id, body: { currentStateVersion } } = await workspaceHere(asking, 'read-state-outputs');
  const version = currentStateVersion === null ? undefined : await asking.tx.get<StateVersion>('state-versions', currentStateVersion);
  if (!version) throw notFound(`a current state version of ${id}`);
  return all(version.body.outputs.map(render));
};

/** What `terraform output` asks of a workspace. */
export const routes = [route('GET /workspaces/{workspace_id}/current-state-version-outputs', current)];
