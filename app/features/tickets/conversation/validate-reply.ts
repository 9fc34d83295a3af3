import { maxMessageLength } from '#contract/ticket-states.ts';

export function validateReply(body: string, isRequired: boolean): string | undefined {
  if (isRequired && body.trim() === '') return 'Please write something.';
  if (body.length <= maxMessageLength) return undefined;
  return `Please use at most ${maxMessageLength} characters: these are ${body.length}.`;
}
