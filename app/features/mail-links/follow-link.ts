import { ApiError } from '#app/lib/api-client.ts';

export type LinkOutcome = 'done' | 'expired' | 'wrongPassword' | 'tooMany' | 'failed';

export async function followLink(request: Promise<unknown>): Promise<LinkOutcome> {
  try {
    await request;
    return 'done';
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === 'invalid_password') return 'wrongPassword';
    // A token that lost letters on its way is refused before it is looked at.
    if (code === 'invalid_token' || code === 'invalid_request') return 'expired';
    return code === 'too_many_requests' ? 'tooMany' : 'failed';
  }
}
