/** The linter as a library: read a text, judge it by schemas, report. */
export { decode, formatOf, readSource } from '../documents/index.ts';
export type { Edit, Format, Source, SourceDocument, SourceFault, Span, Spot } from '../documents/source.ts';
export type { Finding, Region, Severity } from './finding.ts';
export { fix } from './fix/index.ts';
export { type Association, judgeSource, type Settings } from './judge/index.ts';
export { reports } from './reports/index.ts';
export { ruleIds, rules } from './rules/index.ts';
export type { Rule } from './rule.ts';
