/**
 * Who may do what, as literal cells: the page docs/rights.md shows them, and test/service/rights asks the running service each of them
 * by the request of the effect. Nothing here is derived from what the service does.
 */
export interface RightsRow<C extends string> {
  /** What happens: the name of a request in test/service/rights. */
  readonly effect: string;
  /** The columns that may; every other one may not. */
  readonly may: readonly C[];
  /** How it is refused, beside 404: 422 at a member of the document, 403 where the caller sees the thing. */
  readonly refused?: 403 | 422 | readonly (403 | 422)[];
}

export interface RightsTable<C extends string = string> {
  readonly title: string;
  readonly about: readonly string[];
  readonly columns: readonly C[];
  readonly rows: readonly RightsRow<C>[];
}
