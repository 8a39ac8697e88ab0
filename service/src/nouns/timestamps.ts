import { time } from '@slipway/declarations/declare';
import type { RequestContext } from '../http/route.ts';
import { computed, type NounAttribute, type NounAttributeTraits } from './declaration.ts';

export const readClock = ({ clock }: Pick<RequestContext, 'clock'>): string => clock.now().toISOString();

/** The attribute `created-at`: when the record was created. */
export const timeOfCreation = (traits: NounAttributeTraits = {}): NounAttribute =>
  computed(time, 'When it was created.', { initial: readClock, ...traits });

/** The attribute `updated-at`: when the record was last changed. */
export const timeOfUpdate = (doc = 'When it was last changed.'): NounAttribute => computed(time, doc, { onWrite: readClock });
