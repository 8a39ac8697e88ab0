/** Why a query is not answered: one of `errors`. */
export class GraphqlFault extends Error {}

/** Limits of a query: beyond them it is refused. */
export const graphqlLimits = { characters: 20_000, depth: 12, fields: 500 } as const;
