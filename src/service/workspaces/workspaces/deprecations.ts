import type { Attributes } from '../../../declare/index.ts';
import { jsonApi } from '../../../dialects/index.ts';
import type { Json } from '../../json-api/read.ts';
import type { Asking } from '../../route.ts';

/** Tells the sender of every attribute sent that its declaration calls deprecated, in the wire's names. */
export const warnOfDeprecated = (asking: Asking, declared: Attributes, sent: Json): void => {
  for (const [name, { deprecated }] of Object.entries(declared)) {
    if (deprecated === undefined || sent[jsonApi.spell(name)] === undefined) continue;
    asking.warn(`${jsonApi.spell(name)} is deprecated: ${deprecated.replace(/`([a-z0-9_]+)`/g, (_, other: string) => jsonApi.spell(other))}`);
  }
};
