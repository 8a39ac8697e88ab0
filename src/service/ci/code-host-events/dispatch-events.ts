import type { StoredRecord } from '../../store/store.ts';
import { hasSkipMarker } from '../configuration/index.ts';
import { type ActorContext, startPipeline } from '../pipelines/start-pipeline.ts';
import { effectiveSettings } from '../projects/project-settings.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { cancelEarlierPipelines } from '../pipelines/autocancel.ts';
import { renderPipelineSummary } from '../pipelines/render-pipeline-summary.ts';
import { resolveEventOrigin } from '../triggers/trigger-origin.ts';
import { buildEventValues } from './event-values.ts';
import type { CodeHostEvent, ParsedEvent } from './code-host-event.ts';
import { type SubscribedTrigger, findSubscribedTriggers, addDefaultBranch } from '../triggers/subscribed-triggers.ts';
import { runOnce } from './run-once.ts';
import { matchesPreset } from '../triggers/event-presets.ts';
import { trackPullRequest } from './open-pull-requests.ts';
import { findTriggerRefusal } from '../triggers/trigger-refusal.ts';

interface StartedPipeline {
  readonly id: string;
  readonly project_id: string;
  readonly trigger_id: string;
  readonly number: number;
  readonly state: string;
  readonly created_at: string;
}
interface IgnoredEvent {
  readonly trigger_id?: string;
  readonly message: string;
}
/** What an event came to. */
export interface EventOutcome {
  readonly pipelines: readonly StartedPipeline[];
  readonly ignored: readonly IgnoredEvent[];
}

/** An organization as answers to a code host speak of it: whoever may send events need not be anybody here. */
const toProjectContext = (organization: StoredRecord<CiOrganization>, { project }: SubscribedTrigger) => ({
  project,
  organization,
  host: project.body.host,
});

/** A merge queue tells of its commit in two ways: a trigger hears of it once. */
const mergeQueueKey = ({ trigger }: SubscribedTrigger, happening: CodeHostEvent): string | undefined =>
  trigger.body.eventPreset === 'pushes-to-merge-queues' && happening.revision !== null && matchesPreset(trigger.body.eventPreset, happening)
    ? `queue ${trigger.id} ${happening.revision}`
    : undefined;

const startOfTrigger = async (
  acting: ActorContext,
  organization: StoredRecord<CiOrganization>,
  hearer: SubscribedTrigger,
  happening: CodeHostEvent,
  kept: ReadonlySet<string>,
): Promise<StartedPipeline | IgnoredEvent> => {
  const { trigger, definition, project } = hearer;
  const ignored = (why: string): IgnoredEvent => ({ trigger_id: trigger.id, message: `No pipeline was started: ${why}.` });
  const refusal = await findTriggerRefusal(acting.tx, organization.id, hearer, happening);
  if (refusal !== undefined) return ignored(refusal);
  const here = toProjectContext(organization, hearer);
  const origin = await resolveEventOrigin(acting, here, { definition, trigger: trigger.body }, happening);
  const commit = happening.commit ?? origin.commit;
  if (commit && hasSkipMarker(commit)) return ignored('the commit asks to be skipped');
  const settings = effectiveSettings(project.body);
  if (settings.autocancel_builds && 'branch' in origin.ref && origin.ref.branch !== origin.defaultBranch)
    await cancelEarlierPipelines(acting, project.id, origin.ref.branch, origin.commit?.revision ?? null, kept);
  const started = await startPipeline(acting, here, {
    ...origin,
    parameters: {},
    type: 'webhook',
    values: buildEventValues(trigger.id, trigger.body, happening),
    actor: { id: organization.id, login: happening.sender || 'code host' },
    ...(happening.pullRequest?.fork && !settings.forks_receive_secret_env_vars ? { withoutSecrets: true as const } : {}),
  });
  return { ...renderPipelineSummary(started), project_id: project.id, trigger_id: trigger.id };
};

const dispatchEvent = async (
  acting: ActorContext,
  organization: StoredRecord<CiOrganization>,
  told: CodeHostEvent,
): Promise<EventOutcome> => {
  const hearers = await findSubscribedTriggers(acting.tx, organization, told);
  if (hearers.length === 0)
    return { pipelines: [], ignored: [{ message: `No pipeline was started: no trigger hears of the repository ${told.repository}.` }] };
  const known = await trackPullRequest(acting, organization.id, await addDefaultBranch(acting.tx, organization.id, hearers[0]!, told));
  const [pipelines, ignored]: [StartedPipeline[], IgnoredEvent[]] = [[], []];
  for (const hearer of hearers) {
    const happening = await addDefaultBranch(acting.tx, organization.id, hearer, { ...known, defaultBranch: told.defaultBranch });
    const kept = new Set(pipelines.map(({ id }) => id));
    const { body } = await runOnce(acting, hearer.project.id, mergeQueueKey(hearer, happening), async () => ({
      status: 200,
      body: await startOfTrigger(acting, organization, hearer, happening, kept),
    }));
    const one = body as StartedPipeline | IgnoredEvent;
    if ('id' in one) pipelines.push(one);
    else ignored.push(one);
  }
  return { pipelines, ignored };
};

/** Tells an organization's triggers of events, one after the other, and starts what they ask for. */
export const dispatchEvents = async (
  acting: ActorContext,
  organization: StoredRecord<CiOrganization>,
  tellings: readonly ParsedEvent[],
): Promise<EventOutcome> => {
  const outcomes: EventOutcome[] = [];
  for (const one of tellings)
    outcomes.push(
      'ignored' in one
        ? { pipelines: [], ignored: [{ message: `No pipeline was started: ${one.ignored} starts none.` }] }
        : await dispatchEvent(acting, organization, one.happening),
    );
  return { pipelines: outcomes.flatMap(({ pipelines }) => pipelines), ignored: outcomes.flatMap(({ ignored }) => ignored).slice(0, 100) };
};
