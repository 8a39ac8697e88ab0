export const workspaceTriggers = [
  'run:created',
  'run:planning',
  'run:needs_attention',
  'run:applying',
  'run:completed',
  'run:errored',
  'assessment:drifted',
  'assessment:check_failure',
  'assessment:failed',
  'workspace:auto_destroy_reminder',
  'workspace:auto_destroy_run_results',
] as const;
export const teamTriggers = ['change_request:created'] as const;
export type NotificationTrigger = (typeof workspaceTriggers)[number] | (typeof teamTriggers)[number];

/** A run as it was when the notification was caused. */
export interface NotifiedRun {
  readonly id: string;
  readonly message: string;
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly status: string;
  readonly updatedAt: string;
  readonly updatedBy: string | null;
}

/** An event of a notification. It is a copy, because the run or the workspace may change or be deleted before the delivery. */
export interface NotificationEvent {
  readonly trigger: NotificationTrigger | 'verification';
  /** `Run Applied` */
  readonly message: string;
  readonly organization: string | null;
  readonly workspace: { readonly id: string; readonly name: string } | null;
  readonly run: NotifiedRun | null;
  /** For an event without a run: the members of its payload. */
  readonly details?: { readonly [name: string]: unknown };
}

/** What is sent to find out whether a destination takes notifications. */
export const createVerification = (name: string): NotificationEvent => ({
  trigger: 'verification',
  message: `Verification of ${name}`,
  organization: null,
  workspace: null,
  run: null,
});
