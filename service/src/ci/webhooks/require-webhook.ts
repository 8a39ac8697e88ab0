import { notFound } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { Webhook } from '../projects/project-records.ts';
import { findProjectById } from '../projects/require-project.ts';
import { uuidPathParameter } from '../requests/read-request.ts';
import { requireRight } from '../roles/require-right.ts';

/** The webhook of `{webhook-id}`: 404 unless its project is one of the caller's organizations, 403 without the right. */
export const requireWebhook = async (ctx: RequestContext, right: 'see-webhooks' | 'manage-project'): Promise<StoredRecord<Webhook>> => {
  const id = uuidPathParameter(ctx, 'webhook-id');
  const webhook = await ctx.tx.get<Webhook>('ci-webhooks', id);
  const home = webhook && (await findProjectById(ctx, webhook.scope));
  if (!webhook || !home) throw notFound(`the webhook ${id}`);
  await requireRight(ctx, right, home);
  return webhook;
};
