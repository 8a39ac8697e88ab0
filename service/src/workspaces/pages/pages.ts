import { fileContent } from '../../http/body-schemas.ts';
import { notFound } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { StoredRun } from '../runs/stored.ts';
import { isConfirmable } from '../runs/timeline.ts';
import { resolveExecution } from '../workspaces/execution.ts';
import { canReadLockHolder } from '../workspaces/lock-holder.ts';
import { loadWorkspaceParents, requireWorkspace } from '../workspaces/require-workspace.ts';
import type { StoredWorkspace, WorkspaceLock } from '../workspaces/stored.ts';
import { renderHtmlPage } from './html.ts';
import { buildRunPath, buildWorkspacePath } from './paths.ts';

const htmlPage = fileContent('text/html');

/** The name of a lock's holder; a team that the reader cannot see is just "a team". */
const describeHolder = async (ctx: RequestContext, lock: WorkspaceLock): Promise<string> => {
  const { holder, reason } = lock;
  const isTold = await canReadLockHolder(ctx, lock);
  return `by ${isTold ? `the ${holder.kind} ${holder.id}` : `a ${holder.kind}`}${reason === '' ? '' : `: ${reason}`}`;
};

const showWorkspacePage = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { id, scope, body } = await requireWorkspace(ctx, 'read-run');
  const home = await loadWorkspaceParents(ctx, scope, body.project);
  const { currentRun, lock } = body;
  return renderHtmlPage({
    title: `Workspace ${body.name}`,
    json: `/api/v2/organizations/${scope}/workspaces/${body.name}`,
    rows: [
      ['ID', id],
      ['Organization', scope],
      ['Project', body.project],
      ['Description', String(body.attributes['description'] ?? '')],
      ['Execution mode', resolveExecution(body.attributes, home).mode],
      ['Engine', body.attributes['engine-version']],
      ['Locked', lock === null ? 'no' : await describeHolder(ctx, lock)],
      ['Resources', String(body.resourceCount)],
      ['Last change', body.latestChangeAt],
      [
        'Current run',
        currentRun === null
          ? 'none'
          : { text: `${currentRun.id}, ${currentRun.status}`, href: buildRunPath(scope, body.name, currentRun.id) },
      ],
    ],
    notes: [],
  });
};

const renderNextSteps = ({ id, body }: StoredRecord<StoredRun>): readonly string[] => {
  if (isConfirmable(body)) return [`It waits to be confirmed: POST /api/v2/runs/${id}/actions/apply.`];
  return body.active ? [] : ['This run is finished.'];
};

const showRunPage = async (ctx: RequestContext): Promise<RouteResponse> => {
  const workspace: StoredRecord<StoredWorkspace> = await requireWorkspace(ctx, 'read-run');
  const run = await ctx.tx.get<StoredRun>('runs', ctx.params['run_id']!);
  if (run?.body.workspace !== workspace.id) throw notFound(`the run ${ctx.params['run_id']} of the workspace "${workspace.body.name}"`);
  const { message, status, reached, isDestroy } = run.body;
  return renderHtmlPage({
    title: `Run ${run.id}`,
    json: `/api/v2/runs/${run.id}`,
    rows: [
      ['Workspace', { text: workspace.body.name, href: buildWorkspacePath(workspace.scope, workspace.body.name) }],
      ['Message', message],
      ['Destroys', isDestroy ? 'yes' : 'no'],
      ['Status', status],
      ...Object.entries(reached).map(([name, at]) => [`${name} since`, at] as const),
    ],
    notes: [
      ...renderNextSteps(run),
      ...(ctx.settings.runsJobs
        ? []
        : ['No engine runs in this service: there is no plan to look at, and a run goes through its statuses by the clock.']),
    ],
  });
};

const workspacePagePath = '/app/{organization_name}/workspaces/{name}';
export const routes = [
  route(`GET ${workspacePagePath}`, showWorkspacePage, {
    atRoot: true,
    browser: true,
    description: { summary: 'Shows the page of a workspace.', responses: { 200: htmlPage } },
  }),
  route(`GET ${workspacePagePath}/runs/{run_id}`, showRunPage, {
    atRoot: true,
    browser: true,
    description: { summary: 'Shows the page of a run.', responses: { 200: htmlPage } },
  }),
];
