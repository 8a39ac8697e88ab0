import type { RouteResponse } from '../../http/route.ts';

interface EntityReference {
  readonly id: string | null;
  readonly attributes?: object;
}
interface EntityReferences {
  readonly [name: string]: EntityReference | readonly EntityReference[] | null;
}
/** An object of API v3. */
export interface Entity {
  readonly id: string;
  readonly type: string;
  readonly attributes: object;
  readonly references?: EntityReferences;
}

export const apiV3Path = '/api/v3';

export const answerEntity = (data: Entity | { readonly id: string }, status = 200): RouteResponse => ({ status, body: { data } });

/** A page of a list. `next`: what to send as `page[cursor]` for the next one; null on the last page. */
export const answerEntities = (data: readonly Entity[], next: string | null = null): RouteResponse => ({
  status: 200,
  body: { data, page: { next, prev: null } },
});
