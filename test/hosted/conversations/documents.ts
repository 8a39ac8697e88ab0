/** Documents of the clients' requests and of what they expect. */
export const document = (type: string, attributes: object = {}, relationships?: object) => ({
  data: { type, attributes, ...(relationships === undefined ? {} : { relationships }) },
});
export const identifier = (type: string, id: string) => ({ data: { type, id } });
export const identifiers = (type: string, ...ids: readonly string[]) => ({ data: ids.map((id) => ({ type, id })) });
/** A response with a document of this ID. */
export const response = (type: string, id: string, attributes: object = {}, relationships?: object) => ({
  data: { type, id, attributes, ...(relationships === undefined ? {} : { relationships }) },
});
