import { isSameSecret } from '../../access/is-same-secret.ts';
import type { CodeHostEvent, ParsedEvent } from '../../code-hosts/code-host-event.ts';
import { parseBitbucketEvents } from '../../code-hosts/payloads/bitbucket.ts';
import { parseGithubEvent } from '../../code-hosts/payloads/github.ts';
import { parsePayload } from '../../code-hosts/payloads/payload.ts';
import { arrayValue, nullableString, objectValue, jsonContent } from '../../http/body-schemas.ts';
import { notFound } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route, type LookupContext } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { StoredVcsRepo, StoredWorkspace, WorkspaceAttributes } from '../workspaces/stored.ts';
import { cancelOutdatedPlans } from './cancel-outdated-plans.ts';
import { findRepeated } from './find-repeated.ts';
import type { PushedCommit } from '../../code-hosts/read-pushed-commit.ts';
import type { IngressOrigin } from './ingress-origin.ts';
import { isPullRequest } from './is-pull-request.ts';
import { readIngress } from './read-ingress.ts';
import { recordIngress, startIngressRun, storeIngress } from './store-ingress.ts';
import { recordVcsEvent } from './vcs-events.ts';

/** Size limit of an event, in bytes. */
const maxEventBytes = 5 * 1024 * 1024;

interface EventOutcome {
  readonly 'configuration-version': string | null;
  readonly run: string | null;
  /** Why there is no run. */
  readonly message: string | null;
}
const outcomeSchema = objectValue({ 'configuration-version': nullableString, run: nullableString, message: nullableString });
const ignore = (message: string): EventOutcome => ({ 'configuration-version': null, run: null, message });

/** The workspace of the address; 404 unless its secret is right. */
const requireFollower = async (ctx: RequestContext): Promise<StoredRecord<StoredWorkspace>> => {
  const [, id, secret] = /^(ws-[A-Za-z0-9]+)-([A-Za-z0-9]+)$/.exec(ctx.params['secret']!) ?? [];
  const workspace = id === undefined ? undefined : await ctx.tx.get<StoredWorkspace>('workspaces', id);
  const webhook = workspace?.body.attributes['vcs-repo']?.webhook;
  if (!workspace || webhook === undefined || !isSameSecret(webhook, secret!)) throw notFound('the webhook');
  return workspace;
};

const decodeEvents = (ctx: RequestContext, { identifier }: Pick<StoredVcsRepo, 'identifier'>): readonly ParsedEvent[] => {
  const [github, bitbucket] = [ctx.header('x-github-event'), ctx.header('x-event-key')];
  if (github === 'ping' || bitbucket === 'diagnostics:ping') return [];
  const sent = parsePayload(ctx.body, ctx.header('content-type'));
  if (bitbucket !== undefined) return parseBitbucketEvents(bitbucket, sent);
  // The address identifies the repository, so a git hook need not repeat it.
  const payload = { repository: { id: identifier }, ...sent };
  return [parseGithubEvent(github ?? (sent['pull_request'] === undefined ? 'push' : 'pull_request'), payload)];
};

const commitBefore = ({ details }: CodeHostEvent): { readonly before?: string } => {
  const before = details['before'];
  return typeof before === 'string' && /^[0-9a-f]{40,64}$/.test(before) && !/^0+$/.test(before) ? { before } : {};
};

/** Why an event starts no run. The rules have patterns of callers, and with them a quarter of a megabyte: loaded with the first event. */
const judgeEvent = async (
  attributes: WorkspaceAttributes,
  { defaultBranch, changedFiles }: PushedCommit,
  event: CodeHostEvent,
): Promise<string | undefined> => {
  const [{ findEventRefusal }, { matchesFiles }] = await Promise.all([import('./event-rules.ts'), import('./matches-files.ts')]);
  const refusal = findEventRefusal(attributes, defaultBranch, event);
  if (refusal !== undefined || event.type === 'tag-created' || matchesFiles(attributes, changedFiles)) return refusal;
  return 'no file changed that the triggers of the workspace name';
};

const receiveEvent = async (
  ctx: LookupContext<Transaction>,
  workspace: StoredRecord<StoredWorkspace>,
  event: CodeHostEvent,
): Promise<EventOutcome> => {
  const repo = workspace.body.attributes['vcs-repo']!;
  const pullRequest = isPullRequest(event) ? event.pullRequest : null;
  const origin: IngressOrigin = { ref: event.ref, pullRequest, sender: event.sender || null };
  const found = ctx.lookUp(`ingress ${workspace.id} ${JSON.stringify([repo, event.ref, event.revision])}`, () =>
    readIngress(ctx.settings.repositoriesFolder, {
      identifier: repo.identifier,
      ref: event.ref,
      ...(event.revision === null ? {} : { revision: event.revision }),
      ...(pullRequest ? { base: `refs/heads/${pullRequest.base}` } : commitBefore(event)),
      judge: (commit) => judgeEvent(workspace.body.attributes, commit, event),
    }),
  );
  if ('missing' in found) {
    await recordVcsEvent(ctx, workspace.scope, repo['oauth-token-id'], { level: 'error', message: found.missing });
    return ignore(found.missing);
  }
  if ('ignored' in found) return ignore(found.ignored);
  const repeated = await findRepeated(ctx, workspace, found.commit.revision, origin);
  if (repeated) return { ...ignore('this commit arrived before'), 'configuration-version': repeated.id };
  if (pullRequest) await cancelOutdatedPlans(ctx, workspace, pullRequest.number);
  const stored = await storeIngress(ctx, workspace, found, origin);
  const run = await startIngressRun(ctx, stored, found.commit.subject);
  await recordIngress(ctx, stored, run);
  const reason =
    stored.configuration.body.error ?? 'runs of this workspace are started by hand: it had none yet, or its execution is local';
  return { 'configuration-version': stored.configuration.id, run: run?.id ?? null, message: run ? null : reason };
};

/** Handles events for the owner of an address. It is looked up again for each event, because an earlier one may have changed it. */
interface EventReceiver {
  readonly identifier: string;
  receive(event: CodeHostEvent): Promise<EventOutcome>;
}

const findReceiver = async (ctx: LookupContext<Transaction>): Promise<EventReceiver> => {
  const secret = ctx.params['secret']!;
  if (secret.startsWith('ws-')) {
    const { identifier } = (await requireFollower(ctx)).body.attributes['vcs-repo']!;
    return { identifier, receive: async (event) => receiveEvent(ctx, await requireFollower(ctx), event) };
  }
  const { requireFollowerOf } = await import('./follower-events.ts');
  const { identifier } = await requireFollowerOf(ctx, secret);
  const receive = async (event: CodeHostEvent): Promise<EventOutcome> => ({
    'configuration-version': null,
    run: null,
    message: await (await requireFollowerOf(ctx, secret)).receive(event),
  });
  return { identifier, receive };
};

const receiveEvents = async (ctx: LookupContext<Transaction>): Promise<RouteResponse> => {
  const outcomes: EventOutcome[] = [];
  const receiver = await findReceiver(ctx);
  for (const parsed of decodeEvents(ctx, receiver)) {
    const isRead = ctx.settings.repositoriesFolder !== '';
    if ('ignored' in parsed) outcomes.push(ignore(parsed.ignored));
    else if (isRead) outcomes.push(await receiver.receive(parsed.event));
    else outcomes.push(ignore('this service reads no repositories: it was started without --repositories'));
  }
  return { status: 200, headers: { 'content-type': 'application/json' }, body: { events: outcomes } };
};

/** Routes for pushes and pull requests that a code host or a git hook reports; the address is the secret. Not in the specification. */
export const routes = [
  route('POST /webhooks/vcs/{secret}', receiveEvents, {
    looksUp: true,
    atRoot: true,
    anonymous: true,
    binaryBody: true,
    maxBodyBytes: maxEventBytes,
    description: {
      summary:
        'Takes a push or a pull request of the repository of a workspace, a module or a policy set, from its code host or a git hook.',
      responses: { 200: jsonContent(objectValue({ events: arrayValue(outcomeSchema) })) },
    },
  }),
];
