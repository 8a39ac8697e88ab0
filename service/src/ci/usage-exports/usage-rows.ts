import type { JobRunCursor } from '../../store/ledger/ledger.ts';
import type { Store, ReadTransaction } from '../../store/store.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import type { CiProject } from '../projects/project-records.ts';
import type { UsageRow } from './columns.ts';
import type { UsageExport } from './usage-export-records.ts';

/** Rows per read: some milliseconds of work, so that other requests do not wait longer. */
const rowsPerRead = 100;

interface UsageLookups {
  readonly organizations: Map<string, UsageRow['organization']>;
  readonly projects: Map<string, UsageRow['project']>;
  readonly users: Map<string, boolean>;
}

const deletedRecord = { name: '', createdAt: new Date(0).toISOString() };
const findCached = async <T>(cache: Map<string, T>, id: string, find: () => Promise<T>): Promise<T> => {
  const before = cache.get(id);
  if (before !== undefined) return before;
  const value = await find();
  cache.set(id, value);
  return value;
};

const findUsageProject = async (view: ReadTransaction, id: string): Promise<UsageRow['project']> => {
  const project = await view.get<CiProject>('ci-projects', id);
  return {
    name: project?.body.name ?? '',
    createdAt: project?.body.createdAt ?? deletedRecord.createdAt,
    lastFinishedAt: await view.ledger.findLastStop(id),
  };
};

const createUsageRow = async (
  view: ReadTransaction,
  lookups: UsageLookups,
  { job, run }: Pick<UsageRow, 'job' | 'run'>,
): Promise<UsageRow> => ({
  job,
  run,
  organization: await findCached(
    lookups.organizations,
    job.organization,
    async () => (await view.get<CiOrganization>('ci-organizations', job.organization))?.body ?? deletedRecord,
  ),
  project: await findCached(lookups.projects, job.project, () => findUsageProject(view, job.project)),
  isUser: await findCached(
    lookups.users,
    run.startedBy,
    async () => (await view.count({ kind: 'users', scope: '', body: [{ path: 'uuid', is: run.startedBy }] })) > 0,
  ),
});

/** Reads the job runs of an export in batches, by organization and by the time they stopped. Each batch is read in one snapshot. */
export async function* readUsageRows(
  store: Store,
  { organizations, start, end }: Pick<UsageExport, 'organizations' | 'start' | 'end'>,
): AsyncGenerator<readonly UsageRow[]> {
  const lookups: UsageLookups = { organizations: new Map(), projects: new Map(), users: new Map() };
  for (const organization of organizations) {
    const filter = { organization, from: Date.parse(start), to: Date.parse(end) };
    for (let after: JobRunCursor | undefined, isOver = false; !isOver;) {
      const rows = await store.read(async (view) => {
        const value = await view.ledger.listJobRuns(filter, { limit: rowsPerRead, ...(after ? { after } : {}) });
        [after, isOver] = [value.at(-1)?.job, value.length < rowsPerRead];
        const rows: UsageRow[] = [];
        for (const one of value)
          if (one.job.type === 'build' && one.job.startedAt !== null) rows.push(await createUsageRow(view, lookups, one));
        return rows;
      });
      if (rows.length > 0) yield rows;
      // An embedded store never yields to the event loop by itself.
      await new Promise(setImmediate);
    }
  }
}
