/** What one request of an operation costs, whatever the machine. */
export interface Costs {
  /** As docs/statements.md counts them. */
  readonly statements: number;
  /** Of the values of inserts, updates and deletions. */
  readonly bytesWritten: number;
  /** In the process of the service, without a socket. */
  readonly bytesAllocated: number;
}
export type CostTable = Readonly<Record<string, Costs>>;

/** Shares of the figure in the table by which one may grow or shrink. */
const limits = {
  statements: { growth: 0, decrease: 0 },
  bytesWritten: { growth: 0.05, decrease: 0.2 },
  bytesAllocated: { growth: 0.05, decrease: 0.2 },
} as const;
const words = { statements: 'statements', bytesWritten: 'bytes written', bytesAllocated: 'bytes allocated' } as const;

type Figure = keyof Costs;
export const costFigures = Object.keys(limits) as readonly Figure[];

const compareFigure = (title: string, figure: Figure, known: number, now: number): readonly string[] => {
  const { growth, decrease } = limits[figure];
  if (now <= known * (1 + growth) && now >= known * (1 - decrease)) return [];
  const share = known === 0 ? '' : ` (${now > known ? '+' : ''}${(((now - known) / known) * 100).toFixed(0)} %)`;
  return [`${title}: ${now} ${words[figure]}, where the table says ${known}${share}`];
};

/** A line for each of these figures that is no longer that of the table, and for each operation that one of them does not have. */
export const compareCosts = (table: CostTable, measured: CostTable, figures: readonly Figure[] = costFigures): readonly string[] => [
  ...Object.entries(measured).flatMap(([title, costs]) => {
    const known = table[title];
    if (!known) return [`${title}: the table does not have it`];
    return figures.flatMap((figure) => compareFigure(title, figure, known[figure], costs[figure]));
  }),
  ...Object.keys(table)
    .filter((title) => !measured[title])
    .map((title) => `${title}: only the table has it`),
];
