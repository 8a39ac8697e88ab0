import { canDraw, eraseLines } from '../color/colors.ts';

/** The streams that the lines of stacks are written to. */
export interface TerminalStreams {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  /** Undefined if standard output is no terminal in which lines can be drawn again: nothing is drawn then. */
  readonly size?: () => { readonly columns: number; readonly rows: number };
}
/** The output of one stack. */
export interface StackTerminal {
  write(text: string, stream?: 'stdout' | 'stderr'): void;
  /** Draws lines that stay below all other output until they are drawn again; empty: none. Does nothing without a terminal. */
  draw(lines: readonly string[]): void;
  /** Whether `draw` shows anything. */
  readonly draws: boolean;
  /** Holds back output while the question is open. */
  ask<T>(question: () => Promise<T>): Promise<T>;
  /** Prints what has no end of line yet. */
  flush(): void;
}

interface Held {
  readonly text: string;
  readonly stream: 'stdout' | 'stderr';
}

/** The lines below the output; they are erased before a line is printed, and drawn again after it. */
const createDrawing = ({ stdout, size }: TerminalStreams) => {
  const parts = new Map<string, readonly string[]>();
  let height = 0;
  const clear = () => {
    if (height > 0) stdout.write(eraseLines(height));
    height = 0;
  };
  const redraw = () => {
    if (!size) return;
    clear();
    const { columns, rows } = size();
    const lines = [...parts.values()].flat().slice(0, Math.max(1, rows - 2));
    if (lines.length > 0)
      stdout.write(lines.map((line) => `${line.length >= columns ? `${line.slice(0, columns - 2)}…` : line}\n`).join(''));
    height = lines.length;
  };
  return { parts, clear, redraw };
};

/** Prints whole pieces, above what is drawn, and not while a question is open. */
const createPrinter = (streams: TerminalStreams) => {
  const drawing = createDrawing(streams);
  const held: Held[] = [];
  let asked = Promise.resolve<unknown>(undefined);
  let questions = 0;
  const print = ({ text, stream }: Held) => {
    if (questions > 0) return void held.push({ text, stream });
    drawing.clear();
    streams[stream].write(text);
    drawing.redraw();
  };
  const askAfter = async <T>(before: Promise<unknown>, question: () => Promise<T>): Promise<T> => {
    await before;
    drawing.clear();
    questions++;
    try {
      return await question();
    } finally {
      questions--;
      for (const one of held.splice(0)) print(one);
    }
  };
  return {
    print,
    ask: <T>(question: () => Promise<T>): Promise<T> => {
      const answer = askAfter(asked, question);
      asked = answer.catch(() => {});
      return answer;
    },
    draw: (name: string, lines: readonly string[]) => {
      if (lines.length > 0) drawing.parts.set(name, lines);
      else drawing.parts.delete(name);
      if (questions === 0) drawing.redraw();
    },
  };
};

/** The terminal of a command over stacks. If there are several, each line begins with the name of its stack. */
export function createTerminal(names: readonly string[], streams: TerminalStreams): { of(name: string): StackTerminal } {
  const width = Math.max(0, ...names.map((name) => name.length));
  const { print, ask, draw } = createPrinter(streams);
  const of = (name: string): StackTerminal => {
    const prefix = names.length > 1 ? `${name.padEnd(width)}  ` : '';
    const rest = { stdout: '', stderr: '' };
    const write = (text: string, stream: 'stdout' | 'stderr' = 'stdout') => {
      if (prefix === '' && !streams.size) return print({ text, stream });
      const lines = (rest[stream] + text).split('\n');
      rest[stream] = lines.pop()!;
      if (lines.length > 0) print({ text: lines.map((line) => `${`${prefix}${line}`.trimEnd()}\n`).join(''), stream });
    };
    return {
      write,
      draws: streams.size !== undefined,
      draw: (lines) => draw(name, lines),
      ask,
      flush: () => (['stdout', 'stderr'] as const).forEach((stream) => rest[stream] !== '' && write('\n', stream)),
    };
  };
  return { of };
}

/** The terminal of this process. */
export const processStreams = (): TerminalStreams => ({
  stdout: process.stdout,
  stderr: process.stderr,
  ...(canDraw() ? { size: () => ({ columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 }) } : {}),
});
