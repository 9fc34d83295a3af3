import { ApiError, callApi } from '#app/lib/api-client.ts';

export type LinkOutcome = 'done' | 'expired' | 'tooMany' | 'failed';

export async function followLink(door: string, token: string): Promise<LinkOutcome> {
  try {
    await callApi(door, { method: 'POST', body: { token } });
    return 'done';
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined;
    // A token that lost letters on its way is refused before it is looked at.
    if (code === 'invalid_token' || code === 'invalid_request') return 'expired';
    return code === 'too_many_requests' ? 'tooMany' : 'failed';
  }
}
