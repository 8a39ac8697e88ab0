import * as assert from 'uvu/assert';
import { torture } from '../../support/scale.ts';
import type { PipelineTest } from '../../../service/test/ci/pipelines/support.ts';
import { nameOf, type ListFixture } from '../../../service/test/laws/lists/list-fixture.ts';
import { readPages, createListReader } from './list-reader.ts';

/** The names of the first so many, from a place on. */
export const below = (count: number, from = 0): readonly string[] => Array.from({ length: count }, (_, index) => nameOf(from + index));
const split = (names: readonly string[], size: number): readonly (readonly string[])[] =>
  Array.from({ length: Math.max(1, Math.ceil(names.length / size)) }, (_, page) => names.slice(page * size, (page + 1) * size));

/**
 * For each possible count and page size (null: the default) with at most so many pages: what the client reads to the end, and the pages
 * as they are sent.
 */
export const assertExactLists = async (
  here: PipelineTest,
  planted: ListFixture,
  sizes: readonly (number | null)[],
  counts: readonly number[],
  mostPages = 21,
): Promise<void> => {
  const { add, make, pages: style, operation, least = 0, most = Infinity } = planted;
  let there = 0;
  for (const count of new Set(counts.map((one) => Math.min(Math.max(one, least), most)))) {
    const names = below(count);
    for (; add && there < count; there++) await add(nameOf(there));
    const planter = make ? { ...planted, params: await make(names) } : planted;
    const expected = planter.order === 'newest first' ? [...names].reverse() : planter.order === 'by name' ? [...names].sort() : names;
    for (const size of style === 'none' ? [null] : sizes) {
      // More pages say nothing that these do not: what 100, 101 and 250 are about is the page of 100 and where it ends.
      if (count / (size ?? 20) > mostPages && !torture) continue;
      const list = createListReader(here, planter, size);
      // With pages of one the wire below says the same, for a hundredth of the time.
      if (size !== 1 || count <= 21) assert.equal(await list.all(), expected, `${operation}: our client, ${count} at page size ${size}`);
      const found = await readPages(list);
      // A list that counts says its end by a page that is empty.
      const whole =
        style === 'none'
          ? [expected]
          : style === 'place'
            ? [...(count === 0 ? [] : split(expected, size ?? 20)), []]
            : split(expected, size ?? 20);
      assert.equal(found, whole, `${operation}: pages, ${count} at page size ${size}`);
    }
  }
};
