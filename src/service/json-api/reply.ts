import type { RouteResponse } from '../route.ts';
import type { ResourceObject } from './document.ts';

export const okDocument = (data: ResourceObject, included?: readonly ResourceObject[]): RouteResponse => ({ status: 200, body: included ? { data, included } : { data } });
export const createdDocument = (data: ResourceObject): RouteResponse => ({ status: 201, body: { data } });
/** A whole list without pages. */
export const okDocuments = (data: readonly ResourceObject[]): RouteResponse => ({ status: 200, body: { data } });
export const noContent: RouteResponse = { status: 204 };
