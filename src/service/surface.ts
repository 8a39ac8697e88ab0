import type { Incoming } from './exchange.ts';
import type { Problem } from './problem.ts';
import type { TellDeprecated } from './deprecations.ts';
import type { Clock, Route, Settings } from './route.ts';
import type { Store } from './store/store.ts';

/** One of the embedded services: its endpoints, and how it spells what every service says. */
export interface Surface {
  readonly name: 'workspaces' | 'ci';
  /** What every row's path begins with. */
  readonly base: string;
  /** Of requests and answers. */
  readonly mediaType: string;
  readonly routes: readonly Route[];
  /** What goes on without being asked, from when the service listens until it stops. */
  live?(parts: { readonly store: Store; readonly clock: Clock; settings(): Settings; report(words: string, error: unknown): void }): { stop(): Promise<void> };
  /** The token as the caller carries it. */
  token(incoming: Incoming): string | undefined;
  /** An error's document, in the words of the request. */
  spell(problem: Problem, profile: 'neutral' | 'hosted'): unknown;
  /** A request's body in the specification's words, whatever words it came in. */
  enter(body: unknown, profile: 'neutral' | 'hosted'): unknown;
  /** An answer's body in the words of the request. */
  leave(body: unknown, profile: 'neutral' | 'hosted'): unknown;
  /** A JSON pointer of the specification in the words of the request. */
  point(pointer: string, profile: 'neutral' | 'hosted'): string;
  /** The deprecated fields that a request's body, in the specification's words, uses. */
  readonly deprecated: TellDeprecated;
}
