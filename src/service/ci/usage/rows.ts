import type { User } from '../../records.ts';
import type { Store, View } from '../../store/store.ts';
import type { CiOrganization, CiProject } from '../stored.ts';
import type { UsageRow } from './columns.ts';
import type { UsageExport } from './stored.ts';

/** Rows that are read at once. */
const page = 2000;

interface Memory { readonly organizations: Map<string, UsageRow['organization']>; readonly projects: Map<string, UsageRow['project']>; readonly users: Map<string, boolean> }

const gone = { name: '', createdAt: new Date(0).toISOString() };
const remembered = async <T>(known: Map<string, T>, id: string, find: () => Promise<T>): Promise<T> => {
  const before = known.get(id);
  if (before !== undefined) return before;
  const found = await find();
  known.set(id, found);
  return found;
};

const projectOf = async (view: View, id: string): Promise<UsageRow['project']> => {
  const [project, [last]] = [await view.get<CiProject>('ci-projects', id), await view.ledger.runs({ of: { project: id }, from: 0, to: Number.MAX_SAFE_INTEGER }, { limit: 1 })];
  return { name: project?.body.name ?? '', createdAt: project?.body.createdAt ?? gone.createdAt, lastFinishedAt: last?.stoppedAt ?? null };
};

const around = async (view: View, memory: Memory, { job, run }: Pick<UsageRow, 'job' | 'run'>): Promise<UsageRow> => ({
  job, run,
  organization: await remembered(memory.organizations, job.organization, async () => (await view.get<CiOrganization>('ci-organizations', job.organization))?.body ?? gone),
  project: await remembered(memory.projects, job.project, () => projectOf(view, job.project)),
  isUser: await remembered(memory.users, run.startedBy, async () => await view.count({ kind: 'users', scope: '', body: [{ path: 'uuid', is: run.startedBy }] }) > 0),
});

/** Every job run of an export that ran on a machine, some hundred at a time, each lot of one snapshot. */
export async function* usageRows(store: Store, { organizations, start, end }: UsageExport): AsyncGenerator<readonly UsageRow[]> {
  const memory: Memory = { organizations: new Map(), projects: new Map(), users: new Map() };
  const filter = { organizations, from: Date.parse(start), to: Date.parse(end) };
  for (let after = 0; ;) {
    const [rows, last] = await store.read(async (view) => {
      const found = await view.ledger.jobRuns(filter, { after, limit: page });
      const made: UsageRow[] = [];
      for (const one of found) if (one.job.type === 'build' && one.job.startedAt !== null) made.push(await around(view, memory, one));
      return [made, found.length < page ? undefined : found.at(-1)!.job.seq] as const;
    });
    if (rows.length > 0) yield rows;
    if (last === undefined) return;
    after = last;
  }
}
