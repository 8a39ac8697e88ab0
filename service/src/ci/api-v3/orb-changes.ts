import { booleanValue, objectValue, partialObject, stringValue, uuidValue } from '../../http/body-schemas.ts';
import { Problem } from '../../http/problem.ts';
import { type PreparationContext, type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { Transaction } from '../../store/store.ts';
import { type CheckedOrb, checkOrbInWorker } from '../orbs/check-orb-in-worker.ts';
import { createOrbFinder, type FoundOrb } from '../orbs/find-published.ts';
import {
  categorizeOrb,
  createOrb,
  promoteToNext,
  publishVersion,
  requireOrbById,
  requireVersionById,
  rightToPublish,
  setOrbListed,
  type VersionSegment,
  versionSegments,
} from '../orbs/publish-orb.ts';
import { booleanMember, enumMember, objectMember, optionalMember, parseCiBody } from '../requests/read-request.ts';
import { parseMembers, requiredMember, uuidPathParameter } from '../requests/read-request.ts';
import { nameMember, stringMember, uuidMember } from '../requests/text-members.ts';
import { answerEntity, apiV3Path } from './envelope.ts';
import { packageSchema, renderPackages, renderPublishedPackage, renderPublishedVersion, versionSchema } from './orb-entities.ts';
import { entityBody } from './schemas.ts';
import { entityRequestSchema, parseEntity, parseReferenceId, referenceRequestSchema, textMemberV3 } from './sources.ts';

type Writing = RequestContext<Transaction>;

const answerPackage = async (ctx: RequestContext, found: FoundOrb): Promise<RouteResponse> =>
  answerEntity((await renderPackages(ctx, [found]))[0]!);

/** The ID of a namespace is that of its organization. */
const createPackage = async (ctx: Writing): Promise<RouteResponse> => {
  const { attributes, references } = parseEntity(ctx);
  const rules = { name: requiredMember(nameMember), is_private: optionalMember(booleanMember) };
  const sent = parseMembers(ctx, attributes, rules, '/data/attributes') as { readonly name: string; readonly is_private?: boolean };
  const namespace = parseReferenceId(ctx, references, 'namespace');
  const created = await createOrb(ctx, namespace, { name: sent.name, isPrivate: sent.is_private ?? false });
  return answerEntity(renderPublishedPackage(ctx, created, []), 201);
};

const requirePackage = (ctx: Writing): Promise<FoundOrb> => requireOrbById(ctx, uuidPathParameter(ctx, 'orb_id'), 'release-orbs');

const setListed = async (ctx: Writing): Promise<RouteResponse> => {
  const found = await requirePackage(ctx);
  const sent = parseCiBody(ctx, { is_listed: requiredMember(booleanMember) }) as { readonly is_listed: boolean };
  return answerPackage(ctx, { ...found, orb: await setOrbListed(ctx, found, sent.is_listed) });
};

const categorize =
  (isIn: boolean) =>
  async (ctx: Writing): Promise<RouteResponse> => {
    const found = await requirePackage(ctx);
    const sent = parseCiBody(ctx, { category_id: requiredMember(uuidMember) }) as { readonly category_id: string };
    return answerPackage(ctx, { ...found, orb: await categorizeOrb(ctx, found, sent.category_id.toLowerCase(), isIn) });
  };

interface Publication {
  readonly orb_id: string;
  readonly yaml: string;
  readonly version: string;
}
const parsePublication = (ctx: Pick<RequestContext, 'body' | 'dialect'>): Publication => {
  const { data } = parseCiBody(ctx, { data: requiredMember(objectMember) });
  const rules = { attributes: requiredMember(objectMember), references: optionalMember(objectMember), type: optionalMember(textMemberV3) };
  const { attributes } = parseMembers(ctx, data, rules, '/data');
  const members = {
    orb_id: requiredMember(uuidMember),
    yaml: { ...requiredMember(stringMember), hidden: true },
    version: requiredMember(nameMember),
  } as const;
  const sent = parseMembers(ctx, attributes, members, '/data/attributes') as unknown as Publication;
  return { ...sent, orb_id: sent.orb_id.toLowerCase() };
};

const requirePublished = (ctx: RequestContext, { orb_id: id, version }: Publication): Promise<FoundOrb> =>
  requireOrbById(ctx, id, rightToPublish(version));

/** Who may not publish has nothing checked. */
const prepareVersion = async (ctx: PreparationContext): Promise<CheckedOrb> => {
  const sent = parsePublication(ctx);
  const { organization } = await ctx.read((reading) => requirePublished(reading, sent));
  return checkOrbInWorker(sent.yaml, ctx.settings.orbsFolder, createOrbFinder(ctx, organization.id));
};
const createVersion = async (ctx: Writing): Promise<RouteResponse> => {
  const [sent, checked] = [parsePublication(ctx), ctx.prepared as CheckedOrb];
  const found = await requirePublished(ctx, sent);
  if ('errors' in checked)
    throw new Problem(
      400,
      checked.errors.map((detail) => ({ detail })),
    );
  return answerEntity(renderPublishedVersion(found, await publishVersion(ctx, found, sent.version, sent.yaml)), 201);
};

const promote = async (ctx: Writing): Promise<RouteResponse> => {
  const { found, version } = await requireVersionById(ctx, uuidPathParameter(ctx, 'orb_version_id'), 'release-orbs');
  const { segment } = parseCiBody(ctx, { segment: requiredMember(enumMember(versionSegments)) }) as { readonly segment: VersionSegment };
  return answerEntity(renderPublishedVersion(found, await promoteToNext(ctx, found, version.key, segment)), 201);
};

const path = `${apiV3Path}/orb`;
const one = { 200: entityBody(packageSchema) };
const category = objectValue({ category_id: uuidValue });
const publication = objectValue({ orb_id: uuidValue, yaml: stringValue, version: stringValue });

/** The requests with which the command line publishes orbs; GraphQL does the same by the same functions. */
export const routes = [
  route(`POST ${path}/packages`, createPackage, {
    atRoot: true,
    description: {
      summary: 'Creates an orb, without versions.',
      request: entityRequestSchema(objectValue({ name: stringValue }, { is_private: booleanValue }), referenceRequestSchema('namespace')),
      responses: { 201: entityBody(packageSchema) },
    },
  }),
  route(`POST ${path}/packages/{orb_id}/set-listed`, setListed, {
    atRoot: true,
    description: {
      summary: 'Puts an orb into the lists of others, or takes it out.',
      request: objectValue({ is_listed: booleanValue }),
      responses: one,
      example: { is_listed: false },
    },
  }),
  route(`POST ${path}/packages/{orb_id}/add-category`, categorize(true), {
    atRoot: true,
    description: { summary: 'Puts an orb into a category.', request: category, responses: one },
  }),
  route(`POST ${path}/packages/{orb_id}/remove-category`, categorize(false), {
    atRoot: true,
    description: { summary: 'Takes an orb out of a category.', request: category, responses: one },
  }),
  route(`POST ${path}/versions`, createVersion, {
    atRoot: true,
    prepare: prepareVersion,
    description: {
      summary: 'Publishes a version of an orb, whose text is checked. A release never changes; a development version is replaced.',
      request: objectValue({ data: objectValue({ attributes: publication }, { type: stringValue, references: partialObject({}) }) }),
      responses: { 201: entityBody(versionSchema) },
    },
  }),
  route(`POST ${path}/versions/{orb_version_id}/promote`, promote, {
    atRoot: true,
    description: {
      summary: 'Publishes what a development version has as the release after the highest one.',
      request: objectValue({ segment: { type: 'string', enum: [...versionSegments] } }),
      responses: { 201: entityBody(versionSchema) },
      example: { segment: 'minor' },
    },
  }),
];
