import type { PipelineTest } from '../../ci/pipelines/support.ts';

/** How many of a thing there are made, and what a list of them then says. */
export interface ListFixture {
  /** The operation of the client's table. */
  readonly operation: string;
  /** What fills the operation's path, and its query. */
  readonly params: { readonly [name: string]: string | number };
  readonly query?: { readonly [name: string]: string | number };
  /** Oldest first unless said. */
  readonly order?: 'newest first' | 'by name';
  /** Whether a list has pages, and how: by number (spec 1), by token (spec 2), by place, or not at all. */
  readonly pages: 'number' | 'token' | 'place' | 'none';
  /** How large a page may be asked to be, where the service takes a size with the request and not as its setting. */
  readonly size?: 'page-size';
  /** Where fewer can be than the sizes of the issue: the limit, or what is there from the start. */
  readonly most?: number;
  readonly least?: number;
  /** What tells items apart: the name that they were added by. */
  nameOf(item: any): string;
  /** What adds one; or, where they are only made together, what makes these anew: what fills the path from now on. */
  add?(name: string): Promise<unknown>;
  make?(names: readonly string[]): Promise<ListFixture['params']>;
  /** Where they can be taken away one by one. */
  remove?(name: string): Promise<unknown>;
}
export type CreateFixtures = (here: PipelineTest) => Promise<ListFixture>;

/** Names that are in another order than the one in which they are made. */
export const nameOf = (number: number): string => `n${String((number * 617 + 300) % 1000).padStart(3, '0')}`;

/** The body of what was done, or what went wrong. */
export const requireSuccess = async (asked: Promise<{ readonly status: number; readonly body: any }>): Promise<any> => {
  const { status, body } = await asked;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};
