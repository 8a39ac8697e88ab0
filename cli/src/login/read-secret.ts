import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

const readPipe = async (): Promise<string> => {
  let text = '';
  for await (const part of process.stdin.setEncoding('utf8')) text += part as string;
  return text.trim();
};

/** A line from the terminal, which does not show it; or all of standard input where that is no terminal. */
export function readSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return readPipe();
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: process.stdin, output: silent, terminal: true });
  return new Promise((done) => {
    prompt.once('line', (line) => {
      process.stderr.write('\n');
      done(line.trim());
      prompt.close();
    });
    prompt.once('close', () => done(''));
  });
}
