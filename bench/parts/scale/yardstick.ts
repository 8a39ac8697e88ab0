import { type Figure, median } from '../figure.ts';
import { type PgbenchResult, runPgbench } from './pgbench.ts';
import { buildPgbenchScript, type Variable } from './pgbench-script.ts';
import { sizes } from './sizes.ts';
import { recordStatements, type RecordedStatement } from './record-statements.ts';
import { startOn, type Storage } from './storage.ts';

const clients = 16;
const name = 'a-workspace-for-pgbench';

/** The insert of the workspace of this name, among statements with one list for each column. */
const findInsert = (statements: readonly RecordedStatement[]): RecordedStatement => {
  const found = statements.find(({ values }) => values.some((value) => Array.isArray(value) && value.includes(name)));
  if (!found) throw new Error('none of the statements of a create inserts the workspace');
  return found;
};

/** The number of the recorded transaction, where it says what it changed. */
const findTransaction = (statements: readonly RecordedStatement[]): readonly Variable[] => {
  const changes = statements.find(({ text }) => text.startsWith('insert into slipway.changes '));
  return changes ? [{ text: (changes.values[1] as readonly string[])[0]!, sql: 'txid_current()::text' }] : [];
};

/** What each transaction of pgbench has of its own: the workspace's number and id, which its links repeat, its name, and its number. */
const findVariables = (statements: readonly RecordedStatement[]): readonly Variable[] => {
  const [numbers, ids] = findInsert(statements).values as readonly [readonly number[], readonly string[]];
  return [
    { text: String(numbers[0]), sql: '((:n)::bigint + 1000000)' },
    { text: ids[0]!, sql: `'ws-' || lpad((:n)::text, 16, '0')` },
    { text: name, sql: `'pgbench-' || (:n)::text` },
    ...findTransaction(statements),
  ];
};

/** The result, or why there is none. */
const tryPgbench = (url: string, script: string): PgbenchResult | string => {
  try {
    return runPgbench(url, script, clients, sizes.pgbenchSeconds) ?? 'pgbench is not on the PATH';
  } catch (error) {
    return /ERROR: .*/.exec((error as Error).message)?.[0] ?? (error as Error).message.split('\n')[0]!;
  }
};

/** What the service reaches of the rate that PostgreSQL reaches with the same statements, from clients that do nothing else. */
export const measurePgbench = async (
  storage: Extract<Storage, { url: string }>,
  rates: readonly Figure[],
  progress: (words: string) => void,
): Promise<readonly Figure[]> => {
  const service = await startOn(storage);
  const page = await service.ask('GET', '/api/v2/organizations/acme/workspaces?page%5Bsize%5D=1');
  await service.end();
  const attributes = { name, description: 'one of many', 'auto-apply': true };
  const [read, made] = await recordStatements(storage.url, storage.masterKey, [
    { method: 'GET', path: `/api/v2/workspaces/${page.data[0].id}` },
    { method: 'POST', path: '/api/v2/organizations/acme/workspaces', body: { data: { type: 'workspaces', attributes } } },
  ]);
  const cases = [
    { what: 'reads', script: buildPgbenchScript(read!, [], []) },
    { what: 'creates', script: buildPgbenchScript(made!, findVariables(made!), ['\\set n random(1, 1000000000000)']) },
  ];
  return cases.flatMap(({ what, script }): readonly Figure[] => {
    const title = `pgbench with the statements of ${what}, ${clients} clients`;
    const result = tryPgbench(storage.url, script);
    if (typeof result === 'string') return [{ title, unit: 'per second', samples: [], explanation: result }];
    progress(`${title}: ${result.perSecond.toFixed(0)} per second`);
    const own = median(rates.find((figure) => figure.title.includes(`${what} over HTTP`) && figure.unit === 'per second')!.samples);
    return [
      { title, unit: 'per second', samples: [result.perSecond] },
      {
        title: `PostgreSQL: ${what} over HTTP, as a share of pgbench`,
        unit: '×',
        samples: [own / result.perSecond],
        target: { atLeast: 0.5 },
        explanation: 'pgbench has no HTTP, no JSON and no rights to check, and shares the cores with the database alone',
      },
    ];
  });
};
