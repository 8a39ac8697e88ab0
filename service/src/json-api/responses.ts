import type { RouteResponse } from '../http/route.ts';
import type { ResourceObject } from './resource-object.ts';

export const okDocument = (data: ResourceObject, included?: readonly ResourceObject[]): RouteResponse => ({
  status: 200,
  body: included ? { data, included } : { data },
});
export const createdDocument = (data: ResourceObject): RouteResponse => ({ status: 201, body: { data } });
/** A whole list without pages. */
export const okDocuments = (data: readonly ResourceObject[]): RouteResponse => ({ status: 200, body: { data } });
export const noContent: RouteResponse = { status: 204 };
