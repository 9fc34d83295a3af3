import type { Machine } from './machine.ts';

export interface Step {
  name: string;
  commands: number;
  seconds: number;
}

/** What an administrator types and sees, and how long it takes. */
export class Record {
  readonly steps: Step[] = [];
  readonly #lines: string[] = [];

  async step(name: string, work: () => Promise<number>): Promise<void> {
    console.error(name);
    this.#lines.push('', `# ${name}`);
    const started = performance.now();
    const commands = await work();
    this.steps.push({ name, commands, seconds: (performance.now() - started) / 1000 });
  }

  say(line: string): void {
    this.#lines.push(line);
  }

  /** Types a command; the lines of its output that `shown` matches go into the transcript. */
  async type(machine: Machine, command: string, shown?: RegExp): Promise<string> {
    this.say(`$ ${command}`);
    const output = await machine.run(command);
    const lines = output.split('\n').map((line) => line.trimEnd());
    if (shown !== undefined) this.#lines.push(...lines.filter((line) => shown.test(line)));
    return output;
  }

  format(): string {
    const total = this.steps.reduce((sum, { seconds }) => sum + seconds, 0);
    const rows = this.steps.map(({ name, commands, seconds }) => `| ${name} | ${commands} | ${seconds.toFixed(0)} |`);
    const table = ['| Step | Commands and pages | Seconds |', '| --- | ---: | ---: |', ...rows];
    return `${this.#lines.join('\n').trim()}\n\n${table.join('\n')}\n\nTotal: ${(total / 60).toFixed(1)} minutes\n`;
  }
}
