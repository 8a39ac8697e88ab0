/** What can be made to go wrong; `lost-…` breaks the connection before or after the request took effect. */
export const faultKinds = ['429', '500', '503', 'lost-before', 'lost-after', 'slow', 'malformed'] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface PlantedFault {
  readonly fault: FaultKind;
  /** Which of the calls that fit, counted from planting: 1 is the next one. */
  readonly at: number;
  /** How many in a row; 1 unless said. */
  readonly times?: number;
  /** Only calls of this method. */
  readonly method?: string;
  /** Only calls whose path holds this. */
  readonly path?: string;
  /** For `slow`; 1000 unless said. */
  readonly milliseconds?: number;
}

export interface Faults { plant(fault: PlantedFault): void; next(method: string, path: string): PlantedFault | undefined; clear(): void; readonly planted: readonly PlantedFault[] }

export const faults = (): Faults => {
  let waiting: { readonly fault: PlantedFault; seen: number }[] = [];
  return {
    plant: (fault) => { waiting.push({ fault, seen: 0 }); },
    next: (method, path) => {
      if (waiting.length === 0) return undefined;
      let due: PlantedFault | undefined;
      for (const one of waiting) {
        const { fault } = one;
        if ((fault.method && fault.method !== method) || (fault.path && !path.includes(fault.path))) continue;
        one.seen++;
        if (one.seen >= fault.at && one.seen < fault.at + (fault.times ?? 1)) due ??= fault;
      }
      waiting = waiting.filter(({ fault, seen }) => seen < fault.at + (fault.times ?? 1) - 1);
      return due;
    },
    clear: () => { waiting = []; },
    get planted() { return waiting.map((one) => one.fault); },
  };
};
