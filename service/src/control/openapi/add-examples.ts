import { createExample, type ResolveReference } from './create-example.ts';

interface MediaType {
  readonly schema?: { readonly [keyword: string]: unknown };
  readonly example?: unknown;
}
type Content = { readonly [type: string]: MediaType };

const addToContent = (content: Content | undefined, resolve: ResolveReference): Content | undefined =>
  content &&
  Object.fromEntries(
    Object.entries(content).map(([type, media]) => {
      const example = media.example ?? (media.schema && /\bjson$/.test(type) ? createExample(media.schema, resolve) : undefined);
      return [type, example === undefined ? media : { ...media, example }];
    }),
  );

const addToBody = (body: any, resolve: ResolveReference): unknown =>
  body?.content ? { ...body, content: addToContent(body.content, resolve) } : body;

const addToOperation = (operation: any, resolve: ResolveReference): unknown => ({
  ...operation,
  ...(operation.requestBody ? { requestBody: addToBody(operation.requestBody, resolve) } : {}),
  responses: Object.fromEntries(Object.entries(operation.responses).map(([status, response]) => [status, addToBody(response, resolve)])),
});

const addToItem = (item: object, resolve: ResolveReference): object =>
  Object.fromEntries(
    Object.entries<any>(item).map(([name, value]) => {
      if (name === 'x-additionalOperations') return [name, addToItem(value, resolve)];
      return [name, value?.responses ? addToOperation(value, resolve) : value];
    }),
  );

/** Adds an example, derived from the schema, to each JSON body that has none. */
export const addExamples = (document: any): object => {
  const resolve: ResolveReference = (reference) =>
    reference
      .slice('#/'.length)
      .split('/')
      .reduce((at, step) => at[step], document);
  return {
    ...document,
    paths: Object.fromEntries(Object.entries<object>(document.paths).map(([path, item]) => [path, addToItem(item, resolve)])),
  };
};
