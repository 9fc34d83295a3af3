import { expect, test } from 'vitest';
import { readArguments } from './arguments.ts';

test('without arguments everything runs, and a few slow files are listed', () => {
  expect(readArguments([])).toEqual({ mode: 'usual', patterns: [], name: undefined, slowest: 5 });
});

test('--slowest takes a number or none, also before and after patterns', () => {
  expect(readArguments(['--slowest'])).toMatchObject({ slowest: 20, patterns: [] });
  expect(readArguments(['--slowest', '3', 'fuzz'])).toMatchObject({ slowest: 3, patterns: ['fuzz'] });
  expect(readArguments(['--slowest', 'fuzz'])).toMatchObject({ slowest: 20, patterns: ['fuzz'] });
});

test('-t names tests, also with what looks like an option', () => {
  expect(readArguments(['api/routes', '-t', '--all'])).toMatchObject({ patterns: ['api/routes'], name: '--all' });
  expect(() => readArguments(['-t'])).toThrow('-t needs the name of a test.');
});

test('an unknown option is an error, not a run of everything', () => {
  expect(() => readArguments(['--chnaged'])).toThrow('Unknown option --chnaged');
  expect(readArguments(['--changed']).mode).toBe('changed');
  expect(readArguments(['--static']).mode).toBe('static');
});
