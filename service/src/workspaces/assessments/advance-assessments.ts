import type { Clock } from '../../http/route.ts';
import type { BackgroundContext } from '../../pipeline/api-definition.ts';
import type { BackgroundTask } from '../../pipeline/background-tasks.ts';
import { type DueWorkKind, dueWorkOfLinks, readLinkedRecords, taskOfDueWork } from '../../pipeline/due-work.ts';
import type { Store, StoredRecord } from '../../store/store.ts';
import type { RunConditions, RunContext } from '../runs/run-context.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { findAssessmentObstacle, isAssessed } from './find-obstacle.ts';
import { finishAssessment } from './finish-assessment.ts';
import { reportByScript } from './follow-assessment-script.ts';
import { addAssessmentStep, startAssessment } from './start-assessment.ts';
import { activeAssessmentsLink, assessedWorkspacesLink, type StoredAssessment } from './stored.ts';

/** The records that `all` links to, without opening a transaction that writes. */
const listLinked = <B>(store: Store, link: string, kind: string): Promise<readonly StoredRecord<B>[]> =>
  store.read(async (view) => {
    const links = await view.listLinks(link, { from: 'all' });
    return links.length === 0
      ? []
      : view.getMany<B>(
          kind,
          links.map(({ to }) => to),
        );
  });

const isDue = ({ movesAt }: StoredAssessment, clock: Clock): boolean => movesAt !== null && Date.parse(movesAt) <= clock.now().getTime();

const advanceOne = async (context: RunContext, id: string): Promise<boolean> => {
  const { tx, clock } = context;
  const record = await tx.get<StoredAssessment>('assessments', id);
  if (!record || !isDue(record.body, clock)) return false;
  if (record.body.status === 'pending')
    await tx.update<StoredAssessment>(record, { body: { ...record.body, status: 'running', movesAt: addAssessmentStep(context) } });
  else await finishAssessment(context, record, await reportByScript(tx, record, clock.now()));
  return true;
};

/** Advances the assessments that are due, by their scripts. Returns the number of changes. */
export const advanceAssessments = async (store: Store, conditions: RunConditions): Promise<number> => {
  let moved = 0;
  for (const { id, body } of await listLinked<StoredAssessment>(store, activeAssessmentsLink, 'assessments'))
    if (isDue(body, conditions.clock) && (await store.write((tx) => advanceOne({ ...conditions, tx }, id)))) moved += 1;
  return moved;
};

/** Time between two automatic assessments of a workspace, as in the hosted service. */
const intervalMilliseconds = 24 * 60 * 60_000;

const isToBeAssessed = (workspace: StoredRecord<StoredWorkspace>, clock: Clock): boolean => {
  const last = workspace.body.assessment?.at;
  return (!last || clock.now().getTime() - Date.parse(last) >= intervalMilliseconds) && findAssessmentObstacle(workspace) === undefined;
};

/** Whether an assessment started. A workspace that is not assessed any more is forgotten. */
const startIfDue = async (context: RunContext, id: string): Promise<boolean> => {
  const { tx, clock } = context;
  const workspace = await tx.get<StoredWorkspace>('workspaces', id);
  if (!workspace || !(await isAssessed(context, workspace))) {
    await tx.unlink(assessedWorkspacesLink, 'all', id);
    return false;
  }
  if (!isToBeAssessed(workspace, clock)) return false;
  await startAssessment(context, workspace);
  return true;
};

/** Starts the assessments that are due: a day after the last one. Returns how many. */
export const startDueAssessments = async (store: Store, conditions: RunConditions): Promise<number> => {
  let started = 0;
  for (const workspace of await listLinked<StoredWorkspace>(store, assessedWorkspacesLink, 'workspaces'))
    if (isToBeAssessed(workspace, conditions.clock) && (await store.write((tx) => startIfDue({ ...conditions, tx }, workspace.id))))
      started += 1;
  return started;
};

export const dueAssessments = dueWorkOfLinks<StoredAssessment>(
  'assessments',
  activeAssessmentsLink,
  'assessments',
  ({ movesAt }) => movesAt,
);

/** Due automatic assessments. A workspace that cannot be assessed now triggers this by a write when it can. */
const dueStarts: DueWorkKind = {
  name: 'assessment_starts',
  kinds: [assessedWorkspacesLink],
  ownKinds: ['workspaces'],
  listTimes: async (view) => {
    const times: number[] = [];
    for await (const workspaces of readLinkedRecords<StoredWorkspace>(view, assessedWorkspacesLink, 'workspaces'))
      for (const { body } of workspaces) if (body.assessment?.at) times.push(Date.parse(body.assessment.at) + intervalMilliseconds);
    return times;
  },
};

/** Starts and advances assessments. */
export const createAssessmentTasks = ({ store, clock, settings, listeners }: BackgroundContext): readonly BackgroundTask[] => [
  taskOfDueWork(
    { store, clock },
    {
      name: 'moving the assessments on',
      pause: 250,
      due: [dueAssessments],
      perform: () => advanceAssessments(store, { clock, settings: settings(), listeners }),
    },
  ),
  taskOfDueWork(
    { store, clock },
    // All that are assessed are read each time that any workspace was written.
    {
      name: 'starting assessments',
      pause: 60_000,
      due: [dueStarts],
      perform: () => startDueAssessments(store, { clock, settings: settings(), listeners }),
    },
  ),
];
