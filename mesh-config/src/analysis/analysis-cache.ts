import type { Resource } from '../resources/resource.ts';
import type { MemoizedValue } from './analysis-context.ts';
import type { Analyzer, ResourceSet } from './analyzer.ts';
import type { Diagnostic } from './diagnostic.ts';

/** The lists of collections that a result was derived from. The result is valid while each collection has the same list. */
type Lists = Map<string, readonly Resource[] | undefined>;
interface CheckedResource {
  /** A resource that has moved within its file has another one. */
  readonly origin: Resource['origin'];
  readonly diagnostics: readonly Diagnostic[];
}
/** A resource with findings, and its place in its list. */
export interface ResourceWithFindings extends CheckedResource {
  readonly resource: Resource;
  readonly index: number;
}
/** The findings of all resources of a list. */
interface CheckedList {
  readonly list: readonly Resource[];
  readonly found: readonly ResourceWithFindings[];
}
interface AnalyzerResults {
  /** What the analyzer has read besides the resource that it checked. */
  readonly lists: Lists;
  readonly checked: WeakMap<Resource, CheckedResource>;
  /** Lists by collection. */
  readonly checkedLists: Map<string, CheckedList>;
}

/**
 * Results that an analysis keeps for the next one: findings of resources, while neither these nor what their analyzer has read have
 * changed, and values derived from collections that have not changed.
 */
export interface AnalysisCache {
  results: WeakMap<Analyzer, AnalyzerResults>;
  memoized: Map<unknown, MemoizedValue & { readonly lists: Lists }>;
  /** The options of the analysis, as JSON. */
  options: string;
}
export const createAnalysisCache = (): AnalysisCache => ({ results: new WeakMap(), memoized: new Map(), options: '' });

const holds = (lists: Lists, among: ResourceSet): boolean => [...lists].every(([collection, list]) => among.resources(collection) === list);

/** The results of an analyzer that hold for these resources; new ones where what it has read has changed. */
export const resultsOf = (cache: AnalysisCache, analyzer: Analyzer, among: ResourceSet): AnalyzerResults => {
  const known = cache.results.get(analyzer);
  if (known && holds(known.lists, among)) return known;
  const results: AnalyzerResults = { lists: new Map(), checked: new WeakMap(), checkedLists: new Map() };
  cache.results.set(analyzer, results);
  return results;
};

/** The findings of a whole list that an earlier analysis has checked, if none of its resources has changed or moved. */
export const findCheckedList = (
  { checkedLists }: AnalyzerResults,
  collection: string,
  list: readonly Resource[],
): readonly Diagnostic[] | undefined => {
  const known = checkedLists.get(collection);
  if (known?.list !== list || known.found.some(({ resource, origin }) => resource.origin !== origin)) return undefined;
  return known.found.flatMap(({ diagnostics }) => diagnostics);
};

/** What of a list is to be checked, from `start` to before `end`, and what was found in the resources before and after it. */
export interface PartToCheck {
  readonly start: number;
  readonly end: number;
  readonly before: readonly ResourceWithFindings[];
  readonly after: readonly ResourceWithFindings[];
}

/**
 * The part of a list that differs from the one that an earlier analysis has checked. Resources without findings are not looked at one by
 * one: a change of one of thousands costs two comparisons of lists.
 */
export const findPartToCheck = ({ checkedLists }: AnalyzerResults, collection: string, list: readonly Resource[]): PartToCheck => {
  const whole: PartToCheck = { start: 0, end: list.length, before: [], after: [] };
  const known = checkedLists.get(collection);
  if (!known || known.found.some(({ resource, origin }) => resource.origin !== origin)) return whole;
  const longer = list.length - known.list.length;
  const most = Math.min(list.length, known.list.length);
  let start = 0;
  while (start < most && known.list[start] === list[start]) start += 1;
  let end = list.length;
  while (end > start && end - longer > start && known.list[end - longer - 1] === list[end - 1]) end -= 1;
  return {
    start,
    end,
    before: known.found.filter(({ index }) => index < start),
    after: known.found.filter(({ index }) => index >= end - longer).map((one) => ({ ...one, index: one.index + longer })),
  };
};

/** A value that an earlier analysis has made, if what it was made of has not changed. */
export const findMemoized = (cache: AnalysisCache, compute: unknown, among: ResourceSet): MemoizedValue | undefined => {
  const known = cache.memoized.get(compute);
  return known && holds(known.lists, among) ? known : undefined;
};

/** Keeps what this analysis has made for the next one. */
export const keepMemoized = (cache: AnalysisCache, memoized: ReadonlyMap<unknown, MemoizedValue>, among: ResourceSet): void => {
  for (const [compute, { value, collections }] of memoized)
    cache.memoized.set(compute, {
      value,
      collections,
      lists: new Map([...collections].map((collection) => [collection, among.resources(collection)])),
    });
};
