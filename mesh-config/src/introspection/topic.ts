/** A question to introspection. */
export interface TopicRequest {
  readonly method: string;
  /** Below the topic's own path: `` or `mcp`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The body of the request, at most 64 KB. */
  readonly body: string;
}
/** `json` undefined: the response has only a status. */
export interface TopicResponse {
  readonly status: number;
  readonly json?: unknown;
}

/** A page for people, a table or more, and for programs the same as JSON. */
export interface Topic {
  /** `scope`: the page is /scopez/, the JSON /scopej/. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  page(query: URLSearchParams): Promise<Page> | Page;
  /** undefined: the topic has a page only. */
  json?(question: TopicRequest): Promise<TopicResponse> | TopicResponse;
}

export type Cell =
  | string
  | number
  | boolean
  | { readonly text: string; readonly href: string }
  | { readonly text: string; readonly put: string; readonly body?: string };
export interface Page {
  readonly tables: readonly { readonly caption?: string; readonly head: readonly string[]; readonly rows: readonly (readonly Cell[])[] }[];
}

export const methodNotAllowed: TopicResponse = { status: 405, json: { error: 'this is not what can be done here' } };
