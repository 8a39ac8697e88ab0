import type { Filter, Filters } from '../configuration.ts';
import { readPattern } from '../pattern.ts';
import { patternIn } from '../workflow/filters.ts';
import type { Revision } from './plan.ts';

const names = (name: string, text: string): boolean => {
  const source = patternIn(name);
  const reading = source === undefined ? undefined : readPattern(source);
  return reading ? 'pattern' in reading && reading.pattern.matches(text) : name === text;
};

/** What `only` does not name is not wanted; of that what `ignore` names is not either. */
export const wants = ({ only, ignore }: Filter, text: string): boolean => (!only || only.some((name) => names(name, text))) && !(ignore?.some((name) => names(name, text)) ?? false);

/** Why a job's filters leave it out; undefined where they do not. Tags need to be asked for. */
export const filtered = (filters: Filters | undefined, { branch, tag }: Revision): string | undefined => {
  if (filters === 'true') return undefined;
  if (filters === 'false') return 'its filter does not hold';
  if (tag !== undefined) {
    if (!filters?.tags?.only && !filters?.tags?.ignore) return `it does not ask for tags, and this is the tag ${tag}`;
    return wants(filters.tags, tag) ? undefined : `its filters do not want the tag ${tag}`;
  }
  if (!filters?.branches || wants(filters.branches, branch ?? '')) return undefined;
  return branch === undefined ? 'its filters want a branch' : `its filters do not want the branch ${branch}`;
};
