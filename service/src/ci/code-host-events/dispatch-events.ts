import type { StoredRecord } from '../../store/store.ts';
import { hasSkipMarker } from '../configuration/skip-marker.ts';
import type { OriginContext } from '../pipelines/pipeline-origin.ts';
import { type ActorContext, startPipeline } from '../pipelines/start-pipeline.ts';
import { effectiveSettings } from '../projects/project-settings.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { cancelEarlierPipelines } from '../pipelines/autocancel.ts';
import { renderPipelineSummary } from '../pipelines/render-pipeline-summary.ts';
import { resolveEventOrigin } from '../triggers/trigger-origin.ts';
import { buildEventValues } from './event-values.ts';
import type { CodeHostEvent, ParsedEvent } from '../../code-hosts/code-host-event.ts';
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
/** The result of events: the pipelines that were started, and the reasons for those that were not. */
export interface EventOutcome {
  readonly pipelines: readonly StartedPipeline[];
  readonly ignored: readonly IgnoredEvent[];
}

/** The project of a trigger. The sender of events need not be a member of the organization. */
const toProjectContext = (organization: StoredRecord<CiOrganization>, { project }: SubscribedTrigger) => ({
  project,
  organization,
  host: project.body.host,
});

/** A merge queue sends two events for a commit: a trigger starts one pipeline for both. */
const mergeQueueKey = ({ trigger }: SubscribedTrigger, event: CodeHostEvent): string | undefined =>
  trigger.body.eventPreset === 'pushes-to-merge-queues' && event.revision !== null && matchesPreset(trigger.body.eventPreset, event)
    ? `queue ${trigger.id} ${event.revision}`
    : undefined;

const startOfTrigger = async (
  ctx: ActorContext & OriginContext,
  organization: StoredRecord<CiOrganization>,
  subscribed: SubscribedTrigger,
  event: CodeHostEvent,
  keptPipelines: ReadonlySet<string>,
): Promise<StartedPipeline | IgnoredEvent> => {
  const { trigger, definition, project } = subscribed;
  const ignored = (why: string): IgnoredEvent => ({ trigger_id: trigger.id, message: `No pipeline was started: ${why}.` });
  const refusal = await findTriggerRefusal(ctx.tx, organization.id, subscribed, event);
  if (refusal !== undefined) return ignored(refusal);
  const here = toProjectContext(organization, subscribed);
  const origin = await resolveEventOrigin(ctx, here, { definition, trigger: trigger.body }, event);
  const commit = event.commit ?? origin.commit;
  if (commit && hasSkipMarker(commit)) return ignored('the commit message has a skip marker');
  const settings = effectiveSettings(project.body);
  if (settings.autocancel_builds && 'branch' in origin.ref && origin.ref.branch !== origin.defaultBranch)
    await cancelEarlierPipelines(ctx, project.id, origin.ref.branch, origin.commit?.revision ?? null, keptPipelines);
  const started = await startPipeline(ctx, here, {
    ...origin,
    parameters: {},
    type: 'webhook',
    values: buildEventValues(trigger.id, trigger.body, event),
    actor: { id: organization.id, login: event.sender || 'code host' },
    ...(event.pullRequest?.fork && !settings.forks_receive_secret_env_vars ? { withoutSecrets: true as const } : {}),
  });
  return { ...renderPipelineSummary(started), project_id: project.id, trigger_id: trigger.id };
};

const dispatchEvent = async (
  ctx: ActorContext & OriginContext,
  organization: StoredRecord<CiOrganization>,
  parts: CodeHostEvent,
): Promise<EventOutcome> => {
  const subscribedTriggers = await findSubscribedTriggers(ctx.tx, organization, parts);
  if (subscribedTriggers.length === 0)
    return { pipelines: [], ignored: [{ message: `No pipeline was started: no trigger hears of the repository ${parts.repository}.` }] };
  const known = await trackPullRequest(
    ctx,
    organization.id,
    await addDefaultBranch(ctx.tx, organization.id, subscribedTriggers[0]!, parts),
  );
  const [pipelines, ignored]: [StartedPipeline[], IgnoredEvent[]] = [[], []];
  for (const subscribed of subscribedTriggers) {
    const event = await addDefaultBranch(ctx.tx, organization.id, subscribed, { ...known, defaultBranch: parts.defaultBranch });
    const keptPipelines = new Set(pipelines.map(({ id }) => id));
    const { body } = await runOnce(ctx, subscribed.project.id, mergeQueueKey(subscribed, event), async () => ({
      status: 200,
      body: await startOfTrigger(ctx, organization, subscribed, event, keptPipelines),
    }));
    const pullRequest = body as StartedPipeline | IgnoredEvent;
    if ('id' in pullRequest) pipelines.push(pullRequest);
    else ignored.push(pullRequest);
  }
  return { pipelines, ignored };
};

/** Dispatches events in order to the triggers of an organization, and starts their pipelines. */
export const dispatchEvents = async (
  ctx: ActorContext & OriginContext,
  organization: StoredRecord<CiOrganization>,
  events: readonly ParsedEvent[],
): Promise<EventOutcome> => {
  const outcomes: EventOutcome[] = [];
  for (const pullRequest of events)
    outcomes.push(
      'ignored' in pullRequest
        ? { pipelines: [], ignored: [{ message: `No pipeline was started: ${pullRequest.ignored} starts none.` }] }
        : await dispatchEvent(ctx, organization, pullRequest.event),
    );
  return { pipelines: outcomes.flatMap(({ pipelines }) => pipelines), ignored: outcomes.flatMap(({ ignored }) => ignored).slice(0, 100) };
};
