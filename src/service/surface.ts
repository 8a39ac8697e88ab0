import type { TellDeprecated } from './deprecations.ts';
import type { RunnerOptions } from './ci/runner/runner.ts';
import type { Incoming } from './exchange.ts';
import type { Problem } from './problem.ts';
import type { Profile } from './profile.ts';
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
  live?(parts: {
    readonly store: Store; readonly clock: Clock; settings(): Settings; report(words: string, error: unknown): void;
    readonly profile: Profile;
    /** Where the service is reached from this machine. */
    readonly address: string;
    /** How jobs are run, where they really are. */
    readonly jobs: RunnerOptions | undefined;
  }): { stop(): Promise<void> };
  /** The token as the caller carries it; some ways of carrying are not taken in every profile. */
  token(incoming: Incoming, profile: Profile): string | undefined;
  /** How a token is sent, for who sent none. */
  readonly carrier: string;
  /** Whether the token is carried in a way that only this service takes: whom to answer whose path nobody knows. */
  carries(incoming: Incoming): boolean;
  /** Whose words a request speaks, where nobody chose. */
  asks(incoming: Incoming, body: string | undefined): 'neutral' | 'hosted';
  /** Every path that a row's path stands for; only itself unless said. */
  spread?(path: string): readonly string[];
  /** A request's path as the rows know it. */
  straight?(path: string): string;
  /** What an error below the door is to the caller. */
  problem(error: unknown): Problem;
  /** An error's document, in the words of the request. `path`: what was asked, for what is spelled in another way in some places. */
  spell(problem: Problem, profile: 'neutral' | 'hosted', path: string): unknown;
  /** A request's body in the specification's words, whatever words it came in. */
  enter(body: unknown, profile: 'neutral' | 'hosted'): unknown;
  /** An answer's body in the words of the request. */
  leave(body: unknown, profile: 'neutral' | 'hosted'): unknown;
  /** A JSON pointer of the specification in the words of the request. */
  point(pointer: string, profile: 'neutral' | 'hosted'): string;
  /** The deprecated fields that a request's body, in the specification's words, uses. */
  readonly deprecated: TellDeprecated;
}
