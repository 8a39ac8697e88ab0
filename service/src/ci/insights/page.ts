import type { RequestContext, RouteResponse } from '../../http/route.ts';
import { jsonCursor, renderCiPage } from '../pages/page.ts';

/** One page of a list that is computed, not stored. `list` identifies it; a window that moves with the clock is no part of it. */
export const renderInsightsPage = <T, P>(
  ctx: RequestContext,
  list: readonly unknown[],
  find: (after: P | undefined, limit: number) => Promise<readonly T[]>,
  placeOf: (item: T) => P,
  render: (items: readonly T[]) => readonly unknown[] | Promise<readonly unknown[]>,
): Promise<RouteResponse> =>
  renderCiPage(ctx, { listId: JSON.stringify(list), cursor: jsonCursor<P>(), positionOf: placeOf, find, render });
