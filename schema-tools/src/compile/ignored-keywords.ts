import { escapePointerToken, isObject, type JsonObject } from '../json.ts';
import { canonicalDialect, isOfficialDialect, latestDialect } from './dialects.ts';
import { subschemas } from './subschemas.ts';

/** A keyword that asserts something in other dialects, but not in the one of its schema. */
export interface IgnoredKeyword {
  /** RFC 6901, in the schema. */
  readonly pointer: string;
  readonly message: string;
}

/** The drafts that have a keyword; `instead`: the equivalent in an older dialect. */
interface KeywordRange {
  readonly from?: number;
  readonly to?: number;
  readonly instead?: string;
}

const ranges: { readonly [keyword: string]: KeywordRange } = {
  const: { from: 6, instead: '`enum` with one value' },
  contains: { from: 6 },
  propertyNames: { from: 6 },
  if: { from: 7, instead: '`anyOf` with `not`' },
  dependentRequired: { from: 2019, instead: '`dependencies`' },
  dependentSchemas: { from: 2019, instead: '`dependencies`' },
  unevaluatedProperties: { from: 2019 },
  unevaluatedItems: { from: 2019 },
  minContains: { from: 2019 },
  maxContains: { from: 2019 },
  prefixItems: { from: 2020, instead: '`items` with a list' },
  $dynamicRef: { from: 2020 },
  additionalItems: { to: 2019, instead: '`items` beside `prefixItems`' },
  dependencies: { to: 7, instead: '`dependentRequired` or `dependentSchemas`' },
};

/** The number of a dialect's draft; undefined for v1, which allows no keywords but its own. */
const draftOf = (dialect: string): number | undefined => {
  const [, draft] = /draft[-/](\d+)/.exec(dialect) ?? [];
  return draft === undefined ? undefined : Number(draft);
};

const draftName = (draft: number): string => (draft < 2019 ? `draft-0${draft}` : draft === 2019 ? 'draft 2019-09' : 'draft 2020-12');

const messageFor = (keyword: string, draft: number): string | undefined => {
  const { from, to, instead } = ranges[keyword]!;
  const isKnown = draft >= (from ?? 0) && draft <= (to ?? Infinity);
  if (isKnown) return undefined;
  const advice = [
    ...(instead === undefined ? [] : [`write ${instead}`]),
    ...(from === undefined || draft >= from ? [] : [`declare \`$schema\` of ${draftName(from)} or later`]),
  ];
  return `${draftName(draft)} has no keyword \`${keyword}\`, so it checks nothing; ${advice.join(', or ')}`;
};

/** The keywords of a schema that its dialect ignores and another one asserts, which the author probably expects to work. */
export const ignoredKeywords = (schema: unknown): readonly IgnoredKeyword[] => {
  const found: IgnoredKeyword[] = [];
  const open: (readonly [schema: JsonObject, dialect: string, pointer: string])[] = isObject(schema) ? [[schema, latestDialect, '']] : [];
  for (let next = open.pop(); next; next = open.pop()) {
    const [members, outer, pointer] = next;
    const dialect = typeof members['$schema'] === 'string' ? canonicalDialect(members['$schema']) : outer;
    const draft = isOfficialDialect(dialect) ? draftOf(dialect) : undefined;
    if (draft !== undefined)
      for (const keyword of Object.keys(ranges)) {
        const message = Object.hasOwn(members, keyword) ? messageFor(keyword, draft) : undefined;
        if (message !== undefined) found.push({ pointer: `${pointer}/${escapePointerToken(keyword)}`, message });
      }
    for (const { steps, schema: inner } of subschemas(members))
      open.push([inner, dialect, `${pointer}/${steps.map(escapePointerToken).join('/')}`]);
  }
  return found;
};
