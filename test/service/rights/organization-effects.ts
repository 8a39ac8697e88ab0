import type { Effects } from './effects.ts';

export const organizationEffects: Effects = {};
