import type { StoredRecord } from '../../store/store.ts';
import { skips } from '../configuration/index.ts';
import { type Acting, startPipeline } from '../pipelines/start.ts';
import { settingsOf } from '../projects/settings.ts';
import type { CiOrganization } from '../stored.ts';
import { cancelEarlier } from './autocancel.ts';
import { brief } from './brief.ts';
import { originOfEvent } from './event-origin.ts';
import { eventValues } from './event-values.ts';
import type { Happening, Telling } from './happening.ts';
import { type Hearer, hearersOf, withDefault } from './heard.ts';
import { once } from './once.ts';
import { fires } from './presets.ts';
import { remember } from './pull-requests.ts';
import { refusalOf } from './verdict.ts';

interface Started { readonly id: string; readonly project_id: string; readonly trigger_id: string; readonly number: number; readonly state: string; readonly created_at: string }
interface Ignored { readonly trigger_id?: string; readonly message: string }
/** What an event came to. */
export interface Outcome { readonly pipelines: readonly Started[]; readonly ignored: readonly Ignored[] }

/** An organization as answers to a code host speak of it: whoever may send events need not be anybody here. */
const asHere = (organization: StoredRecord<CiOrganization>, { project }: Hearer) => ({ project, organization, host: project.body.host });

/** A merge queue tells of its commit in two ways: a trigger hears of it once. */
const queueKey = ({ trigger }: Hearer, happening: Happening): string | undefined =>
  (trigger.body.eventPreset === 'pushes-to-merge-queues' && happening.revision !== null && fires(trigger.body.eventPreset, happening) ? `queue ${trigger.id} ${happening.revision}` : undefined);

const startAt = async (acting: Acting, organization: StoredRecord<CiOrganization>, hearer: Hearer, happening: Happening, kept: ReadonlySet<string>): Promise<Started | Ignored> => {
  const { trigger, definition, project } = hearer;
  const ignored = (why: string): Ignored => ({ trigger_id: trigger.id, message: `No pipeline was started: ${why}.` });
  const refusal = await refusalOf(acting.tx, organization.id, hearer, happening);
  if (refusal !== undefined) return ignored(refusal);
  const here = asHere(organization, hearer);
  const origin = await originOfEvent(acting, here, { definition, trigger: trigger.body }, happening);
  const commit = happening.commit ?? origin.commit;
  if (commit && skips(commit)) return ignored('the commit asks to be skipped');
  const settings = settingsOf(project.body);
  if (settings.autocancel_builds && 'branch' in origin.ref && origin.ref.branch !== origin.defaultBranch) await cancelEarlier(acting, project.id, origin.ref.branch, origin.commit?.revision ?? null, kept);
  const started = await startPipeline(acting, here, {
    ...origin, parameters: {}, type: 'webhook', values: eventValues(trigger.id, trigger.body, happening), actor: { id: organization.id, login: happening.sender || 'code host' },
    ...(happening.pullRequest?.fork && !settings.forks_receive_secret_env_vars ? { withoutSecrets: true as const } : {}),
  });
  return { ...brief(started), project_id: project.id, trigger_id: trigger.id };
};

const happened = async (acting: Acting, organization: StoredRecord<CiOrganization>, told: Happening): Promise<Outcome> => {
  const hearers = await hearersOf(acting.tx, organization, told);
  if (hearers.length === 0) return { pipelines: [], ignored: [{ message: `No pipeline was started: no trigger hears of the repository ${told.repository}.` }] };
  const known = await remember(acting, organization.id, await withDefault(acting.tx, organization.id, hearers[0]!, told));
  const [pipelines, ignored]: [Started[], Ignored[]] = [[], []];
  for (const hearer of hearers) {
    const happening = await withDefault(acting.tx, organization.id, hearer, { ...known, defaultBranch: told.defaultBranch });
    const kept = new Set(pipelines.map(({ id }) => id));
    const { body } = await once(acting, hearer.project.id, queueKey(hearer, happening), async () => ({ status: 200, body: await startAt(acting, organization, hearer, happening, kept) }));
    const one = body as Started | Ignored;
    if ('id' in one) pipelines.push(one); else ignored.push(one);
  }
  return { pipelines, ignored };
};

/** Tells an organization's triggers of events, one after the other, and starts what they ask for. */
export const tell = async (acting: Acting, organization: StoredRecord<CiOrganization>, tellings: readonly Telling[]): Promise<Outcome> => {
  const outcomes: Outcome[] = [];
  for (const one of tellings) outcomes.push('ignored' in one ? { pipelines: [], ignored: [{ message: `No pipeline was started: ${one.ignored} starts none.` }] } : await happened(acting, organization, one.happening));
  return { pipelines: outcomes.flatMap(({ pipelines }) => pipelines), ignored: outcomes.flatMap(({ ignored }) => ignored).slice(0, 100) };
};
