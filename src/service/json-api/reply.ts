import type { Reply } from '../route.ts';
import type { Doc } from './document.ts';

export const ok = (data: Doc, included?: readonly Doc[]): Reply => ({ status: 200, body: included ? { data, included } : { data } });
export const created = (data: Doc): Reply => ({ status: 201, body: { data } });
/** A whole list without pages. */
export const all = (data: readonly Doc[]): Reply => ({ status: 200, body: { data } });
export const noContent: Reply = { status: 204 };
