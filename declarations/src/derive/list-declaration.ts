import { type Attribute, type Attributes, type Endpoint, nounOf, optional, pathParametersOf, type Resource } from '../declare/index.ts';

/** The configuration of a list resource (engine 1.14). */
export interface ListDeclaration {
  readonly endpoint: Endpoint;
  /** The filters: the path parameters of the endpoint. */
  readonly attributes: Attributes;
  /** One sentence. */
  readonly doc: string;
}

const filterAttribute = ({ kind, doc, inherits, mode }: Attribute): Attribute =>
  inherits ? optional(kind, doc, { inherits }) : { mode: mode === 'computed' ? 'required' : mode, kind, doc };

/** The list resource of a resource: every one that has a `list` endpoint. Undefined: the service does not list its objects. */
export const listDeclaration = (resource: Pick<Resource, 'name' | 'endpoints' | 'attributes'>): ListDeclaration | undefined => {
  const { list } = resource.endpoints;
  return (
    list && {
      endpoint: list,
      attributes: Object.fromEntries(pathParametersOf(list).map((name) => [name, filterAttribute(resource.attributes[name] as Attribute)])),
      doc: `Every ${nounOf(resource.name)} below \`${list}\`.`,
    }
  );
};
