/** A client of one service at one address with one token. */
export interface ServiceClient {
  readonly service: 'workspaces' | 'ci';
  /** The address of the service, without `/api/v2`. */
  readonly address: string;
  /** The organization used where a resource does not name one. */
  readonly organization: string | null;
  readonly dialect: 'neutral' | 'hosted';
  /** One request, answered or thrown as a ServiceError, ConnectionError or CancelledError (errors.ts). */
  call(request: ServiceRequest): Promise<ServiceResponse>;
  /** A GET that may be answered from a list read once and kept until the next write through this line (snapshots.ts). */
  read(read: CachedRead): Promise<ServiceResponse>;
  /** Every item of a paginated list, page by page, to the end. `items` are the raw documents. */
  list(list: { readonly path: string; readonly query?: QueryParameters; readonly signal?: AbortSignal }): AsyncIterable<ListItem>;
}
export type QueryParameters = {
  readonly [name: string]: string | number | boolean | readonly string[] | { readonly each: readonly string[] } | null | undefined;
};
export type ListItem = { readonly [name: string]: unknown };

export interface ServiceRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v2` unless it begins with `/api/`; parameters filled in and percent-encoded: `/workspaces/ws-1`. */
  readonly path: string;
  readonly query?: QueryParameters;
  /** Encoded as JSON. */
  readonly body?: unknown;
  /** How a failure is handled: `read`, `put` (idempotent) and `delete` are retried; a `create` only after `findExisting`. */
  readonly effect: 'read' | 'put' | 'delete' | 'create';
  /** Looks up the object that a create may have created: its response, or null. Called before a create is sent again. */
  readonly findExisting?: () => Promise<ServiceResponse | null>;
  readonly signal?: AbortSignal;
  /** Milliseconds for the whole call, waits and retries included. Default 60,000. */
  readonly deadline?: number;
  /** Statuses beyond 2xx that are answers, not errors: `[404]`. */
  readonly acceptedStatuses?: readonly number[];
  /** The answer may be plain text; `body` is then a string. */
  readonly text?: true;
  /** What a write writes: the list that the object is in, and the keys that look-ups know it by. Without keys, the list is read anew. */
  readonly writes?: { readonly list: string; readonly keys: readonly string[] | null };
}
export interface ServiceResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  /** Parsed JSON; null when there was none. */
  readonly body: unknown;
  readonly requestId: string | null;
}
export interface CachedRead {
  /** Null: the service has no read of one object; the list is read, once for all concurrent readers, and a missing object is a 404. */
  readonly path: string | null;
  /** Asks for the one object where that is no GET of a path. Not for workspaces: their flags would be inverted twice. */
  readonly plain?: () => Promise<ServiceResponse>;
  readonly id: string;
  /** The member of a document that `id` is compared with; default `id`. */
  readonly idMember?: string;
  /** What `id` is compared with if it is no member: the key of an item; `name` tells this index from others of the same list. */
  readonly index?: { readonly name: string; readonly keyOf: (item: ListItem) => string };
  /** A list that contains the same document, if there is one. */
  readonly list?: {
    readonly path: string;
    readonly query?: QueryParameters;
    /** The path is of one document that several objects are read from. The statuses that mean that it is not there. */
    readonly isDocument?: readonly number[];
  };
  /** Asks whether an object exists, not for its state: an answer holds until the object with this `id`, or its parent, is written. */
  readonly lookup?: true;
  readonly signal?: AbortSignal;
  readonly acceptedStatuses?: readonly number[];
}
