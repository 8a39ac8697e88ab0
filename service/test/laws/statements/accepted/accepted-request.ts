import type { PipelineTest } from '../../../ci/pipelines/support.ts';
import type { SlotValues } from '../../foreign-ids/request-slots.ts';
import { document } from '../../../documents.ts';

/** The world in which operations are measured. What is prepared stays there, so it is made for one request and changes nothing else. */
export interface World {
  readonly bench: PipelineTest;
  readonly values: SlotValues;
  /** A request of an owner that must succeed; its body. Rows are of the workspace service. */
  ask(row: string, body?: unknown): Promise<any>;
  /** The same for the CI service. */
  askCi(row: string, body?: unknown): Promise<any>;
  /** What is to be done when everything is measured. */
  readonly closing: (() => void)[];
}

/** A request that the service accepts, where that of the fuzz is refused. `<slot>` stands for a value of the world, or of `prepare`. */
export interface AcceptedRequest {
  /** Runs before the measurement; what it returns fills slots. */
  prepare?(world: World): Promise<SlotValues | void>;
  /** Path and query instead of the operation's path with the values of the world. */
  readonly path?: string;
  /** JSON, or text or bytes as they are sent. */
  readonly body?: unknown;
  /** `owner-token` unless it is another; null: none. */
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** By row: `POST /workspaces/{workspace_id}/vars`. */
export type AcceptedRequests = { readonly [row: string]: AcceptedRequest };

/** Path and query of a URL that the service told, as rows write them. */
export const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url, 'http://slipway.test');
  return `/${pathname}${search}`;
};

/** The ID of a new workspace, and its name. */
export const createWorkspace = async ({ ask }: World, name: string, attributes: object = {}) => ({
  'a workspace': (await ask('POST /organizations/acme/workspaces', document('workspaces', { name, ...attributes }))).data.id as string,
  'its name': name,
});

/** Milliseconds go by, and what was due is moved; then the clock stands where it stood. */
export const passTime = async ({ ask }: World, ...steps: readonly number[]): Promise<void> => {
  const { now } = await ask('GET //_local/clock');
  for (const move of steps) {
    await ask('POST //_local/clock', { move });
    await ask('POST //_local/move');
  }
  await ask('POST //_local/clock', { stand: now });
};
