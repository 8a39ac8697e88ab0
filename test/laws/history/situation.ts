import type { Values } from '../../../declarations/src/declare/index.ts';

/** What a situation stands on is made with these. */
export interface World {
  /** Creates an object; its state. */
  create(type: string, config: Values): Promise<Values>;
  /** A request to the workspace service; the document of its response. */
  api(method: string, path: string, body?: unknown): Promise<any>;
}

/** One resource in the configurations that its attributes allow. */
export interface Situation {
  readonly type: string;
  /** Required attributes, upon objects of its own. `tag` is unique: names contain it. */
  base(world: World, tag: string): Promise<Values>;
  /** Values by optional attribute, or by a name of several that go together. */
  readonly choices: { readonly [name: string]: readonly Values[] };
}

/** The values of one attribute. */
export const each = (name: string, ...values: readonly unknown[]): { readonly [name: string]: readonly Values[] } => ({
  [name]: values.map((value) => ({ [name]: value })),
});
