import type { company } from './company.ts';
import type { Frame, Words } from './templates/templates.ts';

const width = 72;

/** Wrapped for readers that do not; an address in the text is never broken. */
function wrap(paragraph: string): string {
  const lines = [''];
  for (const word of paragraph.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n');
}

export function renderText(
  { title, paragraphs, button, after }: Words,
  { greeting, automatic }: Frame,
  { name, address, phone, email }: typeof company,
): string {
  const parts = [...[title, greeting, ...paragraphs].map(wrap), `${button.label}\n${button.link}`, ...after.map(wrap)];
  const signature = ['-- ', name, address, `${phone} · ${email}`, '', wrap(automatic(name))].join('\n');
  return `${[...parts, signature].join('\n\n')}\n`;
}
