import type { Figures, FigureGroup, RunFilter } from '../../store/ledger/figures.ts';
import { type RequestContext, type RouteResponse, route } from '../../route.ts';
import { organizationNamed } from '../organizations/here.ts';
import { projectHere } from '../projects/here.ts';
import { asked } from '../read.ts';
import { ok } from '../replies.ts';
import type { CiProject } from '../stored.ts';
import { severalAsked } from './branch.ts';
import { added, changes, summed, withP95 } from './metrics.ts';
import { trendOf, type Window, wholeWindow, windowAsked } from './window.ts';

/** Names, branches and rows of one answer, at most. */
const most = 5000;

/** Of a workflow's branches, those with the most runs; others are told when they are asked for. */
const mostPairs = 100;

type Column = 'project' | 'name' | 'branch';
type Scope = Omit<RunFilter, 'from' | 'to'>;
interface Parts { readonly whole: readonly Figures[]; readonly now: readonly Figures[]; readonly before: readonly Figures[] }

const key = (group: FigureGroup, by: readonly Column[]): string => by.map((column) => group[column]).join('\0');
/** Groups put together into those of fewer columns. */
const merged = (figures: readonly Figures[], by: readonly Column[]): readonly Figures[] => {
  const all = new Map<string, Figures[]>();
  for (const one of figures) {
    const at = key(one.group, by), there = all.get(at);
    if (there) there.push(one); else all.set(at, [one]);
  }
  const groups = [...all].map(([at, some]) => [at, added(Object.fromEntries(by.map((column) => [column, some[0]!.group[column]])), some)] as const);
  return groups.sort(([a, one], [b, other]) => other.runs - one.runs || (a < b ? -1 : 1)).map(([, one]) => one);
};
const partsOf = (parts: Parts, by: readonly Column[]): Parts => ({ whole: merged(parts.whole, by), now: merged(parts.now, by), before: merged(parts.before, by) });

/** The figures of the window, of its latest part and of what was before that. Sums add up: no run is counted twice. */
const counted = async ({ tx: { ledger } }: RequestContext, scope: Scope, window: Window, by: readonly Column[]): Promise<Parts> => {
  const parts = trendOf(window), figures = (part: Pick<Window, 'from' | 'to'>) => ledger.summarizeRuns({ ...scope, ...part }, by, 'sums');
  const [now, before] = [await figures(parts.now), await figures(parts.before)];
  if (parts.now.from === window.from) return { whole: now, now, before };
  const rest = parts.before.from > window.from ? await figures({ from: window.from, to: parts.before.from }) : [];
  return { whole: merged([...rest, ...before, ...now], by), now, before };
};

const told = ({ whole, now, before }: Parts, window: Window, by: readonly Column[], metricsOf: typeof summed) => {
  const trend = trendOf(window), keyed = (figures: readonly Figures[]) => new Map(figures.map((one) => [key(one.group, by), one]));
  const [all, latest, earlier] = [keyed(whole), keyed(now), keyed(before)];
  const one = (group: FigureGroup, at: string) => ({
    group, metrics: metricsOf(all.get(at), window.days), trends: changes(metricsOf(latest.get(at), trend.now.days), metricsOf(earlier.get(at), trend.before.days)),
  });
  // A project, and an organization, have figures before anything ran.
  return by.length === 0 ? [one({}, key({}, by))] : whole.map(({ group }) => one(group, key(group, by)));
};

/** These groups alone, with the percentiles that need a look at their runs. */
const ranked = async ({ tx: { ledger } }: RequestContext, of: Scope['of'], window: Window, parts: Parts, by: readonly Column[], groups: readonly Figures[]) => {
  const keys = new Set(groups.map(({ group }) => key(group, by))), { now, before } = trendOf(window);
  const those = (figures: readonly Figures[], part: Window) => ledger.addPercentiles({ of, ...part }, by, figures.filter(({ group }) => keys.has(key(group, by))));
  return told({ whole: await ledger.addPercentiles({ of, ...window }, by, groups), now: await those(parts.now, now), before: await those(parts.before, before) }, window, by, withP95);
};

const ofProject = async (asking: RequestContext): Promise<RouteResponse> => {
  const { project, organization } = await projectHere(asking);
  const window = windowAsked(asking), of = { project: project.id };
  const [names, branches] = [severalAsked(asking, 'workflow-names'), severalAsked(asking, 'branches')];
  const pairs = await counted(asking, { of }, window, ['name', 'branch']);
  const flows = partsOf(pairs, ['name']), isNamed = ({ group }: Figures): boolean => names?.includes(group.name!) ?? true;
  const known = flows.whole.map(({ group }) => group.name!), isAsked = (one: Figures): boolean => one.group.branch !== '' && isNamed(one) && (branches?.includes(one.group.branch!) ?? true);
  const [whole] = told(partsOf(pairs, []), window, [], summed);
  const ofFlows = await ranked(asking, of, window, flows, ['name'], flows.whole.filter(isNamed).slice(0, most));
  const ofPairs = await ranked(asking, of, window, pairs, ['name', 'branch'], merged(pairs.whole, ['name', 'branch']).filter(isAsked).slice(0, mostPairs));
  return ok({
    org_id: organization.id, project_id: project.id, project_data: { metrics: whole!.metrics, trends: whole!.trends },
    project_workflow_data: ofFlows.map(({ group, metrics, trends }) => ({ workflow_name: group.name, metrics, trends })),
    project_workflow_branch_data: ofPairs.map(({ group, metrics, trends }) => ({ workflow_name: group.name, branch: group.branch, metrics, trends })),
    all_branches: [...new Set(pairs.whole.map(({ group }) => group.branch!))].filter((branch) => branch !== '').sort().slice(0, most), all_workflows: [...known].sort().slice(0, most),
  });
};

const ofOrganization = async (asking: RequestContext): Promise<RouteResponse> => {
  const { organization } = await organizationNamed(asking, asking.params['provider']!, asking.params['organization']!);
  const window = windowAsked(asking), wanted = severalAsked(asking, 'project-names');
  const names = new Map((await asking.tx.list<CiProject>({ kind: 'ci-projects', scope: organization.id })).records.map(({ id, name }) => [id, name]));
  const parts = await counted(asking, { of: { organization: organization.id } }, window, ['project']);
  const [whole] = told(partsOf(parts, []), window, [], summed);
  return ok({
    org_data: { metrics: whole!.metrics, trends: whole!.trends },
    org_project_data: told(partsOf(parts, ['project']), window, ['project'], summed).map(({ group, metrics, trends }) => ({ project_name: names.get(group.project!) ?? '', metrics, trends }))
      .filter(({ project_name: name }) => wanted?.includes(name) ?? true),
    all_projects: [...names.values()].sort(),
  });
};

const branches = async (asking: RequestContext): Promise<RouteResponse> => {
  const { project, organization } = await projectHere(asking);
  const workflow = asked(asking, 'workflow-name');
  const found = await asking.tx.ledger.listRunNames({ of: { project: project.id }, ...(workflow === undefined ? {} : { names: [workflow] }), ...wholeWindow(asking) }, 'branch', { limit: most });
  return ok({ org_id: organization.id, project_id: project.id, branches: found });
};

export const routes = [
  route('GET /insights/pages/{project-slug}/summary', ofProject),
  route('GET /insights/{org-slug}/summary', ofOrganization),
  route('GET /insights/{project-slug}/branches', branches),
];
