import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { enumMember, parseCiBody, describeValue, invalidRequest, optionalMember } from '../requests/read-request.ts';
import { isUuid } from '../slugs/short-id.ts';
import type { CiContext, ContextRestriction, ContextRestrictionType } from './context-records.ts';
import { hasGroup } from './groups.ts';

const restrictionTypes: readonly ContextRestrictionType[] = ['project', 'expression', 'group'];
const restrictionTypeMember = enumMember(restrictionTypes);
const nonEmptyTextMember = {
  description: 'a string',
  accepts: (value: unknown) => typeof value === 'string' && value !== '',
  schema: { type: 'string', minLength: 1 },
};
export const newRestrictionMembers = {
  project_id: optionalMember(nonEmptyTextMember),
  restriction_type: optionalMember(restrictionTypeMember),
  restriction_value: optionalMember(nonEmptyTextMember),
};
type RestrictionTarget = Pick<ContextRestriction, 'type' | 'value'>;

const parseUuidMember = (text: string, member: string): string => {
  if (!isUuid(text)) throw invalidRequest({ detail: `expected a UUID, ${describeValue(text)}`, pointer: `/${member}` });
  return text.toLowerCase();
};

const checkExpression = async (source: string): Promise<string> => {
  const { ExpressionFault, parseExpression } = await import('../configuration/expression/index.ts');
  try {
    parseExpression(source);
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    throw invalidRequest({ detail: `is not a valid expression: ${error.message}`, pointer: '/restriction_value' });
  }
  return source;
};

/** Parses `restriction_type` and `restriction_value`, or the deprecated `project_id` alone. */
const parseRestrictionBody = async (ctx: RequestContext): Promise<RestrictionTarget & { readonly member: string }> => {
  const {
    project_id: project,
    restriction_type: type,
    restriction_value: value,
  } = parseCiBody(ctx, newRestrictionMembers) as {
    readonly project_id?: string;
    readonly restriction_type?: ContextRestrictionType;
    readonly restriction_value?: string;
  };
  if (project !== undefined) {
    const excluded = type !== undefined ? 'restriction_type' : value !== undefined ? 'restriction_value' : undefined;
    if (excluded)
      throw invalidRequest({
        detail: `project_id and ${excluded} exclude each other; send restriction_type and restriction_value`,
        pointer: '/project_id',
      });
    return { type: 'project', value: parseUuidMember(project, 'project_id'), member: 'project_id' };
  }
  if (type === undefined)
    throw invalidRequest({ detail: `is required: expected ${restrictionTypeMember.description}`, pointer: '/restriction_type' });
  if (value === undefined) throw invalidRequest({ detail: 'is required: expected a string', pointer: '/restriction_value' });
  return {
    type,
    value: type === 'expression' ? await checkExpression(value) : parseUuidMember(value, 'restriction_value'),
    member: 'restriction_value',
  };
};

/** Parses the body of a new restriction; 400 unless its project or group belongs to the owner of the context. */
export const parseRestriction = async (ctx: RequestContext, context: StoredRecord<CiContext>): Promise<RestrictionTarget> => {
  const { type, value, member } = await parseRestrictionBody(ctx);
  const { owner } = context.body;
  const exists =
    type === 'expression' ||
    (type === 'project'
      ? (await ctx.tx.get('ci-projects', value))?.scope === owner.id
      : owner.kind === 'organization' && (await hasGroup(ctx.tx, owner.id, value)));
  if (!exists)
    throw invalidRequest({
      detail: `expected a ${type} of the organization that owns the context; there is no ${value}`,
      pointer: `/${member}`,
    });
  return { type, value };
};
