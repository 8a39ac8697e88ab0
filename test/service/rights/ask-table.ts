import * as assert from 'uvu/assert';
import type { RightsRow, RightsTable } from '../../../generate/rights/rights-table.ts';
import { effects } from './effects.ts';
import type { Place } from './world.ts';

type Verdict = 'may' | 'may not' | `answered ${number}`;

/** What an answer says about the right; any other status is a fault of the test or of the service. */
const judge = async (row: RightsRow<string>, place: Place, hidden: 401 | 404): Promise<Verdict> => {
  const effect = effects[row.effect];
  if (!effect) throw new Error(`no request is known for "${row.effect}"`);
  const answer = await effect(place);
  if (typeof answer === 'boolean') return answer ? 'may' : 'may not';
  if (answer.status < 400) return 'may';
  // Where nothing is seen at all, there is nothing to forbid.
  return [hidden as number | undefined, row.refused].flat().includes(answer.status) ? 'may not' : `answered ${answer.status}`;
};

/** Asks each cell in a place of its own. Throws with every cell that is not as the table has it. */
export const askTable = async <C extends string>(
  { columns, rows }: RightsTable<C>,
  createPlaceFor: (column: C, row: RightsRow<C>) => Promise<Place>,
  hidden: (column: C) => 401 | 404 = () => 404,
): Promise<number> => {
  const wrong: string[] = [];
  let asked = 0;
  for (const row of rows)
    for (const column of columns) {
      const expected = row.may.includes(column) ? 'may' : 'may not';
      const found = await judge(row, await createPlaceFor(column, row), hidden(column));
      if (found !== expected) wrong.push(`${column}, ${row.effect}: expected ${expected}, ${found}`);
      asked += 1;
    }
  assert.equal(wrong, []);
  return asked;
};
