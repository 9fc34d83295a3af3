import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { journeyCommand } from '../../scripts/ci/journey-command.ts';

const indent = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `      ${line}`)
    .join('\n');

/** Tells for each failed journey what to do next: its own command, its pictures and what the server logged. */
export default class FailureReporter implements Reporter {
  #failures: { test: TestCase; result: TestResult }[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status !== test.expectedStatus && result.status !== 'skipped') this.#failures.push({ test, result });
  }

  onEnd(): void {
    for (const { test, result } of this.#failures) {
      const file = relative(process.cwd(), test.location.file);
      const project = test.parent.project()?.name ?? '';
      const [message = ''] = stripVTControlCharacters(result.error?.message ?? result.status).split('\n');
      console.log(
        `\n  ${file}:${test.location.line} › ${test.title}${result.retry > 0 ? ` (repeat ${result.retry})` : ''}`,
      );
      console.log(`    ${message}`);
      console.log(`    alone:      ${journeyCommand(file, test.location.line, project)}`);
      for (const { name, path, body } of result.attachments) {
        if (path !== undefined) console.log(`    ${`${name}:`.padEnd(11)} ${relative(process.cwd(), path)}`);
        else if (name === 'server log')
          console.log(`    the server's log at that time:\n${indent(String(body ?? ''))}`);
      }
    }
  }

  printsToStdio(): boolean {
    return false;
  }
}
