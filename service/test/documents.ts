/** Documents of JSON:API as requests send them. Type, attributes and IDs stand in the test; here is what is around them. */

/** `{ data: { type, attributes, relationships } }`; what is not given is not sent. */
export const document = (type: string, attributes?: object, relationships?: object) => ({
  data: { type, ...(attributes ? { attributes } : {}), ...(relationships ? { relationships } : {}) },
});
/** A relationship to one: `{ data: { type, id } }`. */
export const one = (type: string, id: string) => ({ data: { type, id } });
/** A relationship to several, and the body of a request that adds or removes some. */
export const many = (type: string, ...ids: readonly string[]) => ({ data: ids.map((id) => ({ type, id })) });
