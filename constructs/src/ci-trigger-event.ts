import type { CiTriggerConfig } from './generated/ci-trigger.ts';
import type { ChildOptions } from './rename-warning.ts';

/** Which events of a repository start pipelines. */
export type CiPreset =
  /** Every push, of branches and of tags. */
  | 'all-pushes'
  /** Tags that are pushed. */
  | 'only-tags'
  /** Pushes of the repository's default branch. */
  | 'default-branch-pushes'
  /** Pull requests that are opened or pushed to, pushes of the default branch, and tags. */
  | 'only-build-prs'
  /** A pull request is opened, or opened again. */
  | 'only-open-prs'
  /** A label is put on a pull request. */
  | 'only-labeled-prs'
  /** A pull request is merged. */
  | 'only-merged-prs'
  /** A draft becomes a pull request that is ready for review. */
  | 'only-ready-for-review-prs'
  /** A branch is deleted. The hosted service was seen to refuse it. */
  | 'only-branch-delete'
  /** Pushes to a pull request that is no draft. */
  | 'only-build-pushes-to-non-draft-prs'
  /** A pull request is merged, or closed without it. */
  | 'only-merged-or-closed-prs'
  /** A comment "run ci" on a pull request. */
  | 'pr-comment-equals-run-ci'
  /** A pull request that is no draft is opened, or opened again. */
  | 'non-draft-pr-opened'
  /** A push into a merge queue. */
  | 'pushes-to-merge-queues';

export type CiEvent = CiPreset | 'webhook';

interface CommonEventOptions extends ChildOptions {
  /** The name of the event. */
  readonly event?: string;
  /** No event: the trigger is disabled. */
  readonly disabled?: boolean;
}

export interface CiEventOptions extends CommonEventOptions {
  /** The repository whose events count, by the ID its host gives it; the one that is checked out unless set. */
  readonly repository?: string;
  /** The host of that repository. Default: that of the checkout. `github_server` and `github_oauth` are the hosted service's. */
  readonly provider?: 'codehost_app' | 'codehost_dc' | 'github_server' | 'github_oauth';
  /** The branch or tag to check out: where the event comes from another repository. */
  readonly checkoutRef?: string;
  /** The branch or tag the configuration is taken from: where the event comes from another repository. */
  readonly configRef?: string;
}

/**
 * A webhook's event contains no commit: one `ref` for code and configuration, or one for each. Its event is called as its sender
 * unless set.
 */
export type CiWebhookOptions = CommonEventOptions & { readonly sender: string } & (
    | { readonly ref: string; readonly checkoutRef?: never; readonly configRef?: never }
    | { readonly ref?: never; readonly checkoutRef: string; readonly configRef: string }
  );

/** `of`: what distinguishes two triggers of one event, and names them. */
type EventConfig = Omit<CiTriggerConfig, 'projectId' | 'pipelineDefinitionId'> & {
  readonly of: readonly { readonly what: string; readonly name: string }[];
};
type AnyEventOptions = CommonEventOptions & Partial<CiEventOptions> & { readonly sender?: string; readonly ref?: string };

const definedMembers = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;

/** A trigger in the form of the generated class. Missing values are omitted: the rules of triggers report them. */
export const eventConfig = (
  event: CiEvent,
  options: AnyEventOptions,
  checkout: { readonly provider?: CiTriggerConfig['eventSourceProvider'] | undefined; readonly repository?: string | undefined },
): EventConfig => {
  const { event: name, disabled, sender, ref, repository, provider, checkoutRef = ref, configRef = ref } = options;
  const refs = definedMembers({ checkoutRef, configRef, disabled });
  if (event === 'webhook') {
    const of = [
      { what: 'sender of the webhook', name: sender },
      { what: 'event of the webhook', name },
    ].flatMap(({ what, name }) => (name === undefined ? [] : [{ what, name }]));
    return {
      ...refs,
      ...definedMembers({ eventSourceWebhookSender: sender, eventName: name ?? sender }),
      eventSourceProvider: 'webhook',
      of,
    };
  }
  return {
    ...refs,
    ...definedMembers({ eventName: name, eventSourceRepoExternalId: repository ?? checkout.repository }),
    eventSourceProvider: provider ?? checkout.provider ?? 'codehost_app',
    eventPreset: event,
    of: repository === undefined ? [] : [{ what: 'ID of the repository', name: repository }],
  };
};
