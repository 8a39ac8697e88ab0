import type { FindDeprecations } from './deprecations.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import type { Problem } from '../http/problem.ts';
import type { ApiDialect } from '../http/api-dialect.ts';
import type { Clock, Route, ServiceSettings } from '../http/route.ts';
import type { Store } from '../store/store.ts';

/** One of the embedded services: its endpoints, and how it spells what every service says. */
export interface ApiDefinition {
  readonly name: 'workspaces' | 'ci';
  /** What every row's path begins with. */
  readonly basePath: string;
  /** Of requests and answers. */
  readonly mediaType: string;
  readonly routes: readonly Route[];
  /** What goes on without being asked, from when the service listens until it stops. */
  startBackgroundWork?(parts: {
    readonly store: Store;
    readonly clock: Clock;
    settings(): ServiceSettings;
    report(message: string, error: unknown): void;
    readonly profile: ApiDialect;
    /** Where the service is reached from this machine. */
    readonly address: string;
  }): { stop(): Promise<void> };
  /** The token as the caller carries it; some ways of carrying are not taken in every profile. */
  readToken(request: HttpRequest, dialect: ApiDialect): string | undefined;
  /** How a token is sent, for who sent none. */
  readonly tokenHint: string;
  /** Whether the token is carried in a way that only this service takes: whom to answer whose path nobody knows. */
  recognizesToken(request: HttpRequest): boolean;
  /** Whose words a request speaks, where nobody chose. */
  detectDialect(request: HttpRequest, body: string | undefined): 'neutral' | 'hosted';
  /** Every path that a row's path stands for; only itself unless said. */
  expandPath?(path: string): readonly string[];
  /** A request's path as the rows know it. */
  normalizePath?(path: string): string;
  /** What an error below the door is to the caller. */
  toProblem(error: unknown): Problem;
  /** An error's document, in the words of the request. `path`: what was asked, for what is spelled in another way in some places. */
  renderProblem(problem: Problem, dialect: 'neutral' | 'hosted', path: string): unknown;
  /** A request's body in the specification's words, whatever words it came in. */
  fromDialect(body: unknown, dialect: 'neutral' | 'hosted'): unknown;
  /** An answer's body in the words of the request. */
  toDialect(body: unknown, dialect: 'neutral' | 'hosted'): unknown;
  /** A JSON pointer of the specification in the words of the request. */
  renderPointer(pointer: string, dialect: 'neutral' | 'hosted'): string;
  /** The deprecated fields that a request's body, in the specification's words, uses. */
  readonly findDeprecations: FindDeprecations;
}
