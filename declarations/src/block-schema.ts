/** The schema of a block as the plugin protocol describes it, and the types of its values (spec: tfplugin6, GetProviderSchema). */

export type CtyType =
  | 'string'
  | 'bool'
  | 'number'
  | 'dynamic'
  | readonly ['list' | 'set' | 'map', CtyType]
  | readonly ['object', { readonly [name: string]: CtyType }]
  | readonly ['tuple', readonly CtyType[]];

export interface SchemaAttribute {
  readonly type?: CtyType;
  /** Instead of `type`: an object (`single`) or a collection of objects, with attributes of their own. */
  readonly nested?: {
    readonly nesting: 'single' | 'list' | 'set' | 'map';
    readonly attributes: { readonly [name: string]: SchemaAttribute };
  };
  readonly description: string;
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly computed?: boolean;
  readonly sensitive?: boolean;
  readonly writeOnly?: boolean;
  readonly deprecated?: boolean;
  readonly deprecationMessage?: string;
}
export interface BlockSchema {
  readonly version: number;
  /** Markdown. */
  readonly description: string;
  readonly deprecated?: boolean;
  readonly deprecationMessage?: string;
  readonly attributes: { readonly [name: string]: SchemaAttribute };
}
export interface IdentitySchema {
  readonly version: number;
  readonly attributes: {
    readonly [name: string]: { readonly type: CtyType; readonly description: string; readonly requiredForImport: boolean };
  };
}
