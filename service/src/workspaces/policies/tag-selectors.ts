import type { JsonSchema } from '@slipway/declarations/derive/json-schema';
import { type ErrorObject, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type Route, route } from '../../http/route.ts';
import { isObject } from '../../json-api/parse-document.ts';
import { noContent } from '../../json-api/responses.ts';
import { describeKind } from '../../nouns/describe-noun.ts';
import type { NounBody } from '../../nouns/noun-record.ts';
import { requireRecord } from '../../nouns/require-record.ts';
import { policySet } from './policy-sets.ts';
import { isSameSelector, normalizeSelector, type TagSelector, tagSelectorKind } from './tag-selector.ts';

/** The most selectors of one policy set. */
const maxSelectors = 100;

const listFaults = (entry: unknown, pointer: string): readonly ErrorObject[] => {
  if (!isObject(entry)) return [{ detail: 'expected {"tag-key", "tag-value", "is-exclude"}', pointer }];
  return Object.entries(tagSelectorKind.members!).flatMap(([name, { kind, mode }]) => {
    const value = entry[name] ?? null;
    if (value === null ? mode !== 'required' : kind.accepts(value)) return [];
    return [{ detail: `expected ${kind.description}`, pointer: `${pointer}/${name}` }];
  });
};

/** The plain objects of `{"data": [{"tag-key", "tag-value", "is-exclude"}]}`. Throws 422. */
const parseSelectors = ({ body }: RequestContext): readonly TagSelector[] => {
  const data = isObject(body) ? body['data'] : undefined;
  if (!Array.isArray(data) || data.length > maxSelectors)
    throw unprocessable(`expected a list of at most ${maxSelectors} {"tag-key", "tag-value", "is-exclude"}`, '/data');
  throwIfInvalid(data.flatMap((entry, index) => listFaults(entry, `/data/${index}`)));
  return data.map((entry: Partial<TagSelector>) => normalizeSelector(entry));
};

type Change = (stored: readonly TagSelector[], sent: readonly TagSelector[]) => readonly TagSelector[];

const changeSelectors =
  (change: Change): Route['handle'] =>
  async (ctx) => {
    const record = await requireRecord(policySet, ctx, 'write');
    const tagSelectors = change(record.body['tagSelectors'] as readonly TagSelector[], parseSelectors(ctx));
    if (tagSelectors.length > maxSelectors) throw unprocessable(`a policy set has at most ${maxSelectors} tag selectors`, '/data');
    await ctx.tx.update<NounBody>(record, { body: { ...record.body, tagSelectors, updatedAt: ctx.clock.now().toISOString() } });
    return noContent;
  };

const add: Change = (stored, sent) =>
  sent.reduce((all, one) => (all.some((old) => isSameSelector(old, one)) ? all : [...all, one]), stored);
const remove: Change = (stored, sent) => stored.filter((old) => !sent.some((one) => isSameSelector(old, one)));

const request: JsonSchema = {
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'array', items: describeKind(tagSelectorKind) } },
};
const describe = (summary: string) => ({ description: { summary, request, responses: { 204: null } } });

const path = `${policySet.itemPath}/tag-selectors`;
export const routes = [
  route(`POST ${path}`, changeSelectors(add), describe('Adds tags that choose workspaces of the policy set; those that it has stay.')),
  route(`DELETE ${path}`, changeSelectors(remove), describe('Removes tags that choose workspaces of the policy set.')),
];
