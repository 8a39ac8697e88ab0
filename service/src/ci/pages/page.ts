import type { RequestContext, RouteResponse } from '../../http/route.ts';
import { readPageToken, createPageToken } from './page-token.ts';
import { queryParameter } from '../requests/read-request.ts';

/** Encodes the position of an item in its list for a page token. */
export interface CursorCodec<P> {
  encode(place: P): Buffer;
  decode(bytes: Buffer): P;
}

/** A position in insertion order. */
export const sequenceCursor: CursorCodec<number> = {
  encode: (seq) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(BigInt(seq));
    return bytes;
  },
  decode: (bytes) => Number(bytes.readBigUInt64BE()),
};
/** A position that is a name or has several parts. */
export const jsonCursor = <P>(): CursorCodec<P> => ({
  encode: (place) => Buffer.from(JSON.stringify(place)),
  decode: (bytes) => JSON.parse(bytes.toString('utf8')) as P,
});

export interface CiPageSource<T, P> {
  /** Identifies the list with its filter: a token is valid for one list. */
  readonly listId: string;
  readonly size?: number;
  readonly cursor: CursorCodec<P>;
  positionOf(item: T): P;
  /** Finds at most `limit` items after a position; undefined: from the first one on. */
  find(after: P | undefined, limit: number): Promise<readonly T[]>;
  /** Renders all items of a page. */
  render(items: readonly T[]): readonly unknown[] | Promise<readonly unknown[]>;
}

/**
 * Renders `{items, next_page_token}`: one page, and a token when another follows. The next page begins after the last item of this one,
 * also if items are added or removed in between.
 */
export const renderCiPage = async <T, P>(
  ctx: RequestContext,
  { listId: list, size = ctx.settings.ciPageSize, cursor: place, positionOf: placeOf, find, render }: CiPageSource<T, P>,
): Promise<RouteResponse> => {
  const token = queryParameter(ctx, 'page-token');
  const items = await find(token === undefined ? undefined : place.decode(await readPageToken(ctx.tx, list, token)), size + 1);
  const page = items.slice(0, size);
  return {
    status: 200,
    body: {
      items: await render(page),
      next_page_token: items.length > size ? await createPageToken(ctx.tx, list, place.encode(placeOf(page.at(-1)!))) : null,
    },
  };
};
