/** The number of statements of a write does not grow with the content: one more of everything, and five more. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { measureRoutes, type MeasuredRoute } from './statements/measure-routes.ts';
import { plantMore } from './statements/plant-more.ts';

const keyOf = ({ service, row }: MeasuredRoute): string => `${service} ${row}`;

interface Worlds {
  readonly few: readonly MeasuredRoute[];
  readonly more: ReadonlyMap<string, MeasuredRoute>;
}
const law = suite<Worlds>('statements of writes, with more of everything');
law.before(async (context) => {
  const few = await measureRoutes({ enrich: plantMore(1), what: 'writes' });
  const more = new Map((await measureRoutes({ enrich: plantMore(5), what: 'writes' })).map((one) => [keyOf(one), one]));
  Object.assign(context, { few, more });
});

law('each is accepted or refused as before', ({ few, more }) => {
  const changed = few.filter((one) => more.get(keyOf(one))!.status !== one.status);
  assert.equal(changed.map(keyOf), []);
});

law('none takes more round trips', ({ few, more }) => {
  const grown = few.flatMap((one) => {
    const { roundTrips } = more.get(keyOf(one))!;
    return roundTrips > one.roundTrips ? [`${keyOf(one)}: ${one.roundTrips}, ${roundTrips}`] : [];
  });
  assert.equal(grown, []);
});

law('none sends more statements', ({ few, more }) => {
  const grown = few.filter((one) => more.get(keyOf(one))!.statements > one.statements);
  assert.equal(grown.map(keyOf), []);
});

law.run();
