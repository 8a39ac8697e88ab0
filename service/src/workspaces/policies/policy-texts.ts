import { plainText } from '../../http/body-schemas.ts';
import { newId } from '../../store/new-id.ts';
import { notFound, unprocessable } from '../../http/problem.ts';
import type { NounAction, RecordAction, ResponseAction } from '../../nouns/declaration.ts';
import type { NounBody } from '../../nouns/noun-record.ts';
import type { ReadTransaction, Transaction } from '../../store/store.ts';

/** Kind `policy-texts`, scope the policy's id, key `text`. */
interface StoredPolicyText {
  readonly text: string;
}
const kind = 'policy-texts';
/** Bytes of the text of one policy. */
const maxTextBytes = 1024 * 1024;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The texts of policies by the policy's id; those that were never uploaded are left out. */
export const loadPolicyTexts = async (view: ReadTransaction, policies: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  policies.length === 0
    ? new Map()
    : new Map((await view.list<StoredPolicyText>({ kind, scope: policies })).records.map(({ scope, body }) => [scope, body.text]));

const decodeText = (body: unknown): string => {
  try {
    return body instanceof Uint8Array ? utf8.decode(body) : '';
  } catch {
    throw unprocessable('expected the text of the policy in UTF-8 as the body of the request');
  }
};

/** Stores the text of a policy, in place of the one that it had. */
export const savePolicyText = async (tx: Transaction, policyId: string, text: string): Promise<void> => {
  const old = await tx.getByKey<StoredPolicyText>(kind, policyId, 'text');
  if (old) await tx.update<StoredPolicyText>(old, { body: { text } });
  else await tx.insert<StoredPolicyText>({ id: newId('poltext'), kind, scope: policyId, key: 'text', name: '', body: { text } });
};

const uploadText: RecordAction['perform'] = async (ctx, record) => {
  await savePolicyText(ctx.tx, record.id, decodeText(ctx.body));
  return ctx.tx.update<NounBody>(record, { body: { ...record.body, updatedAt: ctx.clock.now().toISOString() } });
};

const downloadText: ResponseAction['handle'] = async (ctx, { id }) => {
  const text = (await loadPolicyTexts(ctx.tx, [id])).get(id);
  if (text === undefined) throw notFound(`the text of the policy ${id}`);
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: Buffer.from(text) };
};

export const policyTextActions: readonly NounAction[] = [
  {
    endpoint: 'PUT /policies/{policy_id}/upload',
    doc: 'Uploads the text of the policy, as the body of the request.',
    access: 'write',
    perform: uploadText,
    options: { binaryBody: true, maxBodyBytes: maxTextBytes },
  },
  {
    endpoint: 'GET /policies/{policy_id}/download',
    access: 'read',
    handle: downloadText,
    options: { description: { summary: 'Downloads the text of the policy.', responses: { 200: plainText } } },
  },
];
