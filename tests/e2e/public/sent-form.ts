import type { Page } from '@playwright/test';

/** What a form did when it was sent: the lines it logged, and the calls it should not have made. */
export function watchForm(page: Page, name: string) {
  const lines: Record<string, string>[] = [];
  const calls: string[] = [];
  page.on('console', (message) => {
    const [, values] = new RegExp(`^${name} (\\{.*\\})$`).exec(message.text()) ?? [];
    if (message.type() === 'info' && values) lines.push(JSON.parse(values) as Record<string, string>);
  });
  page.on('request', (request) => {
    // Pages fetch their own parts ahead of a click; a call would carry a body or the visitor's words.
    const isCall = request.method() !== 'GET' || request.postData() !== null || request.url().includes('lerinval');
    if (isCall || ['xhr', 'websocket', 'eventsource', 'ping'].includes(request.resourceType()))
      calls.push(request.url());
  });
  return { lines, calls };
}

export const person = { name: 'Hélène Viggiani', company: 'Cabinet Lérinval', email: 'h.viggiani@lerinval.example' };
