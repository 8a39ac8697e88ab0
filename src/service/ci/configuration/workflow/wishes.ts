import { isObject } from '../../../../../schema-tools/src/json.ts';
import type { RequiredStatus } from '../configuration.ts';
import type { Context } from '../reuse/context.ts';
import { listed, members, type Place } from '../source/place.ts';
import { resolve } from '../text/resolve.ts';
import type { Wish } from './call.ts';

const statuses: readonly string[] = ['success', 'failed', 'canceled', 'not_run', 'unauthorized', 'terminal'] satisfies RequiredStatus[];

/** A value as a name; undefined where nothing is said. */
export const text = (value: unknown): string | undefined => (value === undefined || value === null ? undefined : String(value));

/** What `requires` asks for: names, which must succeed, or names with the ends that they may have. */
export const wishesOf = (place: Place | undefined, { scope, work }: Context): readonly Wish[] => listed(place).flatMap((item): Wish[] => {
  if (!isObject(item.value)) {
    const name = text(resolve(item, scope, work));
    return name === undefined ? [] : [{ name, statuses: ['success'], pointer: item.pointer }];
  }
  return members(item).map(([written, wanted]) => {
    const name = text(resolve({ value: written, pointer: wanted.pointer }, scope, work)) ?? '';
    const asked = listed(wanted).map((status) => {
      const value = String(resolve(status, scope, work));
      if (!statuses.includes(value)) work.fault(status.pointer, `expected one of ${statuses.join(', ')}; found ${JSON.stringify(value)}`);
      return value as RequiredStatus;
    });
    if (asked.length === 0) work.fault(wanted.pointer, `expected one of ${statuses.join(', ')}, or a list of them`);
    return { name, statuses: [...new Set(asked)], pointer: item.pointer };
  });
});
