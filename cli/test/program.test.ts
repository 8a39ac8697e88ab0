import { suite } from 'uvu';
import type { Command } from 'commander';
import * as assert from 'uvu/assert';
import { createProgram } from '../src/program.ts';

const test = suite('the program slipway');

test('a line that begins with a command declares only that command, with the same help', () => {
  const whole = createProgram();
  const names = whole.commands.map((command) => command.name()).filter((name) => !['completion', 'complete'].includes(name));
  assert.is(names.length, 29);
  for (const name of names) {
    const { commands } = createProgram(name);
    assert.equal(
      commands.map((command) => command.name()),
      [name],
    );
    assert.is(commands[0]!.helpInformation(), whole.commands.find((command) => command.name() === name)!.helpInformation());
  }
});

test('any other line finds all of them: help, completion, aliases, options, mistakes', () => {
  const all = createProgram().commands.map((command) => command.name());
  for (const word of [undefined, 'help', '--help', '--version', 'complete', 'completion', 'diff', 'plam', 'constructor'])
    assert.equal(
      createProgram(word).commands.map((command) => command.name()),
      all,
      String(word),
    );
});

test('the help of every command fits into a terminal of 80 columns', () => {
  const listCommands = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(listCommands)];
  const tooLong = listCommands(createProgram()).flatMap((command) => {
    let help = '';
    command.configureOutput({ writeOut: (text) => void (help += text), getOutHelpWidth: () => 80 }).outputHelp();
    return help.split('\n').filter((line) => line.length > 80);
  });
  assert.equal(tooLong, []);
});

test.run();
