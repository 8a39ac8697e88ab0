import { refused } from './accepted/refused.ts';
import { exceptions } from './exceptions.ts';
import { goalOf, type MeasuredRoute } from './measure-routes.ts';

const titles = { workspaces: 'Workspace service', ci: 'CI service' } as const;

const head = `# What each operation asks of the database

One row for each operation of both services: how many statements a request sends, and in how many round trips. A test measures them
(\`service/test/laws/statements.test.ts\`), for a caller who is known already, where there is one of everything. It fails where an operation
is missing here or costs more than this page says. To write the page again, run \`npx tsx service/test/laws/statements/write-page.ts\`.

- Statements that need nothing of one another's answers are sent together, and cost one round trip. On PostgreSQL the beginning of a
  transaction travels with the first of them, and the end of one that only reads is waited for by nobody. A commit is a round trip,
  which what is sent last shares. Inserts, updates and links travel with what is asked next, or with the commit, one statement of each
  kind ([decision 126](decisions/0126-units-at-the-same-time.md)). Where a name is taken, the operation is asked again, which the page
  does not count.
- The page counts a request by itself. On PostgreSQL reads of one document that wait at the same time share a transaction and its
  look-ups ([decision 94](decisions/0094-reads-that-share-a-snapshot.md)). So do writes, which share their statements as well, and run
  at the same time where none decides on what another one writes.
- One statement of each request asks whether the rights of the caller have changed ([decision 20](decisions/0020-callers-remembered.md)).
  With SQLite, where the process is alone, it is not sent, and there are no round trips.
- A list that is filtered by links asks first how many a link has, and keeps the answer: on SQLite until one is written, on PostgreSQL
  for ten seconds ([decision 121](decisions/0121-pages-far-from-the-beginning.md)). The page does not count it.
- No number grows with the number of objects: \`test/laws/list-statements.test.ts\` holds that for lists, and
  \`service/test/laws/statements-growth.test.ts\` for writes.
- Goals: a read of one document takes at most 2 round trips, a list 3, a create 4. What takes more is **bold**, and the last column says
  why. Each operation is measured by a request that it accepts (\`service/test/laws/statements/accepted\`). Where none is accepted,
  the last column says why, and there is no goal.
`;

const renderRow = (route: MeasuredRoute): string => {
  const goal = goalOf(route);
  const key = `${route.service} ${route.row}`;
  const note = (route.status >= 400 ? (refused.get(key) ?? route.status) : exceptions.get(key)) ?? '';
  const trips = goal !== undefined && route.roundTrips > goal ? `**${route.roundTrips}**` : String(route.roundTrips);
  return `| \`${route.row}\` | ${route.statements} | ${trips} | ${note} |`;
};

export const renderStatementsPage = (routes: readonly MeasuredRoute[]): string => {
  const tables = (['workspaces', 'ci'] as const).map((service) =>
    [
      `## ${titles[service]}`,
      '',
      '| operation | statements | round trips | refused, or why more |',
      '|---|---|---|---|',
      ...routes
        .filter((route) => route.service === service)
        .toSorted((one, other) => (one.row.split(' ')[1]! + one.row).localeCompare(other.row.split(' ')[1]! + other.row, 'en'))
        .map(renderRow),
      '',
    ].join('\n'),
  );
  return [head, ...tables].join('\n');
};

/** Statements and round trips on the page, by service and operation. */
export const readStatementsPage = (page: string): ReadonlyMap<string, readonly [statements: number, roundTrips: number]> => {
  const [, workspaces = '', ci = ''] = page.split(/^## .*$/m);
  const rows = (service: string, text: string) =>
    [...text.matchAll(/^\| `([^`]+)` \| (\d+) \| \**(\d+)\** \|/gm)].map(
      ([, row, statements, trips]) => [`${service} ${row}`, [Number(statements), Number(trips)]] as const,
    );
  return new Map([...rows('workspaces', workspaces), ...rows('ci', ci)]);
};
