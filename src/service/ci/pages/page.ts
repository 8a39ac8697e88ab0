import type { RequestContext, RouteResponse } from '../../http/route.ts';
import { readPageToken, createPageToken } from './page-token.ts';
import { queryParameter } from '../requests/read-request.ts';

/** How the place of an item in its list stands in a token. */
export interface CursorCodec<P> {
  encode(place: P): Buffer;
  decode(bytes: Buffer): P;
}

/** The place in the order of writing. */
export const sequenceCursor: CursorCodec<number> = {
  encode: (seq) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(BigInt(seq));
    return bytes;
  },
  decode: (bytes) => Number(bytes.readBigUInt64BE()),
};
/** A place of several parts, or of a name. */
export const jsonCursor = <P>(): CursorCodec<P> => ({
  encode: (place) => Buffer.from(JSON.stringify(place)),
  decode: (bytes) => JSON.parse(bytes.toString('utf8')) as P,
});

export interface CiPageSource<T, P> {
  /** What is asked, and of what: a token is of one list. */
  readonly listId: string;
  readonly size?: number;
  readonly cursor: CursorCodec<P>;
  positionOf(item: T): P;
  /** The items behind a place, at most so many. */
  find(after: P | undefined, limit: number): Promise<readonly T[]>;
  /** Gets the whole page at once. */
  render(items: readonly T[]): readonly unknown[] | Promise<readonly unknown[]>;
}

/** `{items, next_page_token}`: one page, and a token where there is another. It begins behind the last item of the page before, whatever was added or removed meanwhile. */
export const renderCiPage = async <T, P>(
  asking: RequestContext,
  { listId: list, size = asking.settings.ciPageSize, cursor: place, positionOf: placeOf, find, render }: CiPageSource<T, P>,
): Promise<RouteResponse> => {
  const token = queryParameter(asking, 'page-token');
  const found = await find(token === undefined ? undefined : place.decode(await readPageToken(asking.tx, list, token)), size + 1);
  const page = found.slice(0, size);
  return {
    status: 200,
    body: {
      items: await render(page),
      next_page_token: found.length > size ? await createPageToken(asking.tx, list, place.encode(placeOf(page.at(-1)!))) : null,
    },
  };
};
