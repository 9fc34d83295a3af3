import { hasVisibleText } from '#contract/limits.ts';
import { maxMessageLength } from '#contract/ticket-states.ts';

export function validateReply(body: string, isRequired: boolean): string | undefined {
  if (isRequired && !hasVisibleText(body)) return 'Please write something.';
  if (body.length <= maxMessageLength) return undefined;
  return `Please use at most ${maxMessageLength} characters: these are ${body.length}.`;
}
