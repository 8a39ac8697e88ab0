import type { RequestContext, RouteResponse } from '../route.ts';
import { positionIn, tokenAt } from './page-token.ts';
import { asked } from './read.ts';

/** How the place of an item in its list stands in a token. */
export interface Place<P> { write(place: P): Buffer; read(bytes: Buffer): P }

/** The place in the order of writing. */
export const bySeq: Place<number> = {
  write: (seq) => { const bytes = Buffer.alloc(8); bytes.writeBigUInt64BE(BigInt(seq)); return bytes; },
  read: (bytes) => Number(bytes.readBigUInt64BE()),
};
/** A place of several parts, or of a name. */
export const byParts = <P>(): Place<P> => ({ write: (place) => Buffer.from(JSON.stringify(place)), read: (bytes) => JSON.parse(bytes.toString('utf8')) as P });

export interface Listing<T, P> {
  /** What is asked, and of what: a token is of one list. */
  readonly list: string;
  readonly size?: number;
  readonly place: Place<P>;
  placeOf(item: T): P;
  /** The items behind a place, at most so many. */
  find(after: P | undefined, limit: number): Promise<readonly T[]>;
  /** Gets the whole page at once. */
  render(items: readonly T[]): readonly unknown[] | Promise<readonly unknown[]>;
}

/** `{items, next_page_token}`: one page, and a token where there is another. It begins behind the last item of the page before, whatever was added or removed meanwhile. */
export const onePage = async <T, P>(asking: RequestContext, { list, size = asking.settings.ciPageSize, place, placeOf, find, render }: Listing<T, P>): Promise<RouteResponse> => {
  const token = asked(asking, 'page-token');
  const found = await find(token === undefined ? undefined : place.read(await positionIn(asking.tx, list, token)), size + 1);
  const page = found.slice(0, size);
  return { status: 200, body: { items: await render(page), next_page_token: found.length > size ? await tokenAt(asking.tx, list, place.write(placeOf(page.at(-1)!))) : null } };
};
