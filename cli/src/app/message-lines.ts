import { parseMessages, type EngineMessage } from 'slipway/engine/messages';

/** Splits the engine's output with `-json` into messages; lines that are not messages are passed to `other`. */
export function readMessageLines(
  onMessage: (message: EngineMessage) => void,
  other: (line: string) => void,
): { take(piece: string): void; end(): void } {
  let rest = '';
  const takeLine = (line: string) => {
    const [message] = parseMessages(line);
    if (message) onMessage(message);
    else if (line.trim() !== '') other(line);
  };
  return {
    take(piece) {
      const lines = (rest + piece).split('\n');
      rest = lines.pop()!;
      lines.forEach(takeLine);
    },
    end: () => takeLine(rest),
  };
}
