import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('one task at a time, each owner in turn', async () => {
  const turns = createTurns();
  const order: string[] = [];
  let running = 0;
  const task = (name: string) => async () => {
    running += 1;
    expect(running).toBe(1);
    await Promise.resolve();
    order.push(name);
    running -= 1;
    return name;
  };
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map((name) => turns.run(name.slice(0, 1), task(name)));
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']);
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('a task that fails does not stop the others, and later ones start again', async () => {
  const turns = createTurns();
  const failing = turns.run('a', () => Promise.reject(new Error('no')));
  const next = turns.run('a', () => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
  await turns.ended();
  expect(await turns.run('a', () => Promise.resolve('again'))).toBe('again');
});
