import { describeResult, isAccepted, postWebhook, type WebhookRequest, type WebhookResult } from '../../delivery/post-webhook.ts';
import { badRequest } from '../../http/problem.ts';
import type { PreparationContext } from '../../http/route.ts';
import type { WriteDraft } from '../../nouns/declaration.ts';
import { createVerification } from './notification-events.ts';
import { buildNotificationRequest } from './notification-request.ts';
import type { StoredNotificationConfiguration } from './stored.ts';

/** The result of a verification: the request, and how the destination responded. */
export interface Verification {
  readonly request: WebhookRequest;
  readonly result: WebhookResult;
}

/** Sends a verification to the destination; undefined: it is mail. */
export const verifyDestination = async (
  { settings, origin }: Pick<PreparationContext, 'settings' | 'origin'>,
  id: string,
  configuration: StoredNotificationConfiguration,
): Promise<Verification | undefined> => {
  if (configuration.destinationType === 'email' || configuration.url === null) return undefined;
  const request = buildNotificationRequest(id, configuration, createVerification(configuration.name), settings, origin);
  return { request, result: await postWebhook(request) };
};

/** Throws 400 unless the destination took the verification. */
export const requireVerified = (verification: Verification | undefined): void => {
  if (verification === undefined || isAccepted(verification.result)) return;
  throw badRequest(`the destination did not take the verification: ${describeResult(verification.result)}`);
};

/**
 * Verifies the destination before a write enables the configuration or changes its destination. Throws 400 if the destination refuses, as
 * in the hosted service; if it cannot be reached, the write continues, and the delivery response contains the failure.
 */
export const verifyBeforeWrite = async (ctx: PreparationContext, { id, body, before }: WriteDraft): Promise<Verification | undefined> => {
  const next = body as StoredNotificationConfiguration;
  const old = before?.body as StoredNotificationConfiguration | undefined;
  if (!next.enabled || (old?.enabled && old.url === next.url)) return undefined;
  const verification = await verifyDestination(ctx, id, next);
  if (verification && 'status' in verification.result) requireVerified(verification);
  return verification;
};
