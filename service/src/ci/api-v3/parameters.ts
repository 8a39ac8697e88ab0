import type { RequestContext } from '../../http/route.ts';
import {
  describeValue,
  invalidRequest,
  type QueryContext,
  queryParameter,
  requiredUuidParameter,
  uuidParameter,
} from '../requests/read-request.ts';

export const filterParameter = (ctx: QueryContext, name: string): string | undefined => queryParameter(ctx, `filter[${name}]`);
export const uuidFilter = (ctx: QueryContext, name: string): string | undefined => uuidParameter(ctx, `filter[${name}]`);
export const requiredUuidFilter = (ctx: RequestContext, name: string): string => requiredUuidParameter(ctx, `filter[${name}]`);

/** A time of the query in ISO 8601; undefined: none was sent. */
export const timeFilter = (ctx: RequestContext, name: string): string | undefined => {
  const text = filterParameter(ctx, name);
  if (text !== undefined && Number.isNaN(Date.parse(text)))
    throw invalidRequest({ detail: `expected a time such as 2026-05-01T12:00:00Z, ${describeValue(text)}`, parameter: `filter[${name}]` });
  return text;
};

/** `page[limit]`, from 1 to `most`. */
export const pageLimit = (ctx: RequestContext, most: number): number => {
  const text = queryParameter(ctx, 'page[limit]');
  if (text === undefined) return most;
  if (!/^[1-9]\d{0,3}$/.test(text) || Number(text) > most)
    throw invalidRequest({ detail: `expected a number from 1 to ${most}, ${describeValue(text)}`, parameter: 'page[limit]' });
  return Number(text);
};

/** A setting that this service does not have. */
export const falseMember = { description: 'false, which it always is here', accepts: (value: unknown) => value === false };

/** The context of an endpoint of API v2 whose path names this object. */
export const withPathParameter = <C extends RequestContext>(ctx: C, name: string, value: string): C => ({
  ...ctx,
  params: { [name]: value },
});
