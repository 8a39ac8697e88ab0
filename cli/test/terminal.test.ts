import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTerminal } from '../src/app/terminal.ts';

const test = suite('the terminal of a command over stacks');
const record = (size?: { columns: number; rows: number }) => {
  const written: string[] = [];
  const stream = (mark: string) => ({ write: (text: string) => void written.push(mark + text) });
  return { written, streams: { stdout: stream(''), stderr: stream('! '), ...(size ? { size: () => size } : {}) } };
};

test('one stack prints as the engine does, piece by piece', () => {
  const { written, streams } = record();
  const terminal = createTerminal(['base'], streams).of('base');
  terminal.write('Plan: ');
  terminal.write('1 to add.\n');
  terminal.write('Error\n', 'stderr');
  assert.equal(written, ['Plan: ', '1 to add.\n', '! Error\n']);
});
test('of several stacks each line begins with its stack', () => {
  const { written, streams } = record();
  const terminal = createTerminal(['a', 'later'], streams);
  const [a, later] = [terminal.of('a'), terminal.of('later')];
  a.write('one\ntw');
  later.write('x\n\n');
  a.write('o\nend');
  a.flush();
  assert.equal(written, ['a      one\n', 'later  x\nlater\n', 'a      two\n', 'a      end\n']);
});
test('what is drawn stays below the lines, and is cut to the terminal', () => {
  const { written, streams } = record({ columns: 10, rows: 24 });
  const terminal = createTerminal(['base'], streams).of('base');
  terminal.draw(['1 of 2', 'a very long line']);
  terminal.write('done\n');
  terminal.draw([]);
  assert.equal(written, ['1 of 2\na very l…\n', '\x1b[2F\x1b[J', 'done\n', '1 of 2\na very l…\n', '\x1b[2F\x1b[J']);
});
test('without a terminal nothing is drawn', () => {
  const { written, streams } = record();
  const terminal = createTerminal(['base'], streams).of('base');
  terminal.draw(['1 of 2']);
  assert.equal([terminal.draws, written], [false, []]);
});
test('while a question is open nobody prints, and one question is asked at a time', async () => {
  const { written, streams } = record();
  const terminal = createTerminal(['a', 'b'], streams);
  const [a, b] = [terminal.of('a'), terminal.of('b')];
  let answer!: (text: string) => void;
  const first = a.ask(
    () =>
      new Promise<string>((resolve) => {
        written.push('a?');
        answer = resolve;
      }),
  );
  const second = b.ask(async () => void written.push('b?'));
  await new Promise(setImmediate);
  b.write('from b\n');
  assert.equal(written, ['a?']);
  answer('yes');
  assert.is(await first, 'yes');
  await second;
  assert.equal(written, ['a?', 'b  from b\n', 'b?']);
});
test('a question that ends with an error lets the next one be asked', async () => {
  const terminal = createTerminal(['a', 'b'], record().streams);
  const first = terminal.of('a').ask(() => Promise.reject(new Error('no')));
  const second = terminal.of('b').ask(() => Promise.resolve('yes'));
  assert.is(await first.catch((error: Error) => error.message), 'no');
  assert.is(await second, 'yes');
});
test.run();
