import type { Filter, Filters } from '../configuration.ts';
import { readPattern } from '../pattern.ts';
import { holdsText } from '../reuse/condition.ts';
import type { Context } from '../reuse/context.ts';
import { listed, member, type Place } from '../source/place.ts';
import { resolve } from '../text/resolve.ts';

/** The pattern between slashes; undefined for a plain name. */
export const patternIn = (name: string): string | undefined => (name.length > 1 && name.startsWith('/') && name.endsWith('/') ? name.slice(1, -1).replaceAll('\\/', '/') : undefined);

const names = (place: Place | undefined, { scope, work }: Context): readonly string[] | undefined => place && listed(place).flatMap((item) => {
  const value = resolve(item, scope, work);
  if (value === undefined) return [];
  const name = String(value);
  const pattern = patternIn(name);
  const reading = pattern === undefined ? undefined : readPattern(pattern);
  if (reading && 'fault' in reading) work.fault(item.pointer, reading.fault);
  return [name];
});

/** `only` and `ignore` as lists. */
export const filterOf = (place: Place, context: Context): Filter => {
  const [only, ignore] = [names(member(place, 'only'), context), names(member(place, 'ignore'), context)];
  return { ...(only && { only }), ...(ignore && { ignore }) };
};

/** The filters of a job: an expression as what it comes to, else names and patterns. */
export const filtersOf = (place: Place, context: Context): Filters | undefined => {
  const { value, pointer } = place;
  if (typeof value === 'string') {
    if (!value.includes('<<')) return holdsText(value, pointer, context) ? 'true' : 'false';
    const resolved = resolve(place, context.scope, context.work);
    return resolved === true || (typeof resolved === 'string' && holdsText(resolved, pointer, context)) ? 'true' : 'false';
  }
  const [branches, tags] = [member(place, 'branches'), member(place, 'tags')].map((inner) => (inner && inner.value !== null ? filterOf(inner, context) : undefined));
  return branches || tags ? { ...(branches && { branches }), ...(tags && { tags }) } : undefined;
};
