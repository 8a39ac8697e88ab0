import * as assert from 'uvu/assert';
import type { Store } from '../../../src/store/store.ts';
import type { TestService } from '../../support.ts';
import { worldDocuments, type WorldIds } from './world-documents.ts';

const typeOf = (type: string): string => (type === 'policy-set-parameters' ? 'vars' : type);

/** Agents, which no request lets join, and the result of an assessment, which a run of the engine would bring. */
const insertOthers = async (store: Store, ids: WorldIds): Promise<void> => {
  const agent = { name: 'boat', status: 'idle', ipAddress: '192.0.2.9', lastPingAt: '2026-05-01T11:00:00.000Z', organization: 'acme' };
  const figures = { resourcesDrifted: 2, resourcesUndrifted: 1, checksPassed: 3, checksFailed: 4, checksErrored: 5, checksUnknown: 6 };
  const result = { source: 'asmt-one', succeeded: true, errorMessage: null, drifted: true, allChecksSucceeded: false, ...figures };
  const createdAt = '2026-05-01T10:00:00.000Z';
  await store.write(async (tx) => {
    const insert = (kind: string, id: string, scope: string, body: object) =>
      tx.insert({ id, kind, scope, key: id, name: id, body: { ...body, organization: 'acme', createdAt } });
    await insert('agents', 'agent-one', ids['pool']!, agent);
    await insert('assessments', 'asmt-one', ids['web']!, { workspace: ids['web'], status: 'finished', movesAt: null });
    await insert('assessment-results', 'asmtres-one', ids['web']!, result);
    const workspace = (await tx.get<object>('workspaces', ids['web']!))!;
    const assessment = { pending: null, result: 'asmtres-one', at: createdAt };
    await tx.update(workspace, { body: { ...workspace.body, assessment } });
  });
};

/** Writes the world by requests, one after the other in time. */
export const buildWorld = async ({ request, clock, store }: TestService): Promise<WorldIds> => {
  const ids: WorldIds = { olivia: (await request('GET /account/details')).body.data.id };
  for (const { type, word, row, attributes, relationships } of worldDocuments) {
    clock.freeze(new Date(clock.now().getTime() + 60_000));
    const data = { type: typeOf(type), attributes, ...(relationships ? { relationships: relationships(ids) } : {}) };
    const isEmpty = Object.keys(attributes).length === 0 && !relationships;
    const { status, body } = await request(row(ids), isEmpty ? undefined : { data });
    assert.ok(status === 200 || status === 201, `${row(ids)}: ${status} ${JSON.stringify(body)}`);
    ids[word] = body.data.id;
  }
  const text = { 'content-type': 'text/plain' };
  assert.is((await request(`PUT /policies/${ids['policy']}/upload`, Buffer.from('package a\n'), { headers: text })).status, 200);
  const change = { subject: 'paint', message: 'it is dull' };
  const bulk = { data: { attributes: { action_type: 'change_requests', action_inputs: change, target_ids: [ids['web']] } } };
  assert.is((await request('POST /organizations/acme/explorer/bulk-actions', bulk)).status, 201);
  await insertOthers(store, ids);
  return ids;
};
