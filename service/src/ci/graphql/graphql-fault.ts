/** Why a query is not answered: one of `errors`. */
export class GraphqlFault extends Error {}

/** What a query may have at most. */
export const graphqlLimits = { characters: 20_000, depth: 12, fields: 500 } as const;
