import type { Incoming, Outgoing } from './exchange.ts';
import type { Kept } from './journal.ts';

/** A request and its answer, and the token that came with it. */
export interface Exchanged {
  readonly incoming: Incoming;
  readonly headers: { readonly [name: string]: string };
  readonly body: Outgoing['body'];
  readonly secret: string | undefined;
}
/** What a journal may keep of both, without any secret. */
export type Keeping = (exchanged: Exchanged) => { readonly request: Kept; readonly response: Kept };
