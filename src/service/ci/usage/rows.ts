import type { User } from '../../records.ts';
import type { JobRunCursor } from '../../store/ledger/ledger.ts';
import type { Store, ReadTransaction } from '../../store/store.ts';
import type { CiOrganization, CiProject } from '../stored.ts';
import type { UsageRow } from './columns.ts';
import type { UsageExport } from './stored.ts';

/** Rows that are read at once, some milliseconds of work: whoever asks meanwhile waits no longer. */
const page = 100;

interface Memory { readonly organizations: Map<string, UsageRow['organization']>; readonly projects: Map<string, UsageRow['project']>; readonly users: Map<string, boolean> }

const gone = { name: '', createdAt: new Date(0).toISOString() };
const remembered = async <T>(known: Map<string, T>, id: string, find: () => Promise<T>): Promise<T> => {
  const before = known.get(id);
  if (before !== undefined) return before;
  const found = await find();
  known.set(id, found);
  return found;
};

const projectOf = async (view: ReadTransaction, id: string): Promise<UsageRow['project']> => {
  const project = await view.get<CiProject>('ci-projects', id);
  return { name: project?.body.name ?? '', createdAt: project?.body.createdAt ?? gone.createdAt, lastFinishedAt: await view.ledger.findLastStop(id) };
};

const around = async (view: ReadTransaction, memory: Memory, { job, run }: Pick<UsageRow, 'job' | 'run'>): Promise<UsageRow> => ({
  job, run,
  organization: await remembered(memory.organizations, job.organization, async () => (await view.get<CiOrganization>('ci-organizations', job.organization))?.body ?? gone),
  project: await remembered(memory.projects, job.project, () => projectOf(view, job.project)),
  isUser: await remembered(memory.users, run.startedBy, async () => await view.count({ kind: 'users', scope: '', body: [{ path: 'uuid', is: run.startedBy }] }) > 0),
});

/** Every job run of an export that ran on a machine, organization by organization as they stopped, some at a time, each lot of one snapshot. */
export async function* usageRows(store: Store, { organizations, start, end }: Pick<UsageExport, 'organizations' | 'start' | 'end'>): AsyncGenerator<readonly UsageRow[]> {
  const memory: Memory = { organizations: new Map(), projects: new Map(), users: new Map() };
  for (const organization of organizations) {
    const filter = { organization, from: Date.parse(start), to: Date.parse(end) };
    for (let after: JobRunCursor | undefined, isOver = false; !isOver;) {
      const rows = await store.read(async (view) => {
        const found = await view.ledger.listJobRuns(filter, { limit: page, ...(after ? { after } : {}) });
        [after, isOver] = [found.at(-1)?.job, found.length < page];
        const made: UsageRow[] = [];
        for (const one of found) if (one.job.type === 'build' && one.job.startedAt !== null) made.push(await around(view, memory, one));
        return made;
      });
      if (rows.length > 0) yield rows;
      // The store answers from its own process without ever letting go of it.
      await new Promise(setImmediate);
    }
  }
}
