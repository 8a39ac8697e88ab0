import { createHash } from 'node:crypto';
import { conflict, notFound, unprocessable } from '../../http/problem.ts';
import { type PreparationContext, type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { readContent, saveContent, stageContent, type StagedContent } from './content.ts';
import { stateDownload, stateUpload } from './descriptions.ts';
import { requireStateOfAddress } from './state-addresses.ts';
import type { StoredStateVersion } from './stored.ts';

/** Stores a state in the engine's public format, which engines send in addition to their own, unchanged. */
export const saveJsonState = async (
  { tx }: Pick<RequestContext<Transaction>, 'tx'>,
  { scope, id: version }: Pick<StoredRecord, 'scope' | 'id'>,
  content: StagedContent,
): Promise<void> => {
  await saveContent(tx, { kind: 'state-readings', scope, version }, content);
};

interface PreparedUpload {
  readonly md5: string;
  /** Undefined: the version has its content already. */
  readonly content?: StagedContent;
}

/** Whether this upload came before: a client sends it again when it lost the response. Throws 409 where another content did. */
const isRepeated = ({ body: { status, jsonMd5 } }: StoredRecord<StoredStateVersion>, md5: string): boolean => {
  if (status !== 'pending' && status !== 'finalized') throw conflict(`the state version is ${status}; it takes no content any more`);
  if (jsonMd5 === undefined || jsonMd5 === md5) return jsonMd5 === md5;
  throw conflict('the content of this state version was already uploaded');
};

const prepareUpload = async (ctx: PreparationContext): Promise<PreparedUpload> => {
  const version = await ctx.read((view) => requireStateOfAddress(view, 'json-upload'));
  if (!(ctx.body instanceof Uint8Array)) throw unprocessable('expected the state as the engine shows it, as the body of the request');
  const md5 = createHash('md5').update(ctx.body).digest('hex');
  if (isRepeated(version, md5)) return { md5 };
  return { md5, content: await stageContent(ctx, { kind: 'state-readings', scope: version.scope, version: version.id }, ctx.body) };
};

const uploadJsonState = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const version = await requireStateOfAddress(ctx, 'json-upload');
  const { md5, content } = ctx.prepared as PreparedUpload;
  if (isRepeated(version, md5)) return { status: 200 };
  await saveJsonState(ctx, version, content!);
  await ctx.tx.update<StoredStateVersion>(version, { body: { ...version.body, jsonMd5: md5 } });
  return { status: 200 };
};

const downloadJsonState = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { scope, id, body } = await requireStateOfAddress(ctx, 'json-download');
  const place = { kind: 'state-readings', scope, version: id } as const;
  const found = body.status === 'finalized' ? await readContent(ctx.tx, place) : undefined;
  if (!found) throw notFound('the state as the engine shows it');
  return { status: 200, headers: { 'content-type': 'application/json' }, body: found };
};

export const routes = [
  route('PUT /state-versions/{state_version_id}/json-upload/{secret}', uploadJsonState, {
    prepare: prepareUpload,
    anonymous: true,
    binaryBody: true,
    description: stateUpload('Uploads a state in the public format of the engine.'),
  }),
  route('GET /state-versions/{state_version_id}/json-download/{secret}', downloadJsonState, {
    anonymous: true,
    description: stateDownload('Downloads a state in the public format of the engine.'),
  }),
];
