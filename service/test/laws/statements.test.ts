/** What each route of both services asks of the database: docs/statements.md has all of it, and nothing costs more. */
import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { refused } from './statements/accepted/refused.ts';
import { exceptions } from './statements/exceptions.ts';
import { goalOf, measureRoutes, type MeasuredRoute } from './statements/measure-routes.ts';
import { readStatementsPage } from './statements/statements-page.ts';

const page = readStatementsPage(readFileSync(new URL('../../../docs/statements.md', import.meta.url), 'utf8'));
const law = suite<{ routes: readonly MeasuredRoute[] }>('statements of operations');
law.before(async (context) => {
  context.routes = await measureRoutes();
});

law('each operation costs at most what docs/statements.md says', ({ routes }) => {
  const wrong = routes.flatMap(({ service, row, statements, roundTrips }) => {
    const known = page.get(`${service} ${row}`);
    if (!known) return [`${service} ${row} is not on the page`];
    const isWithin = statements <= known[0] && roundTrips <= known[1];
    return isWithin
      ? []
      : [`${service} ${row}: ${statements} statements in ${roundTrips} round trips; the page says ${known.join(' in ')}`];
  });
  assert.is(wrong.join('\n'), '');
});

law('the page has no operation that is gone', ({ routes }) => {
  const known = new Set(routes.map(({ service, row }) => `${service} ${row}`));
  assert.equal(
    [...page.keys()].filter((key) => !known.has(key)),
    [],
  );
});

law('an operation misses its goal only where the reason is reported, and no reason is out of date', ({ routes }) => {
  const missing = routes.filter((route) => route.roundTrips > (goalOf(route) ?? Infinity)).map(({ service, row }) => `${service} ${row}`);
  assert.equal(missing.toSorted(), [...exceptions.keys()].toSorted());
});

law('each operation is measured by a request that is accepted, but for those that say why none is', ({ routes }) => {
  const told = routes.filter(({ status }) => status >= 400).map(({ service, row, refusal }) => [`${service} ${row}`, refusal] as const);
  const untold = told.filter(([key]) => !refused.has(key));
  assert.equal(untold, []);
  assert.equal(told.map(([key]) => key).toSorted(), [...refused.keys()].toSorted());
});

law.run();
