import { newAddressSecret } from '../../new-address-secret.ts';
import { mapOf, object, oneOf, optional, string } from '@slipway/declarations/declare';
import { hasOrganizationRight } from '../../../access/permissions.ts';
import { type AddressSubject, requireSignedAddress, signAddressUntil } from '../../../access/signed-addresses.ts';
import { conflict, notFound, unprocessable } from '../../../http/problem.ts';
import { type PreparationContext, type RequestContext, type RouteResponse, route } from '../../../http/route.ts';
import { createdDocument } from '../../../json-api/responses.ts';
import { computed, noun } from '../../../nouns/declaration.ts';
import { describeNoun } from '../../../nouns/describe-noun.ts';
import type { NounBody, NounRecord } from '../../../nouns/noun-record.ts';
import { underNoun } from '../../../nouns/parents/under-noun.ts';
import { toParent } from '../../../nouns/relationships/relationship.ts';
import { renderNounDocument } from '../../../nouns/render-documents.ts';
import { requireRecord } from '../../../nouns/require-record.ts';
import { insertRecord } from '../../../nouns/write-records.ts';
import { timeOfCreation, readClock, timeOfUpdate } from '../../../nouns/timestamps.ts';
import type { Transaction } from '../../../store/store.ts';
import { policySet } from '../policy-sets.ts';
import { readVersionArchive } from './read-version-archive.ts';
import { saveVersionContent } from './version-content.ts';

const ingressKind = object({
  identifier: optional(string, 'The repository.'),
  'commit-sha': optional(string, 'The commit.'),
  'commit-url': optional(string, 'Its page at the code host.'),
});

/** How long after the creation of a version its archive can be uploaded, in milliseconds; as in the hosted service. */
const uploadMilliseconds = 3_600_000;
const uploadOf = ({ id, body }: NounRecord): AddressSubject => ({ id, operation: 'upload', secret: body['secret'] as string });

/** The address of the upload, for who may make a version of the set. */
const renderUpload = (ctx: RequestContext, record: NounRecord): { readonly [name: string]: string } => {
  const { status, organization, createdAt } = record.body;
  const end = Date.parse(createdAt as string) + uploadMilliseconds;
  const isOpen = status === 'pending' && ctx.clock.now().getTime() <= end;
  if (!isOpen || !hasOrganizationRight(ctx, organization as string, 'manage-policies')) return {};
  return { upload: `${ctx.origin}/api/v2/policy-set-versions/${record.id}/upload/${signAddressUntil(ctx, uploadOf(record), end)}` };
};

const renderTimestamps = ({ body }: NounRecord): object =>
  Object.fromEntries(Object.entries(body['reached'] as object).map(([status, at]) => [`${status}-at`, at as string]));

export const policySetVersion = noun('policy-set-versions', {
  doc: 'The policies of a set, as an archive that is uploaded, or as a commit of its repository.',
  label: 'policy set version',
  idPrefix: 'polsetver',
  collection: 'versions',
  itemPath: '/policy-set-versions/{policy_set_version_id}',
  parents: [underNoun(policySet)],
  attributes: {
    source: computed(string, 'How it came: `tfe-api`, or from the repository of the set: `vcs`.', {
      value: ({ body }) => (body['ingress'] ? 'vcs' : 'tfe-api'),
    }),
    status: computed(oneOf('pending', 'ingressing', 'ready', 'errored', 'canceled'), 'Whether its archive was uploaded and can be used.'),
    'status-timestamps': computed(mapOf(string), 'When each status was reached.', { value: renderTimestamps }),
    error: computed(string, 'What is wrong with the archive, in a word.'),
    'error-message': computed(string, 'What is wrong with the archive.'),
    'ingress-attributes': computed(ingressKind, 'The commit that it was read from. Null: it was uploaded.', {
      value: ({ body }) => body['ingress'] ?? null,
    }),
    'created-at': timeOfCreation(),
    'updated-at': timeOfUpdate(),
  },
  relationships: { 'policy-set': toParent('policy-sets', 'The policy set that it belongs to.') },
  operations: ['list', 'read'],
  links: (record, ctx) => renderUpload(ctx, record),
});

const createVersion = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const set = await requireRecord(policySet, ctx, 'write');
  const secret = newAddressSecret(ctx);
  const members = { status: 'pending', reached: { pending: readClock(ctx) }, error: null, errorMessage: null, secret };
  const record = await insertRecord(policySetVersion, ctx, { scope: set.id, organization: set.body.organization }, members);
  await ctx.tx.update<NounBody>(set, { body: { ...set.body, newestVersion: record.id, versioned: true, updatedAt: readClock(ctx) } });
  return createdDocument(await renderNounDocument(policySetVersion, ctx, record));
};

/** The version of an address that was signed for its upload, which waits for its archive, and its set. Throws 404, 409. */
const requireUpload = async (ctx: RequestContext): Promise<{ readonly version: NounRecord; readonly set: NounRecord }> => {
  const { policy_set_version_id: id, secret: signed } = ctx.params;
  const what = 'the policy set version';
  const version = await ctx.tx.get<NounBody>(policySetVersion.kind, id!);
  const set = version && (await ctx.tx.get<NounBody>(policySet.kind, version.scope));
  if (!version || !set) throw notFound(what);
  requireSignedAddress(ctx, uploadOf(version), signed!, what);
  if (version.body['status'] !== 'pending') throw conflict('the archive of this policy set version was already uploaded');
  return { version, set };
};

/** Reads the archive before the transaction, which other requests would wait for. */
const prepareUpload = async (ctx: PreparationContext) => {
  const { set } = await ctx.read(requireUpload);
  if (!(ctx.body instanceof Uint8Array)) throw unprocessable('expected a tar archive, compressed with gzip, as the body of the request');
  return readVersionArchive(ctx.body, set.body['kind'] as string, (set.body['policiesPath'] as string | null) ?? '');
};

const uploadVersion = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { version, set } = await requireUpload(ctx);
  const { error, ...content } = ctx.prepared as Awaited<ReturnType<typeof prepareUpload>>;
  const status = error === undefined ? 'ready' : 'errored';
  const at = readClock(ctx);
  const reached = { ...(version.body['reached'] as object), ingressing: at, [status]: at };
  const result = { status, reached, error: error === undefined ? null : 'invalid', errorMessage: error ?? null, updatedAt: at };
  await ctx.tx.update<NounBody>(version, { body: { ...version.body, ...result } });
  if (error !== undefined) return { status: 200 };
  await saveVersionContent(ctx.tx, ctx.newId, version.id, content);
  await ctx.tx.update<NounBody>(set, { body: { ...set.body, currentVersion: version.id } });
  return { status: 200 };
};

const responses = { 201: describeNoun(policySetVersion).read.responses[200]! };
export const routes = [
  route(`POST ${policySet.itemPath}/versions`, createVersion, {
    description: { summary: 'Creates a version of the policy set; its archive goes to the address in `links.upload`.', responses },
  }),
  route('PUT /policy-set-versions/{policy_set_version_id}/upload/{secret}', uploadVersion, {
    anonymous: true,
    binaryBody: true,
    prepare: prepareUpload,
    description: { summary: 'Uploads the archive of a version: tar, compressed with gzip.', responses: { 200: null } },
  }),
];
