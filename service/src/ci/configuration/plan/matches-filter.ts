import type { NameFilter, JobFilters } from '../configuration.ts';
import type { PatternBudget } from '../pattern-budget.ts';
import { parseFilterPattern } from '../workflows/filters.ts';
import type { PlanTarget } from './planned-workflow.ts';

const isNameMatch = (name: string, text: string, patterns: PatternBudget): boolean => {
  const source = parseFilterPattern(name);
  const reading = source === undefined ? undefined : patterns.parse(source);
  return reading ? 'pattern' in reading && reading.pattern.matches(text) : name === text;
};

/** Whether a text matches a filter: `only` matches if it is given, and `ignore` does not. Throws PatternsTooCostly. */
export const matchesFilter = ({ only, ignore }: NameFilter, text: string, patterns: PatternBudget): boolean =>
  (!only || only.some((name) => isNameMatch(name, text, patterns))) &&
  !(ignore?.some((name) => isNameMatch(name, text, patterns)) ?? false);

/** The reason why a job's filters skip it; undefined if they do not. Tags need an explicit filter. */
export const filterSkipReason = (
  filters: JobFilters | undefined,
  { branch, tag }: PlanTarget,
  patterns: PatternBudget,
): string | undefined => {
  if (filters === 'true') return undefined;
  if (filters === 'false') return 'its filter does not hold';
  if (tag !== undefined) {
    if (!filters?.tags?.only && !filters?.tags?.ignore) return `it has no filter for tags, and this is the tag ${tag}`;
    return matchesFilter(filters.tags, tag, patterns) ? undefined : `its filters exclude the tag ${tag}`;
  }
  if (!filters?.branches || matchesFilter(filters.branches, branch ?? '', patterns)) return undefined;
  return branch === undefined ? 'its filters require a branch' : `its filters exclude the branch ${branch}`;
};
