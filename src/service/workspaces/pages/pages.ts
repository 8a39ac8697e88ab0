import { notFound } from '../../problem.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import type { Rec } from '../../store/store.ts';
import { confirmable, type Run } from '../runs/stored.ts';
import { executionOf } from '../workspaces/execution.ts';
import { homeOf, workspaceHere } from '../workspaces/here.ts';
import type { Workspace } from '../workspaces/stored.ts';
import { html } from './html.ts';
import { runPath, workspacePath } from './paths.ts';

const workspacePage = async (asking: Asking): Promise<Reply> => {
  const { id, scope, body } = await workspaceHere(asking, 'read-run');
  const home = await homeOf(asking, scope, body.project);
  const { currentRun, lock } = body;
  return html({
    title: `Workspace ${body.name}`, json: `/api/v2/organizations/${scope}/workspaces/${body.name}`,
    rows: [
      ['ID', id], ['Organization', scope], ['Project', body.project],
      ['Description', String(body.attributes['description'] ?? '')],
      ['Runs happen', executionOf(body.attributes, home).mode], ['Engine', body.attributes['engine-version']],
      ['Locked', lock === null ? 'no' : `by the ${lock.holder.kind} ${lock.holder.id}${lock.reason === '' ? '' : `: ${lock.reason}`}`],
      ['Resources', String(body.resourceCount)], ['Last change', body.latestChangeAt],
      ['Current run', currentRun === null ? 'none' : { text: `${currentRun.id}, ${currentRun.status}`, href: runPath(scope, body.name, currentRun.id) }],
    ],
    notes: [],
  });
};

const wayOn = ({ id, body: { status, active } }: Rec<Run>): readonly string[] => {
  if (confirmable.has(status)) return [`It waits to be confirmed: POST /api/v2/runs/${id}/actions/apply.`];
  return active ? [] : ['It is over.'];
};

const runPage = async (asking: Asking): Promise<Reply> => {
  const workspace: Rec<Workspace> = await workspaceHere(asking, 'read-run');
  const run = await asking.tx.get<Run>('runs', asking.params['run_id']!);
  if (run?.body.workspace !== workspace.id) throw notFound(`the run ${asking.params['run_id']} of the workspace "${workspace.body.name}"`);
  const { message, status, reached, isDestroy } = run.body;
  return html({
    title: `Run ${run.id}`, json: `/api/v2/runs/${run.id}`,
    rows: [
      ['Workspace', { text: workspace.body.name, href: workspacePath(workspace.scope, workspace.body.name) }],
      ['Message', message], ['Destroys', isDestroy ? 'yes' : 'no'], ['Status', status],
      ...Object.entries(reached).map(([name, at]) => [`Since ${name}`, at] as const),
    ],
    notes: [...wayOn(run), 'No engine runs in this service: there is no plan to look at, and a run goes through its statuses by the clock.'],
  });
};

const workspace = '/app/{organization_name}/workspaces/{name}';
export const routes = [
  route(`GET ${workspace}`, workspacePage, { root: true, page: true }),
  route(`GET ${workspace}/runs/{run_id}`, runPage, { root: true, page: true }),
];
