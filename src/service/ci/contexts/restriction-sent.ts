import type { RequestContext } from '../../route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { ExpressionFault, parseExpression } from '../configuration/expression/index.ts';
import { bodyOf, got, invalid, may } from '../read.ts';
import { isUuid } from '../short-id.ts';
import type { Context, Restriction, RestrictionType } from '../stored.ts';
import { groupsOf } from './groups.ts';

const types: readonly RestrictionType[] = ['project', 'expression', 'group'];
const aType = { description: types.join(', '), accepts: (value: unknown) => types.includes(value as RestrictionType) };
const aText = { description: 'a string', accepts: (value: unknown) => typeof value === 'string' && value !== '' };
type Wanted = Pick<Restriction, 'type' | 'value'>;

const idSent = (text: string, member: string): string => {
  if (!isUuid(text)) throw invalid({ detail: `expected a UUID, ${got(text)}`, pointer: `/${member}` });
  return text.toLowerCase();
};

const expression = (source: string): string => {
  try { parseExpression(source); } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    throw invalid({ detail: `is no expression: ${error.message}`, pointer: '/restriction_value' });
  }
  return source;
};

/** What a restriction lets through, as sent: `restriction_type` and `restriction_value`, or the deprecated `project_id` alone. */
const wanted = (asking: RequestContext): Wanted & { readonly member: string } => {
  const { project_id: project, restriction_type: type, restriction_value: value } =
    bodyOf(asking, { project_id: may(aText), restriction_type: may(aType), restriction_value: may(aText) }) as { readonly project_id?: string; readonly restriction_type?: RestrictionType; readonly restriction_value?: string };
  if (project !== undefined) {
    const beside = type !== undefined ? 'restriction_type' : value !== undefined ? 'restriction_value' : undefined;
    if (beside) throw invalid({ detail: `project_id and ${beside} exclude each other; send restriction_type and restriction_value`, pointer: '/project_id' });
    return { type: 'project', value: idSent(project, 'project_id'), member: 'project_id' };
  }
  if (type === undefined) throw invalid({ detail: `is required: expected ${aType.description}`, pointer: '/restriction_type' });
  if (value === undefined) throw invalid({ detail: 'is required: expected a string', pointer: '/restriction_value' });
  return { type, value: type === 'expression' ? expression(value) : idSent(value, 'restriction_value'), member: 'restriction_value' };
};

/** 400 unless a project or group is one of the organization that owns the context. */
export const restrictionSent = async (asking: RequestContext, context: StoredRecord<Context>): Promise<Wanted> => {
  const { type, value, member } = wanted(asking);
  const { owner } = context.body;
  const there = type === 'expression'
    || (type === 'project' ? (await asking.tx.get('ci-projects', value))?.scope === owner.id : owner.kind === 'organization' && (await groupsOf(asking.tx, owner.id)).has(value));
  if (!there) throw invalid({ detail: `expected a ${type} of the organization that owns the context; there is no ${value}`, pointer: `/${member}` });
  return { type, value };
};
