/** Many records of an organization, which are listed: in the long schedule so many that their counts are kept. */
import { schedule } from '@slipway/test-support/scale';
import type { RecordFilter } from '../../../src/store/record-filter.ts';
import type { ReadTransaction, Transaction } from '../../../src/store/store.ts';

export const planted = schedule(60, 700);
const tags = ['red', 'blue'] as const;

export const plantItems = async (tx: Transaction, organization: string, count = planted): Promise<void> => {
  for (const tag of tags)
    await tx.insert({ id: `${organization}-${tag}`, kind: 'tags', scope: organization, key: tag, name: tag, body: null });
  for (let at = 0; at < count; at++) {
    const id = `item-${organization}-${at}`;
    await tx.insert({ id, kind: 'items', scope: organization, key: id, name: `item ${at}`, body: at });
    await tx.link('item-tags', id, `${organization}-${tags[at % 5 === 0 ? 0 : 1]}`);
  }
};

/** Items are made with their tags, tagged and untagged, renamed, deleted, and given to nobody. */
export const changeItems = async (
  tx: Transaction,
  organization: string,
  id: string,
  draw: (below: number) => number,
  count = planted,
): Promise<{ readonly accesses: readonly [] }> => {
  const tag = `${organization}-${tags[draw(2)]}`;
  const [choice, at] = [draw(7), draw(count)];
  const item = await tx.get<number>('items', `item-${organization}-${at}`);
  if (choice < 2) {
    await tx.insert({ id, kind: 'items', scope: organization, key: id, name: `more ${at}`, body: -at });
    await tx.link('item-tags', id, tag);
  } else if (!item) return { accesses: [] };
  else if (choice === 2) await tx.unlink('item-tags', item.id, tag);
  else if (choice === 3) await tx.link('item-tags', item.id, tag);
  else if (choice === 4) await tx.update(item, { body: item.body, name: at % 2 === 0 ? `more ${at}` : `item ${at}` });
  else if (choice === 5) await tx.update(item, { body: 7 });
  else if (at % 2 === 0) await tx.delete('items', item.id);
  else await tx.deleteMany({ kinds: ['items', 'parts'], ids: [item.id], childKinds: { items: ['parts'] } });
  return { accesses: [] };
};

export const filtersOf = (organization: string): readonly RecordFilter[] => {
  const items = { kind: 'items', scope: organization };
  const [red, blue] = tags.map((tag) => `${organization}-${tag}`);
  return [
    items,
    { ...items, nameContains: 'item' },
    { ...items, linked: [{ kind: 'item-tags', self: 'from', other: [blue!] }] },
    { ...items, linked: [{ kind: 'item-tags', self: 'from', other: [red!, blue!] }] },
    { ...items, linked: [{ kind: 'item-tags', self: 'from', other: [red!], not: true }] },
    { ...items, body: [{ path: 'none', is: null }] },
    { ...items, linked: [{ kind: 'item-tags', self: 'from', other: [blue!], orIds: [0, 5, 6].map((at) => `item-${organization}-${at}`) }] },
    { ...items, linked: [{ kind: 'item-tags', self: 'from', other: [blue!, ...Array.from({ length: 9 }, (_, at) => `none-${at}`)] }] },
  ];
};

/** Items whose tag has a home: links of other records decide that. */
export const withHome = (organization: string): RecordFilter => ({
  kind: 'items',
  scope: organization,
  linked: [{ kind: 'item-tags', self: 'from', otherLinked: { kind: 'tag-homes', to: [`${organization}-home`], orIds: [] } }],
});

/** In one snapshot: of two lists, how many records its page says that there are, and how many it has. */
export const tallyItems = async (
  view: ReadTransaction,
  organization: string,
  first: number,
): Promise<readonly (readonly [total: number, length: number])[]> => {
  const tallies: [number, number][] = [];
  for (const filter of filtersOf(organization).slice(first, first + 2)) {
    const { total } = await view.list(filter, { offset: 0, limit: 1 });
    tallies.push([total, (await view.list(filter)).records.length]);
  }
  return tallies;
};
